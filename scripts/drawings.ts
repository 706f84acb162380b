/** Shrinks the SVG files with svgo, in place. Run this script after you add an SVG file. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { optimize } from "svgo";

for (const file of globSync(["app/**/drawings/*.svg", "cli/demo/{posters,portraits}/*.svg", "public/*.svg"])) {
  const before = readFileSync(file, "utf8");
  const { data } = optimize(before, {
    path: file,
    multipass: true,
    floatPrecision: 2,
    // Other files may reference the ids, and a stylesheet may show hidden elements.
    plugins: [{ name: "preset-default", params: { overrides: { cleanupIds: false, removeHiddenElems: false } } }],
  });
  if (data.length < before.length) writeFileSync(file, data);
}
