/** Builds the shell into src/parlour/web/dist. Boards and the single-file replay have a config of their own: tools/web.py runs them all. */
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/parlour/web",
  base: "/",
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  resolve: { alias: { "@parlour/kit": new URL("src/parlour/web/kit", import.meta.url).pathname } },
});
