import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TEINTES, teinteDe } from "#domain/teintes.ts";

const couleur = (hex: string) => ({
  r: Number.parseInt(hex.slice(1, 3), 16),
  g: Number.parseInt(hex.slice(3, 5), 16),
  b: Number.parseInt(hex.slice(5, 7), 16),
});

describe("the ink of a picture", () => {
  it.each(Object.entries(TEINTES))("%s is its own", (nom, hex) => {
    expect(teinteDe(couleur(hex))).toBe(nom);
  });

  it("is the nearest one, whatever the colour", () => {
    const composante = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(composante, composante, composante, (r, g, b) => {
        const distance = (hex: string) => {
          const autre = couleur(hex);
          return Math.hypot(autre.r - r, autre.g - g, autre.b - b);
        };
        const choisie = distance(TEINTES[teinteDe({ r, g, b })]);
        for (const hex of Object.values(TEINTES)) expect(choisie).toBeLessThanOrEqual(distance(hex) + 1e-9);
      }),
    );
  });
});
