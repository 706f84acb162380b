import { expect, it } from "vitest";
import {
  EMPTY_MEMBER,
  type EmailWithRefusal,
  IN_GROUP_CHAT,
  MEMBER_FILTERS,
  type MemberData,
  type MemberFilter,
  memberName,
} from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { finish } from "#tests/steps.ts";

type Listed = MemberData & EmailWithRefusal;

const aMember = (firstName: string, lastName: string, fields: Partial<Listed> = {}): Listed => ({
  ...EMPTY_MEMBER,
  refusedEmail: null,
  email: "famille@exemple.ch",
  inGroupChat: IN_GROUP_CHAT,
  firstName,
  lastName,
  birthDate: "2000-08-05",
  street: "Rue du Stade",
  buildingNumber: "4",
  postcode: "1965",
  place: "Savièse",
  phone: "0791234567",
  ...fields,
});
const REFUSED_AT = new Date("2027-01-05T12:00:00Z");
const GUARDED = { email: "", phone: "", guardianPhone: "+33612345678" };
const MEMBERS = [
  aMember("Zoé", "Héritier", { refusedEmail: { address: "FAMILLE@exemple.ch", at: REFUSED_AT } }),
  aMember("Marc", "Varone", { birthDate: "2010-01-15", refusedEmail: { address: "old@exemple.ch", at: REFUSED_AT } }),
  aMember("Léa", "Luyet", { leftOn: "2026-12-31", birthDate: "2012-01-01" }),
  aMember("Ana", "Debons", { place: "" }),
  aMember("Tim", "Durand-Weber", { birthDate: "2009-02-01" }),
  aMember("Lou", "Favre", { email: "" }),
  aMember("Max", "Gay", { email: "", phone: "0273951122", inGroupChat: "" }),
  // The guardian can be reached, or could before the member came of age.
  aMember("Noé", "Jacquier", { birthDate: "2010-01-15", consentOn: "2026-01-01", ...GUARDED }),
  aMember("Pia", "Jollien", GUARDED),
  aMember("Ugo", "Luyet", { leftOn: "2026-12-31", inGroupChat: "" }),
  aMember("Eva", "Durand", { birthDate: "2009-02-02", consentOn: "2026-01-01" }),
];

const names = (filter: MemberFilter, text = "") =>
  finish(filterMembers(MEMBERS, { filter, text, day: "2027-02-01" })).map(memberName);

it("the lists of members are sorted by last name, and each has its filter", () => {
  const lists = Object.fromEntries(MEMBER_FILTERS.map((filter) => [filter, names(filter)]));
  expect(lists).toEqual({
    present: [
      "Ana Debons",
      "Eva Durand",
      "Tim Durand-Weber",
      "Lou Favre",
      "Max Gay",
      "Zoé Héritier",
      "Noé Jacquier",
      "Pia Jollien",
      "Marc Varone",
    ],
    // Tim turns 18 today.
    minors: ["Eva Durand", "Noé Jacquier", "Marc Varone"],
    "turning-18": ["Eva Durand", "Tim Durand-Weber"],
    "no-consent": ["Marc Varone"],
    "no-address": ["Ana Debons"],
    // Zoé has an address, but it was refused. It was another one that was refused of Marc's.
    "no-email": ["Lou Favre", "Max Gay", "Zoé Héritier", "Noé Jacquier", "Pia Jollien"],
    unreachable: ["Max Gay", "Pia Jollien"],
    "not-in-group": ["Max Gay"],
    left: ["Léa Luyet", "Ugo Luyet"],
    "left-in-group": ["Léa Luyet"],
  });
});

it("a search finds members by words of any field, without accents and case", () => {
  expect(names("present", "zoe 079 123")).toEqual(["Zoé Héritier"]);
  expect(names("no-consent", "SAVIESE")).toEqual(["Marc Varone"]);
  expect(names("present", "079 123 45 67")).toHaveLength(6);
  expect(names("left", "marc")).toEqual([]);
});

it("members with equal names keep their order", () => {
  const twins = ["1", "2", "3"].map((note) => aMember("Zoé", "Héritier", { note }));
  const found = finish(filterMembers(twins, { filter: "present", text: "", day: "2027-02-01" }));
  expect(found.map(({ note }) => note)).toEqual(["1", "2", "3"]);
});
