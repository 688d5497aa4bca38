/** Light or dark theme: the reader's choice if there is one, else the system's. */
import { store } from "./store.js";

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

export const themeNow = (): "light" | "dark" => (store.theme === "system" ? system() : store.theme);

export function applyTheme(): void {
  if (store.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = store.theme;
}

/** Switches the theme; if the new one is the system's, the choice is forgotten. */
export function switchTheme(): void {
  const wanted = themeNow() === "dark" ? "light" : "dark";
  store.theme = wanted === system() ? "system" : wanted;
  applyTheme();
}
