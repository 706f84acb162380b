import { describe, expect, it } from "vitest";
import { joinPeople, namedIn } from "#domain/handover/people.ts";

const account = (firstName: string, email = `${firstName || "x"}@exemple.ch`) => ({
  id: `a-${firstName}`,
  firstName,
  email,
});
const card = (firstName: string, lastName: string) => ({
  id: `${lastName}Membre`,
  subject: `c-${firstName}-${lastName}`,
  firstName,
  lastName,
});

const rows = (people: ReturnType<typeof joinPeople>) =>
  people.map(({ name, account, card }) => [name, account?.firstName ?? null, card?.lastName ?? null]);

describe("an account and a card are one person", () => {
  it("when only they have this first name, whatever its accents and case", () => {
    expect(rows(joinPeople([account("zoe")], [card("Zoé", "Héritier"), card("Ana", "Luyet")]))).toEqual([
      ["Ana Luyet", null, "Luyet"],
      ["Zoé Héritier", "zoe", "Héritier"],
    ]);
  });

  it("when « Sophie B. » tells the two apart; the other Sophie is then the other card", () => {
    const cards = [card("Sophie", "Bernard"), card("Sophie", "Dupont")];
    expect(rows(joinPeople([account("Sophie"), account("Sophie B.")], cards))).toEqual([
      ["Sophie Bernard", "Sophie B.", "Bernard"],
      ["Sophie Dupont", "Sophie", "Dupont"],
    ]);
  });

  it("not when two cards, or two accounts, have the name", () => {
    expect(rows(joinPeople([account("Sophie")], [card("Sophie", "Bernard"), card("Sophie", "Dupont")]))).toHaveLength(
      3,
    );
    expect(
      rows(joinPeople([account("Sophie B.")], [card("Sophie", "Bernard"), card("Sophie", "Brunner")])),
    ).toHaveLength(3);
    expect(rows(joinPeople([account("Marie")], [card("Marie-Claude", "Luyet")]))).toHaveLength(2);
  });

  it("without a first name, the address stands for the account", () => {
    expect(rows(joinPeople([account("", "caisse@exemple.ch")], [card("", "")]))).toEqual([
      ["caisse@exemple.ch", "", null],
      ["Sans nom", null, ""],
    ]);
  });
});

describe("a text", () => {
  const people = joinPeople(
    [account("Sophie B."), account("Zoé"), account("Tom")],
    [card("Sophie", "Bernard"), card("Sophie", "Dupont"), card("Zoé", "de Courten"), card("Marie-Claude", "Luyet")],
  );
  const read = (text: string, isName = false) =>
    [...namedIn(text, isName, people)].map(([{ name }, match]) => `${name}: ${match}`).toSorted();

  it.each([
    ["Zoé", ["Zoé de Courten: sure"]],
    ["zoe et Tom", ["Tom: sure", "Zoé de Courten: sure"]],
    ["Sophie", ["Sophie Bernard: maybe", "Sophie Dupont: maybe"]],
    ["Sophie B.", ["Sophie Bernard: sure"]],
    ["Sophie D", ["Sophie Dupont: sure"]],
    ["Sophie M.", []],
    ["Sophie Dupont, Zoé", ["Sophie Dupont: sure", "Zoé de Courten: sure"]],
    ["Dupont Sophie", ["Sophie Dupont: sure"]],
    ["Marie Claude", ["Marie-Claude Luyet: sure"]],
    ["Marie", []],
    ["Tomas", []],
    ["Tom Rey", ["Tom: maybe"]],
    ["Tom R.", ["Tom: maybe"]],
    ["", []],
  ])("in « Qui »: « %s »", (text, expected) => {
    expect(read(text, true)).toEqual(expected);
  });

  it.each([
    ["Armoire du local, chez Zoé", ["Zoé de Courten: maybe"]],
    ["Chez Zoé de Courten", ["Zoé de Courten: sure"]],
    ["Sophie a les clés", ["Sophie Bernard: maybe", "Sophie Dupont: maybe"]],
    ["Sophie B. les a, Sophie aussi", ["Sophie Bernard: sure", "Sophie Dupont: maybe"]],
    ["Atomes, Zoéline", []],
  ])("elsewhere: « %s »", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

it("a name with an apostrophe is one name, with a straight or a curved one", () => {
  const people = joinPeople([account("D’Angelo"), account("Anna")], [card("Marie", "D'Amico")]);
  const read = (text: string) => [...namedIn(text, true, people)].map(([{ name }, match]) => `${name}: ${match}`);
  for (const text of ["D’Angelo", "d'angelo", "Dangelo"]) expect(read(text)).toEqual(["D’Angelo: sure"]);
  expect(read("Marie D’Amico et Anna")).toEqual(["Marie D'Amico: sure", "Anna: sure"]);
  expect(read("c’est Anna, l’Anna")).toEqual(["Anna: sure"]);
});
