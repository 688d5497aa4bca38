/** Builds one module of a game (PARLOUR_ENTRY), such as its board, with everything that it imports. */
import { defineConfig } from "vite";
import { shortTemplates } from "./vite.templates.js";

export default defineConfig({
  plugins: [shortTemplates()],
  publicDir: false,
  build: {
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: process.env.PARLOUR_ENTRY,
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "[name].js", codeSplitting: false },
    },
  },
  resolve: { alias: { "@parlour/kit": new URL("src/parlour/web/kit", import.meta.url).pathname } },
});
