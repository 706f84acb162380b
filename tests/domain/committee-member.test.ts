import { describe, expect, it } from "vitest";
import {
  committeeMemberAsTyped,
  committeeMemberSchema,
  compareMembers,
  MEMBER_ROLES,
  newMemberId,
  rankOfRole,
} from "#domain/committee-member.ts";
import { errorsByField, SENTENCES } from "#domain/fields.ts";

const member = (firstName: string, lastName: string, role: string) => ({ firstName, lastName, role });

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
  expect([...order].reverse().sort(compareMembers)).toEqual(order);
});

it.each([
  [{ lastName: "Dupont Favre", role: "Co-président" }, "DupontCo-président"],
  [{ lastName: "Héritier", role: "Réseaux Sociaux" }, "HéritierRéseaux Sociaux"],
  [{ lastName: "🎺", role: "Membre" }, "MembreMembre"],
])("the identifier of %j is %s", (fields, id) => expect(newMemberId(fields)).toBe(id));

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

  it.each(MEMBER_ROLES)("accepts the role %s", (Poste) => expect(errors({ Poste })).toEqual({}));

  it.each([undefined, "", "Président", "Réseaux-sociaux", "membre", ["Membre"]])("refuses the role %j", (Poste) =>
    expect(errors({ Poste })).toEqual({ Poste: "Choisissez un poste de la liste." }),
  );

  it.each(["Prenom", "Nom"])("requires %s, of at most 120 characters", (field) => {
    expect(errors({ [field]: " " })).toEqual({ [field]: SENTENCES.required });
    expect(errors({ [field]: "é".repeat(120) })).toEqual({});
    expect(errors({ [field]: "é".repeat(121) })).toEqual({ [field]: SENTENCES.tooLong(120) });
  });
});
