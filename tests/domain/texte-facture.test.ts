import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusDeFacture, texteDeFacture } from "#domain/texte-facture.ts";

/** The 324 characters of the standard, written out from its table. */
const permis = (signe: string) => {
  const code = signe.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0x17f) ||
    (code >= 0x218 && code <= 0x21b) ||
    code === 0x20ac
  );
};

describe("a text on a QR-bill", () => {
  it.each([
    ["La Jeunesse de Savièse", "La Jeunesse de Savièse"],
    ["Jeunesse d’Ormône – «\u00a0Savièse\u00a0»", "Jeunesse d'Ormône - « Savièse »"],
    ["“Savièse” et…", '"Savièse" et...'],
    ["Œuvre Şahin Żółć Ștefan € ß", "Œuvre Şahin Żółć Ștefan € ß"],
    ["Nguyễn Văn", "Nguyen Văn"],
    ["Zoe\u0301", "Zoé"],
    ["𝓛𝓮𝓪 Ｆｕ", "Lea Fu"],
    ["Jeunesse 🎺 de\u200b Savièse\u00ad", "Jeunesse de Savièse"],
    ['=HYPERLINK("x") <img onerror>', '=HYPERLINK("x") <img onerror>'],
    ["STRAẞE", "STRASSE"],
  ])("reads %j as %j", (texte, attendu) => {
    expect(texteDeFacture(texte, 70)).toBe(attendu);
    expect(refusDeFacture(texte, 70)).toBeNull();
  });

  it.each([
    ["Молодёжь", "signes"],
    ["Savièse 青年", "signes"],
    ["محمد", "signes"],
    ["🎺🎺", "signes"],
    ["\u200b", "signes"],
    [`${"x".repeat(69)}…`, "longueur"],
  ])("is refused where it would say something else: %j", (texte, raison) => {
    expect(refusDeFacture(texte, 70)).toBe(raison);
  });

  it("holds only what banks allow, on one line, within its length, whatever was saved", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.integer({ min: 1, max: 70 }), (texte, max) => {
        const surLaFacture = texteDeFacture(texte, max);
        expect(Array.from(surLaFacture).filter((signe) => !permis(signe))).toEqual([]);
        expect(surLaFacture.length).toBeLessThanOrEqual(max);
        expect(surLaFacture).toBe(surLaFacture.trim());
        if (refusDeFacture(texte, max) === null) expect(surLaFacture).not.toBe("");
      }),
      { numRuns: 1000 },
    );
  });

  it("stays letter for letter what it is when banks allow all of it", () => {
    const mot = fc.stringMatching(/^[!-~\u00a1-\u00ac\u00ae-\u017f€]{1,10}$/);
    fc.assert(
      fc.property(fc.array(mot, { minLength: 1, maxLength: 6 }), (mots) => {
        const texte = mots.join(" ").normalize("NFC");
        expect(texteDeFacture(texte, 70)).toBe(texte);
      }),
    );
  });
});
