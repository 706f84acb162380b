import fc from "fast-check";
import { expect, it } from "vitest";
import { PHRASES } from "#domain/champs.ts";
import { PHRASES_MOT_DE_PASSE, refusDuMotDePasse } from "#domain/mot-de-passe.ts";

it("a password has at least 6 and at most 128 characters, counted as people count", () => {
  expect(refusDuMotDePasse("")).toBe(PHRASES.obligatoire);
  expect(refusDuMotDePasse("kx7m2")).toBe(PHRASES_MOT_DE_PASSE.court);
  expect(refusDuMotDePasse("kx7m2p")).toBeNull();
  expect(refusDuMotDePasse("🎺🐄⛷🧀🍷")).toBe(PHRASES_MOT_DE_PASSE.court);
  expect(refusDuMotDePasse("🎺🐄⛷🧀🍷🔔")).toBeNull();
  expect(refusDuMotDePasse("kx7m".repeat(32))).toBeNull();
  expect(refusDuMotDePasse(`${"kx7m".repeat(32)}p`)).toBe(PHRASES_MOT_DE_PASSE.long);
});

it("a password of whatever characters gets a sentence or none, never a fault", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (motDePasse) => {
      const phrase = refusDuMotDePasse(motDePasse);
      expect(phrase === null || /^[A-ZÀ-Ý].*\.$/.test(phrase)).toBe(true);
    }),
  );
});
