import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const SUFFIX = ".svg?drawing";

/**
 * `import Tambour from "./tambour.svg?drawing"` returns a component that renders the file as inline SVG, hidden from screen
 * readers. For small drawings, to save a request each; large or frequent ones stay files.
 */
export const drawings = (): Plugin => ({
  name: "drawings",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(SUFFIX)) return null;
    const svg = readFileSync(id.slice(0, -"?drawing".length), "utf8");
    const [, attributes = "", content = ""] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? [];
    const viewBox = /viewBox="([^"]+)"/.exec(attributes)?.[1];
    if (!viewBox) throw new Error(`${id}: a drawing needs a viewBox`);
    const fixes = { viewBox, "aria-hidden": true, dangerouslySetInnerHTML: { __html: content } };
    return `import { createElement } from "react";
const fixes = ${JSON.stringify(fixes)};
export default (props) => createElement("svg", { ...props, ...fixes });`;
  },
});
