import { expect, it } from "vitest";
import { displayedRoleForm, parseTypedRole } from "#domain/member-role.ts";
import { readCommitteeMemberLines, TYPED_COMMITTEE_MEMBER_SENTENCES } from "#domain/typed-members.ts";

const readAll = (text: string, existing: Parameters<typeof readCommitteeMemberLines>[1] = []) =>
  readCommitteeMemberLines(text, existing).map((line) =>
    line.is === "new" ? Object.values(line.fields).filter(Boolean).join("|") : "why" in line && line.why,
  );

it.each([
  ["Léa Dubuis, Secrétaire", "Léa|Dubuis|Secrétaire"],
  ["• Léa Dubuis\tcaissière", "Léa|Dubuis|Caissier|Caissière"],
  ["Léa Dubuis – CO-PRESIDENTE", "Léa|Dubuis|Co-président|Co-présidente"],
  ["Secrétaire : Léa de Roten", "Léa|de Roten|Secrétaire"],
  ["Léa Dubuis (réseaux)", "Léa|Dubuis|Réseaux Sociaux"],
  ["Dubuis, Léa, Membre", "Léa|Dubuis|Membre"],
  ["DUBUIS Léa", "Léa|DUBUIS|Membre"],
  ["Jean-Luc Varone", "Jean-Luc|Varone|Membre"],
  ["1. Léa Dubuis, membre", "Léa|Dubuis|Membre"],
  ["Léa, Secrétaire", TYPED_COMMITTEE_MEMBER_SENTENCES.names],
  ["Léa Dubuis, Présidente", TYPED_COMMITTEE_MEMBER_SENTENCES.role("Présidente")],
])("a typed list of committee members: %s", (typed, read) => expect(readAll(typed)).toEqual([read]));

it("a typed list of committee members recognises the roles in their feminine and inclusive forms", () => {
  const roles = [
    "Co-président·e",
    "co présidente",
    "Trésorière",
    "Caissier·ère",
    "Caissier/ère",
    "SECRETAIRE",
    "Resp. réseaux sociaux",
  ];
  expect(roles.map(parseTypedRole)).toEqual([
    "Co-président",
    "Co-président",
    "Caissier",
    "Caissier",
    "Caissier",
    "Secrétaire",
    "Réseaux Sociaux",
  ]);
});

it("a typed list creates no card for a person who is in the committee or twice in the list", () => {
  const there = { firstName: "Léa", lastName: "Dubuis", role: "Caissier", displayedRole: "" };
  expect(readAll("Lea DUBUIS, Membre\nZoé Luyet\nzoe luyet, Caissier", [there])).toEqual([
    TYPED_COMMITTEE_MEMBER_SENTENCES.there(there),
    "Zoé|Luyet|Membre",
    "C’est déjà à la ligne 2.",
  ]);
});

it.each([
  ["caissiere", "Caissière"],
  ["co présidente", "Co-présidente"],
  ["Trésorière", "Trésorière"],
  ["trésorier", "Trésorier"],
  ["Caissier", ""],
  ["Co-président·e", ""],
  ["Caissier/ère", ""],
  ["Secrétaire", ""],
])("the displayed form of %s is %j", (typed, displayed) => expect(displayedRoleForm(typed)).toBe(displayed));
