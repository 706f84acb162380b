/** Shrinks the drawings of app/ and of the demo content with svgo, in place. Run after adding one. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { optimize } from "svgo";

for (const file of globSync(["app/**/drawings/*.svg", "cli/demo/{posters,portraits}/*.svg", "public/*.svg"])) {
  const before = readFileSync(file, "utf8");
  const { data } = optimize(before, {
    path: file,
    multipass: true,
    floatPrecision: 2,
    // Ids may be asked for from outside, and what is hidden may be shown by a style.
    plugins: [{ name: "preset-default", params: { overrides: { cleanupIds: false, removeHiddenElems: false } } }],
  });
  if (data.length < before.length) writeFileSync(file, data);
}
