import fc from "fast-check";
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
    expect(parseTint("style")).toBe("encre");
    for (const none of [undefined, "", "bleu", "toString"]) expect(parseTint(none)).toBeNull();
  });

  it.each(Object.entries(TINTS))("of the colour %s is this tint", (name, hex) =>
    expect(nearestTint(colour(hex))).toBe(name),
  );

  it("is the nearest tint of any colour", () => {
    const component = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(component, component, component, (r, g, b) => {
        const distance = (hex: string) => {
          const other = colour(hex);
          return Math.hypot(other.r - r, other.g - g, other.b - b);
        };
        const chosen = distance(TINTS[nearestTint({ r, g, b })]);
        for (const hex of Object.values(TINTS)) expect(chosen).toBeLessThanOrEqual(distance(hex) + 1e-9);
      }),
    );
  });
});
