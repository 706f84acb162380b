import { expect, it } from "vitest";
import { isAddressRefused } from "#domain/mail/addresses.ts";
import { deliveryTo } from "#domain/mailings/ways.ts";

const REACH = { hasEmail: true, isInGroup: false, hasMobile: true, hasAddress: true };
const AT = new Date("2027-03-03T12:00:00Z");
const letter = (more: object = {}) => ({ way: "email" as const, at: AT, ...more });
const deliveryOf = (...touches: ReturnType<typeof letter>[]) => deliveryTo("m1", { touches, shares: [] }, REACH, true);

it("a person whose letter was refused, but not the address, gets the mailing by the next way", () => {
  expect(deliveryOf(letter({ refused: "Trop grand.", refusesLetter: true }))).toEqual({ is: "due", way: "mobile" });
});

it("a person whose refused address was corrected gets the letter there", () => {
  expect(deliveryOf(letter({ refused: "Inconnu." }))).toEqual({ is: "due", way: "email" });
  expect(deliveryOf(letter({ refused: "Inconnu." }), letter())).toEqual({ is: "queued" });
  expect(deliveryOf(letter({ refused: "Inconnu." }), letter({ sentAt: AT.toISOString() }))).toMatchObject({
    is: "sent",
    by: "email",
  });
});

it("a full mailbox is no refusal of the address", () => {
  const refused = { address: "Zoe@exemple.ch", state: "refused", reason: "Non." } as const;
  expect(isAddressRefused("zoe@exemple.ch", [refused])).toBe(true);
  expect(isAddressRefused("zoe@exemple.ch", [{ ...refused, isFull: true }])).toBe(false);
  expect(isAddressRefused("paul@exemple.ch", [refused])).toBe(false);
});
