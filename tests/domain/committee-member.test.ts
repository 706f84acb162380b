import { describe, expect, it } from "vitest";
import {
  committeeMemberAsTyped,
  committeeMemberSchema,
  compareCommitteeMembers,
  DISPLAYED_ROLE_SENTENCES,
  newCommitteeMemberId,
  shownRole,
} from "#domain/committee-member.ts";
import { errorsByField, FIELD_SENTENCES } from "#domain/fields.ts";
import { COMMITTEE_ROLES, rankOfRole } from "#domain/member-role.ts";

const member = (firstName: string, lastName: string, role: string, displayedRole = "") => ({
  firstName,
  lastName,
  role,
  displayedRole,
});

it.each([
  ["Co-président", 1],
  ["co-president", 1],
  ["CO‑PRÉSIDENT", 1],
  ["Co président", 1],
  ["Caissier", 2],
  [" secrétaire ", 3],
  ["Réseaux-sociaux", 4],
  ["re\u0301seaux_sociaux", 4],
  ["RESEAUX – SOCIAUX", 4],
  ["Membre", 5],
  ["Caissière", 5],
  ["__proto__", 5],
  ["", 5],
])("the rank of the role %j is %i, whatever hyphen, case and accent", (role, rank) =>
  expect(rankOfRole(role)).toBe(rank),
);

it("the committee is in order of rank, then of last and first name in French order", () => {
  const order = [
    member("Zoé", "Zufferey", "Co-président"),
    member("Luc", "Varone", "Caissier"),
    member("Ana", "Héritier", "Réseaux-sociaux"),
    member("Léa", "Luyet", "Réseaux Sociaux"),
    member("Ana", "Dubuis", "Membre"),
    member("Zoé", "Dubuis", "Membre"),
    member("Tim", "Éggs", "Membre"),
    member("Max", "Favre", "Grand chef"),
  ];
  expect([...order].reverse().sort(compareCommitteeMembers)).toEqual(order);
});

it.each([
  [{ lastName: "Dupont Favre", role: "Co-président" }, "DupontCo-président"],
  [{ lastName: "Héritier", role: "Réseaux Sociaux" }, "HéritierRéseaux Sociaux"],
  [{ lastName: "🎺", role: "Membre" }, "MembreMembre"],
  // An id of Firestore has no slash.
  [{ lastName: "Luyet", role: "Bar / caisse" }, "LuyetBar  caisse"],
])("the identifier of %j is %s", (fields, id) => expect(newCommitteeMemberId(fields)).toBe(id));

describe("the committee form", () => {
  const errors = (fields: Record<string, unknown>) => {
    const outcome = committeeMemberSchema().safeParse({
      ...committeeMemberAsTyped(member("Ana", "Dupont", "Membre")),
      ...fields,
    });
    return outcome.success ? {} : errorsByField(outcome.error);
  };

  it("gives a member's fields, cleaned up, and nothing else", () => {
    const typed = { Prenom: " Ana ", Nom: "Dupont  Favre", Poste: "Caissier", Telephone: "1", version: "3" };
    expect(committeeMemberSchema().parse(typed)).toStrictEqual(member("Ana", "Dupont Favre", "Caissier"));
  });

  it.each(COMMITTEE_ROLES)("accepts the role %s", (Poste) => expect(errors({ Poste })).toEqual({}));

  it.each([undefined, "", "Président", "Réseaux-sociaux", "membre", ["Membre"]])("refuses the role %j", (Poste) =>
    expect(errors({ Poste })).toEqual({ Poste: "Choisissez un poste de la liste." }),
  );

  it.each(["Prenom", "Nom"])("requires %s, of at most 120 characters", (field) => {
    expect(errors({ [field]: " " })).toEqual({ [field]: FIELD_SENTENCES.required });
    expect(errors({ [field]: "é".repeat(120) })).toEqual({});
    expect(errors({ [field]: "é".repeat(121) })).toEqual({ [field]: FIELD_SENTENCES.tooLong(120) });
  });

  it.each([
    ["Caissier", "Caissière", "Caissière"],
    ["Caissier", " Responsable  des comptes ", "Responsable des comptes"],
    ["Caissier", "Caissier", ""],
    ["Membre", " ", ""],
  ])("as %s, %j is displayed as %j", (Poste, PosteAffiche, displayed) => {
    const typed = { Prenom: "Ana", Nom: "Dupont", Poste, PosteAffiche };
    expect(committeeMemberSchema().parse(typed)).toStrictEqual(member("Ana", "Dupont", Poste, displayed));
  });

  it.each([
    ["\u200b", DISPLAYED_ROLE_SENTENCES.letters],
    ["12", DISPLAYED_ROLE_SENTENCES.letters],
    ["Caissière", DISPLAYED_ROLE_SENTENCES.otherRole("Caissier")],
    ["x".repeat(61), FIELD_SENTENCES.tooLong(60)],
  ])("refuses the displayed role %j of a « Membre »", (PosteAffiche, sentence) =>
    expect(errors({ PosteAffiche })).toEqual({ PosteAffiche: sentence }),
  );
});

it("the committee page shows the displayed role, or the role", () => {
  expect(shownRole(member("Ana", "Dupont", "Caissier", "Caissière"))).toBe("Caissière");
  expect(shownRole(member("Ana", "Dupont", "Caissier"))).toBe("Caissier");
});
