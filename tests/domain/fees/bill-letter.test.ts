import { expect, it } from "vitest";
import { billLetter } from "#domain/fees/bill-letter.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";

const TODAY = "2027-03-01";
const HOME = { street: "Rue du Stade", buildingNumber: "5", postcode: "1965", place: "Savièse" };
const addressOf = (fields: Partial<MemberData>) =>
  billLetter({ ...EMPTY_MEMBER, firstName: "Ana", lastName: "Ançay", ...fields }, "Savièse", "", TODAY).address;

it.each<[string, Partial<MemberData>, string[]]>([
  ["an adult", HOME, ["Ana Ançay", "Rue du Stade 5", "1965 Savièse"]],
  [
    "a minor without a known parent",
    { ...HOME, birthDate: "2010-01-01" },
    ["Aux parents d’Ana Ançay", "Rue du Stade 5", "1965 Savièse"],
  ],
  [
    "a minor's parent",
    { ...HOME, birthDate: "2009-03-02", guardianName: "Jo Ançay" },
    ["Jo Ançay", "pour Ana Ançay", "Rue du Stade 5", "1965 Savièse"],
  ],
  [
    "a member who turns 18 today",
    { ...HOME, birthDate: "2009-03-01", guardianName: "Jo Ançay" },
    ["Ana Ançay", "Rue du Stade 5", "1965 Savièse"],
  ],
  ["an unknown address", {}, ["Ana Ançay"]],
  ["an unknown address abroad", { country: "FR" }, ["Ana Ançay"]],
  ["a house without a number", { ...HOME, buildingNumber: "s. n." }, ["Ana Ançay", "Rue du Stade", "1965 Savièse"]],
  [
    "a number in the street, too",
    { ...HOME, street: "Rue du Stade 5" },
    ["Ana Ançay", "Rue du Stade 5", "1965 Savièse"],
  ],
  [
    "an address that is not understood, as it was typed",
    { street: "Stade 5, 12, Savièse", buildingNumber: "", postcode: "" },
    ["Ana Ançay", "Stade 5, 12, Savièse"],
  ],
  [
    "c/o on its own line",
    { ...HOME, street: "c/o Dubuis, Rue du Stade" },
    ["Ana Ançay", "c/o Dubuis", "Rue du Stade 5", "1965 Savièse"],
  ],
  [
    "the name of a foreign country",
    { ...HOME, country: "FR", postcode: "74000", place: "Annecy" },
    ["Ana Ançay", "Rue du Stade 5", "74000 Annecy", "FRANCE"],
  ],
])("a bill on paper is addressed to %s", (_, fields, address) => {
  expect(addressOf(fields)).toEqual(address);
});

it("the date line of a bill on paper names the place of the association", () => {
  expect(billLetter(EMPTY_MEMBER, "Savièse", "Merci.", TODAY)).toEqual({
    address: [],
    date: "Savièse, le 1er\u00a0mars\u00a02027",
    words: "Merci.",
  });
});
