import { describe, expect, it } from "vitest";
import { ibanRefusal, normaliseIban } from "#domain/money/iban.ts";

describe("an IBAN", () => {
  it.each([
    ["as banks print it", "CH56 0483 5012 3456 7800 9"],
    ["without spaces", "CH9300762011623852957"],
    ["in small letters", "li21 0881 0000 2324 013a a"],
    ["with other spaces", "CH93\u00a00076 2011\t62385 2957 "],
    ["of the bank before the range of QR-IBANs", "CH2329999000000000001"],
    ["of the bank after the range of QR-IBANs", "CH2632000000000000001"],
  ])("is accepted %s", (_, typed) => expect(ibanRefusal(normaliseIban(typed))).toBeNull());

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
    ["CH9300762011623852975", "checksum"],
    ["CH4431999123000889012", "qr"],
    ["CH3130000000000000001", "qr"],
    ["CH1831999000000000001", "qr"],
  ] as const)("%j is refused because of its %s", (typed, reason) => expect(ibanRefusal(typed)).toBe(reason));
});
