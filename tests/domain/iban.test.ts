import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ibanLisible, normaliserIban, PHRASES_IBAN, refusIban } from "#domain/iban.ts";

const SIGNES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const enChiffres = (texte: string) => texte.replace(/[A-Z]/g, (lettre) => String(lettre.charCodeAt(0) - 55));

/** The account number with its check digits, worked out the long way (ISO 13616). */
function iban(pays: string, iid: number, compte: string): string {
  const bban = String(iid).padStart(5, "0") + compte;
  const cle = 98n - (BigInt(enChiffres(`${bban}${pays}00`)) % 97n);
  return pays + String(cle).padStart(2, "0") + bban;
}

/** A letter counts as two digits: in the place of a digit it may escape the checksum. */
const memeSorte = (a = "", b = "") => /\d/.test(a) === /\d/.test(b);

const pays = fc.constantFrom("CH", "LI");
const compte = fc.string({ unit: fc.constantFrom(...SIGNES), minLength: 12, maxLength: 12 });
const iidOrdinaire = fc.integer({ min: 0, max: 99_999 }).filter((iid) => iid < 30_000 || iid > 31_999);
const ordinaire = fc.tuple(pays, iidOrdinaire, compte).map((parties) => iban(...parties));

describe("an IBAN", () => {
  it("is shown in groups of four", () => {
    expect(ibanLisible("CH9300762011623852957")).toBe("CH93 0076 2011 6238 5295 7");
    expect(ibanLisible("CH930076")).toBe("CH93 0076");
    expect(ibanLisible("")).toBe("");
  });

  it.each([
    "CH9300762011623852957",
    "CH56 0483 5012 3456 7800 9",
    "li21 0881 0000 2324 013a a",
    "CH93\u00a00076 2011\t62385 2957 ",
  ])("is accepted as banks print it: %j", (saisie) => {
    expect(refusIban(normaliserIban(saisie))).toBeNull();
  });

  it("of any Swiss or Liechtenstein account is accepted, with or without spaces, and read back unchanged", () => {
    fc.assert(
      fc.property(ordinaire, (numero) => {
        expect(refusIban(numero)).toBeNull();
        expect(normaliserIban(ibanLisible(numero).toLowerCase())).toBe(numero);
      }),
    );
  });

  it("with one wrong digit, or one wrong letter, is always refused", () => {
    fc.assert(
      fc.property(ordinaire, fc.integer({ min: 2, max: 20 }), fc.constantFrom(...SIGNES), (numero, ou, signe) => {
        fc.pre(numero[ou] !== signe && memeSorte(numero[ou], signe));
        expect(refusIban(numero.slice(0, ou) + signe + numero.slice(ou + 1))).toMatch(/^(?:somme|signes)$/);
      }),
    );
  });

  it("with two digits, or two letters, side by side that are swapped is always refused", () => {
    fc.assert(
      fc.property(ordinaire, fc.integer({ min: 4, max: 19 }), (numero, ou) => {
        const [a = "", b = ""] = [numero[ou], numero[ou + 1]];
        fc.pre(a !== b && memeSorte(a, b));
        expect(refusIban(numero.slice(0, ou) + b + a + numero.slice(ou + 2))).toMatch(/^(?:somme|signes)$/);
      }),
    );
  });

  it("of a QR-bill with a reference is refused, although its check digits are right", () => {
    fc.assert(
      fc.property(pays, fc.integer({ min: 30_000, max: 31_999 }), compte, (ou, iid, numero) => {
        expect(refusIban(iban(ou, iid, numero))).toBe("qr");
      }),
    );
    expect(refusIban("CH4431999123000889012")).toBe("qr");
  });

  it("right beside those of QR-bills is accepted", () => {
    for (const iid of [29_999, 32_000]) expect(refusIban(iban("CH", iid, "000000000001"))).toBeNull();
  });

  it.each([
    ["", "pays"],
    ["DE89370400440532013000", "pays"],
    ["FR1420041010050500013M02606", "pays"],
    ["CH", "longueur"],
    ["CH930076201162385295", "longueur"],
    ["CH93007620116238529577", "longueur"],
    ["CH93-0076-2011-6238-52", "longueur"],
    ["CH93007620116238529-7", "signes"],
    ["CH930O762011623852957", "signes"],
    ["CH93007620116238529É7", "signes"],
    ["CH9400762011623852957", "somme"],
  ] as const)("%j is refused because of its %s", (saisie, raison) => {
    expect(refusIban(saisie)).toBe(raison);
  });

  it("that is refused comes with a sentence, and no text makes the check fail", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (texte) => {
        const raison = refusIban(normaliserIban(texte));
        if (raison) expect(PHRASES_IBAN[raison]).toMatch(/\.$/);
      }),
    );
  });
});
