import { describe, expect, it } from "vitest";
import { nearestTint, parseTint, TINTS } from "#domain/pictures/tints.ts";

const colour = (hex: string) => ({
  r: Number.parseInt(hex.slice(1, 3), 16),
  g: Number.parseInt(hex.slice(3, 5), 16),
  b: Number.parseInt(hex.slice(5, 7), 16),
});

describe("the tint of a picture", () => {
  it("is read from a document, also under its former name", () => {
    for (const name of Object.keys(TINTS)) expect(parseTint(name)).toBe(name);
    for (const none of [undefined, "", "bleu", "toString"]) expect(parseTint(none)).toBeNull();
  });

  it.each(Object.entries(TINTS))("of a colour near %s is this tint", (name, hex) => {
    const { r, g, b } = colour(hex);
    expect(nearestTint({ r: Math.max(0, r - 4), g: Math.min(255, g + 4), b })).toBe(name);
  });
});
