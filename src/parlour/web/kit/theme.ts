/** Light or dark: the reader's choice where there is one, else the system's. */
import { store } from "./store.js";

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

export const themeNow = (): "light" | "dark" => (store.theme === "system" ? system() : store.theme);

export function applyTheme(): void {
  if (store.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = store.theme;
}

/** The other one; where that is what the system says, the choice is given back to it. */
export function switchTheme(): void {
  const wanted = themeNow() === "dark" ? "light" : "dark";
  store.theme = wanted === system() ? "system" : wanted;
  applyTheme();
}
