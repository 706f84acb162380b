import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatIban, IBAN_SENTENCES, ibanRefusal, normaliseIban } from "#domain/money/iban.ts";

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const asDigits = (text: string) => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** The account number with its check digits, worked out the long way (ISO 13616). */
function iban(country: string, iid: number, account: string): string {
  const bban = String(iid).padStart(5, "0") + account;
  const key = 98n - (BigInt(asDigits(`${bban}${country}00`)) % 97n);
  return country + String(key).padStart(2, "0") + bban;
}

/** A letter counts as two digits: in the place of a digit it may escape the checksum. */
const sameKind = (a = "", b = "") => /\d/.test(a) === /\d/.test(b);

const country = fc.constantFrom("CH", "LI");
const account = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 12, maxLength: 12 });
const ordinaryIid = fc.integer({ min: 0, max: 99_999 }).filter((iid) => iid < 30_000 || iid > 31_999);
const ordinary = fc.tuple(country, ordinaryIid, account).map((parts) => iban(...parts));

describe("an IBAN", () => {
  it("is shown in groups of four", () => {
    expect(formatIban("CH9300762011623852957")).toBe("CH93 0076 2011 6238 5295 7");
    expect(formatIban("CH930076")).toBe("CH93 0076");
    expect(formatIban("")).toBe("");
  });

  it.each([
    "CH9300762011623852957",
    "CH56 0483 5012 3456 7800 9",
    "li21 0881 0000 2324 013a a",
    "CH93\u00a00076 2011\t62385 2957 ",
  ])("is accepted as banks print it: %j", (typed) => expect(ibanRefusal(normaliseIban(typed))).toBeNull());

  it("of any Swiss or Liechtenstein account is accepted, with or without spaces, and read back unchanged", () => {
    fc.assert(
      fc.property(ordinary, (number) => {
        expect(ibanRefusal(number)).toBeNull();
        expect(normaliseIban(formatIban(number).toLowerCase())).toBe(number);
      }),
    );
  });

  it("with one wrong digit, or one wrong letter, is always refused", () => {
    fc.assert(
      fc.property(
        ordinary,
        fc.integer({ min: 2, max: 20 }),
        fc.constantFrom(...CHARACTERS),
        (number, position, char) => {
          fc.pre(number[position] !== char && sameKind(number[position], char));
          expect(ibanRefusal(number.slice(0, position) + char + number.slice(position + 1))).toMatch(
            /^(?:checksum|characters)$/,
          );
        },
      ),
    );
  });

  it("with two digits, or two letters, side by side that are swapped is always refused", () => {
    fc.assert(
      fc.property(ordinary, fc.integer({ min: 4, max: 19 }), (number, position) => {
        const [a = "", b = ""] = [number[position], number[position + 1]];
        fc.pre(a !== b && sameKind(a, b));
        expect(ibanRefusal(number.slice(0, position) + b + a + number.slice(position + 2))).toMatch(
          /^(?:checksum|characters)$/,
        );
      }),
    );
  });

  it("of a QR-bill with a reference is refused, although its check digits are right", () => {
    fc.assert(
      fc.property(
        country,
        fc.integer({ min: 30_000, max: 31_999 }),
        account,
        (position, iid, number) => ibanRefusal(iban(position, iid, number)) === "qr",
      ),
    );
    expect(ibanRefusal("CH4431999123000889012")).toBe("qr");
  });

  it("right beside those of QR-bills is accepted", () => {
    for (const iid of [29_999, 32_000]) expect(ibanRefusal(iban("CH", iid, "000000000001"))).toBeNull();
  });

  it.each([
    ["", "country"],
    ["DE89370400440532013000", "country"],
    ["FR1420041010050500013M02606", "country"],
    ["CH", "length"],
    ["CH930076201162385295", "length"],
    ["CH93007620116238529577", "length"],
    ["CH93-0076-2011-6238-52", "length"],
    ["CH93007620116238529-7", "characters"],
    ["CH930O762011623852957", "characters"],
    ["CH93007620116238529É7", "characters"],
    ["CH9400762011623852957", "checksum"],
  ] as const)("%j is refused because of its %s", (typed, reason) => expect(ibanRefusal(typed)).toBe(reason));

  it("that is refused comes with a sentence, and no text makes the check fail", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const reason = ibanRefusal(normaliseIban(text));
        if (reason) expect(IBAN_SENTENCES[reason]).toMatch(/\.$/);
      }),
    );
  });
});
