import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { FeeYear } from "#domain/fees/fee.ts";
import {
  acceptanceInFrench,
  doubtsAboutSignUp,
  doubtsInFrench,
  feesOfNewMembers,
} from "#domain/register/acceptance.ts";
import { memberFromSignUp } from "#domain/register/member.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { EDITABLE_TEXTS, INITIAL_CHARTER_DAY } from "#domain/texts/texts.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";

const DAY = "2026-11-28";
const person = (fields: Partial<SignUp> = {}, consentOn = "") =>
  memberFromSignUp(aSignUp(fields).content, { consentOn, email: "", guardianName: "", guardianPhone: "" }, DAY);
const MINOR = { birthDate: "05.08.2009" };
const year = (name: string, more: Partial<FeeYear> = {}): FeeYear => ({
  year: name,
  amount: 5000,
  joinedBy: "2026-12-31",
  openedAt: new Date(0),
  openedBy: null,
  closedAt: null,
  closedBy: null,
  ...more,
});
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const words = (people: ReturnType<typeof person>[], ...years: FeeYear[]) =>
  plain(acceptanceInFrench(people, feesOfNewMembers(years, people), DAY));

describe("the summary before several sign-ups are accepted", () => {
  it.each([
    [
      [...Array.from({ length: 21 }, () => person()), ...Array.from({ length: 9 }, () => person(MINOR))],
      [year("2026")],
      "30 personnes, dont 9 de moins de 18 ans sans autorisation. 30 cotisations 2026, CHF 1’500.–.",
    ],
    [[person()], [year("2026")], "1 personne. 1 cotisation 2026, CHF 50.–."],
    [[person(MINOR)], [], "1 personne, de moins de 18 ans, sans autorisation. Aucune cotisation pour l’instant."],
    [
      [person(MINOR), person(MINOR)],
      [year("2026", { closedAt: new Date(0) })],
      "2 personnes, toutes de moins de 18 ans, sans autorisation. Aucune cotisation pour l’instant.",
    ],
    [
      [person(MINOR, "2026-11-01"), person()],
      [year("2027", { amount: 6000 }), year("2026"), year("2025", { joinedBy: "2025-10-01" })],
      "2 personnes. 2 cotisations 2026, CHF 100.–. 2 cotisations 2027, CHF 120.–.",
    ],
  ])("counts people, missing authorisations and the fees of each open year (%#)", (people, years, expected) => {
    expect(words(people, ...years)).toBe(expected);
  });
});

describe("a sign-up", () => {
  const NO_MARK = { birthDateToVerify: false, duplicate: false };

  it("needs no check by the committee if its address is understood and it has no mark", () => {
    expect(doubtsAboutSignUp(person(), NO_MARK, DAY)).toEqual([]);
  });

  it("needs a check by the committee for each mark, for an address that is not understood, and for values that the register refuses", () => {
    const marked = doubtsAboutSignUp(
      person({ address: "Rue du Stade" }),
      { birthDateToVerify: true, duplicate: true },
      DAY,
    );
    expect(doubtsInFrench(marked)).toBe("Date de naissance à vérifier, inscription en double, adresse à vérifier.");
    expect(doubtsAboutSignUp(person({ birthDate: "05.08.2015" }), NO_MARK, DAY)).toEqual(["form"]);
    expect(doubtsInFrench([])).toBe("");
  });
});

it("the day of the charter's initial text changes with the text", () => {
  const hash = createHash("sha256").update(JSON.stringify(EDITABLE_TEXTS.charter.fields)).digest("hex").slice(0, 12);
  expect([INITIAL_CHARTER_DAY, hash]).toEqual(["2026-11-29", "060e2e57340c"]);
});
