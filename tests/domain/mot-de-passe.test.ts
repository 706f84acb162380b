import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PHRASES } from "#domain/champs.ts";
import { longueurDuMotDePasse, PHRASES_MOT_DE_PASSE, refusDuMotDePasse } from "#domain/mot-de-passe.ts";
import { MOTS_COURANTS } from "#domain/mots-de-passe-courants.ts";

const EMAIL = "camille.fendant@exemple.ch";
const refus = (motDePasse: string) => refusDuMotDePasse(motDePasse, EMAIL);

describe("a password", () => {
  it.each([
    "raclette-1965",
    "trois mots au hasard",
    "kx7m2p",
    "Pâquerette 🎺",
    "correct horse",
    "Bisse du Torrent-Neuf",
  ])("« %s » may be chosen", (motDePasse) => expect(refus(motDePasse)).toBeNull());

  it("has at least 6 and at most 128 characters, counted as people count", () => {
    expect(refus("")).toBe(PHRASES.obligatoire);
    expect(refus("kx7m2")).toBe(PHRASES_MOT_DE_PASSE.court);
    expect(refus("kx7m2p")).toBeNull();
    expect(refus("🎺🐄⛷🧀🍷")).toBe(PHRASES_MOT_DE_PASSE.court);
    expect(refus("🎺🐄⛷🧀🍷🔔")).toBeNull();
    expect(refus("kx7m".repeat(32))).toBeNull();
    expect(refus(`${"kx7m".repeat(32)}p`)).toBe(PHRASES_MOT_DE_PASSE.long);
  });

  it.each([
    "123456",
    "1234567890",
    "987654",
    "azerty",
    "AZERTYUIOP",
    "qwertz",
    "abcdef",
    "aaaaaa",
    "      a",
    "......",
    "ababab",
    "123123",
  ])("« %s » is a row of keys and refused", (motDePasse) =>
    expect(refus(motDePasse)).toBe(PHRASES_MOT_DE_PASSE.courant),
  );

  it.each([
    "password",
    "Password1!",
    "motdepasse",
    "Mot de passe",
    "MotDePasse2025",
    "azerty123",
    "admin123",
    "soleil",
    "chouchou",
    "Doudou99",
    "iloveyou",
    "marseille13",
    "Nicolas",
    "saviese",
    "Savièse",
    "SAVIESE1965",
    "saviese2025!",
    "jeunesse",
    "Jeunesse-Savièse",
    "jeunesse de saviese",
    "valais",
    "sion1950",
  ])("« %s » would be guessed first and is refused", (motDePasse) =>
    expect(refus(motDePasse)).toBe(PHRASES_MOT_DE_PASSE.courant),
  );

  it.each(["camille", "Fendant", "camille.fendant", "FendantCamille", "camille1999", EMAIL, "camille-fendant!"])(
    "« %s » is the name in the address and refused",
    (motDePasse) => expect(refus(motDePasse)).toBe(PHRASES_MOT_DE_PASSE.courant),
  );

  it("may be somebody else's name", () => {
    expect(refusDuMotDePasse("fendant-blanc", "paul@exemple.ch")).toBeNull();
    expect(refusDuMotDePasse("heritier", "paul@exemple.ch")).toBeNull();
  });

  it("is judged alike in any case and with or without accents", () => {
    fc.assert(
      fc.property(fc.constantFrom(...MOTS_COURANTS), fc.nat(9999), (mot, nombre) => {
        for (const essai of [`${mot}${nombre}`, `${mot.toUpperCase()}!${nombre}`, `${nombre}${mot}`])
          if (longueurDuMotDePasse(essai) >= 6) expect(refus(essai), essai).toBe(PHRASES_MOT_DE_PASSE.courant);
      }),
    );
  });

  it("of whatever characters gets a sentence or none, never a fault", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (motDePasse, email) => {
        const phrase = refusDuMotDePasse(motDePasse, email);
        expect(phrase === null || /^[A-ZÀ-Ý].*\.$/.test(phrase)).toBe(true);
      }),
    );
  });
});
