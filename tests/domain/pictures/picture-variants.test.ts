import { expect, it } from "vitest";
import { pictureFileNameCandidates } from "#domain/pictures/picture-variants.ts";

it.each([
  ["affiche été 2025.jpg", "affiche été 2025.jpg"],
  ["C:\\Users\\ana\\IMG_0001.JPG", "IMG_0001.JPG"],
  ["../../x.jpg", "x.jpg"],
  ["..", "image"],
  ["", "image"],
  [".htaccess", "image.htaccess"],
  ["🎺🎺.png", "image.png"],
  ["a\u0000b\r\n<script>.png", "abscript.png"],
  ["%2e%2e%2fx.jpg", "2e2e2fx.jpg"],
  ["e\u0301te\u0301.webp", "été.webp"],
  ["seul\ud800.jpg", "seul.jpg"],
  [`${"x".repeat(5000)}.jpeg`, `${"x".repeat(95)}.jpeg`],
])("the name of an upload is reduced to safe characters: %j", (sentName, expected) =>
  expect(pictureFileNameCandidates(sentName).next().value).toBe(expected),
);
