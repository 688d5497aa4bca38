/** The icons of this game, in the style of the kit's: 24 by 24, stroke width two, coloured like the text. */
import { drawIcon } from "@parlour/kit/icons";
import { svg, type SVGTemplateResult, type TemplateResult } from "lit";

const DIE =
  "M4.1 6.9c0-1.8 1-2.8 2.8-2.8l10.2-.1c1.8 0 2.8 1.1 2.8 2.9v10.2c0 1.8-1.1 2.8-2.9 2.8H6.9c-1.8 0-2.8-1-2.8-2.8z";

/** Each icon is one path. */
const PATHS = {
  money:
    "M20 12a8 8 0 1 1-16 .1 8 8 0 0 1 16-.1zM14.5 9.5" +
    "c-.4-1-1.3-1.5-2.5-1.5-1.5 0-2.6.7-2.6 1.9 0 2.8 5.3 1.4 5.3 4.2 0 1.2-1.2 2-2.7 2-1.3 0-2.3-.6-2.7-1.6" +
    "M12 6.5v1.4M12 16.2v1.4",
  exp: "M5.2 12.3 12 5.6l6.9 6.6M5.1 18.8l6.9-6.7 6.8 6.6",
  hp:
    "M12 20C7 16.4 3.9 13.2 3.9 9.4" +
    "c0-2.6 1.9-4.5 4.3-4.5 1.6 0 2.9.8 3.8 2.3.9-1.5 2.2-2.3 3.8-2.3 2.4 0 4.3 1.9 4.3 4.5 0 3.8-3.1 7-8.1 10.6z",
  ep: "M13.6 3.5 5.4 13.7l5.6.1-1 6.8 8.6-10.6-5.8-.1z",
  score: "M12 3.7l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.8 1-5.9-4.2-4.1 5.8-.8z",
  "attack-die": `${DIE}M16.2 7.9l-6.6 6.5M8.3 12l3.8 3.8M9.5 14.5l-1.7 1.8`,
  "defense-die":
    DIE + "M12 7.6c1.3.8 2.6 1.2 4.1 1.3.2 3.5-.9 6-4.1 7.6-3.2-1.6-4.3-4.1-4.1-7.6 1.5-.1 2.8-.5 4.1-1.3z",
  popularity: "M5 19.3h14M5.2 15.7 3.9 7.8l4.5 3.3L12 5l3.7 6 4.4-3.3-1.3 8z",
  capacity:
    "M6.1 11.3c0-3.7 2.3-6 5.9-6s5.9 2.3 5.9 6v8.5H6.2zM9.4 5.5c0-2.8 5.2-2.8 5.2 0M9.2 19.7v-4.5h5.7v4.5" +
    "M9.5 11h5M3.6 13.5v4M20.4 13.5v4",
  power:
    "M12.3 3.5c.3 3.6 5.6 5.4 5.6 10.5 0 3.7-2.6 6.4-5.9 6.4s-5.9-2.6-5.9-6.2" +
    "c0-2.6 1.5-4 2.3-5.9 1 .9 1.5 1.7 1.6 2.9 1.7-1.8 2.5-4.5 2.3-7.7zM12 20.1c-1.8-1.5-1.6-3.6.2-5.4",
  paw:
    "M7.6 16.3c.6-2.7 2.3-4.5 4.4-4.5s3.9 1.8 4.5 4.5c.5 2.2-.8 3.8-2.6 3.8-.8 0-1.2-.4-1.9-.4s-1.1.4-1.9.4" +
    "c-1.8 0-3-1.6-2.5-3.8zM4.3 10.4l.4 1.4M8.8 5l.3 1.7M15.2 5l-.3 1.7M19.7 10.4l-.4 1.4",
  flag: "M6 20.6V4.2M6 5.4c4-2.4 7.3 2 12.5-.4v8.6c-5.2 2.4-8.5-2-12.4.3",
  skull:
    "M8.6 16.8c-2.7-1-4.3-3.2-4.3-5.9C4.3 6.9 7.6 4 12 4s7.7 2.9 7.7 6.9c0 2.7-1.6 4.9-4.3 5.9v3.3H8.6z" +
    "M8.9 11.2v.8M15.1 11.2v.8M12 17.8v2.1",
  sparkle:
    "M11 4.2c.7 4.5 2.3 6.2 6.7 6.9-4.4.7-6 2.4-6.7 6.9-.7-4.5-2.3-6.2-6.7-6.9 4.4-.7 6-2.4 6.7-6.9z" +
    "M18.4 15.6v4.6M16.1 17.9h4.6",
  cart: "M3.2 4.9h2.6l2.5 10.6h9.3l2.3-7.8H6.6M9.3 19.4h.01M16.6 19.4h.01",
  "coin-lost": "M14.5 9.3a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM9 7.2v4.3M17.7 10.4v9.3M14.2 16.5l3.5 3.3 3.3-3.4",
} as const;

export type HunterIcon = keyof typeof PATHS;

/** The bare paths, for pictures with their own frame. */
export const ICONS = Object.fromEntries(
  Object.entries(PATHS).map(([name, path]) => [name, svg`<path d=${path} />`]),
) as Record<HunterIcon, SVGTemplateResult>;

export const mark = (name: HunterIcon, label?: string): TemplateResult => drawIcon(ICONS[name], label);
