/** For tests: recorded matches of real contest servers. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readGamelog } from "../../../web/contest/gamelog.js";
import { Timeline } from "../../../web/contest/timeline.js";
import { reader } from "./gamelog.js";

export const RECORDED = ["contest2017-builder-raider", "current-builder-raider", "current-random-random"] as const;

export const zipped = (name: string): Buffer => readFileSync(`src/parlour/games/stumped/data/gamelogs/${name}.json.gz`);
export const recorded = (name: string): Timeline =>
  Timeline.of(readGamelog(gunzipSync(zipped(name)).toString("utf-8")), reader);
