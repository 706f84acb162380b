import { describe, expect, it } from "vitest";
import { erreursParChamp, PHRASES } from "#domain/champs.ts";
import { schemaMessageContact } from "#domain/message-contact.ts";

const saisie = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" };

const erreurs = (champs: Record<string, unknown>) => {
  const issue = schemaMessageContact().safeParse({ ...saisie, ...champs });
  return issue.success ? {} : erreursParChamp(issue.error);
};

describe("a contact message", () => {
  it("is kept value for value as it is mailed, and nothing else with it", () => {
    expect(schemaMessageContact().parse({ ...saisie, hp: "", to: "x@exemple.ch" })).toStrictEqual(saisie);
  });

  it("keeps the lines of its text, and has one line everywhere else", () => {
    const message = schemaMessageContact().parse({ ...saisie, sujet: "Salut\r\nBcc: x", message: "un\r\n\r\ndeux" });
    expect(message).toMatchObject({ sujet: "Salut Bcc: x", message: "un\n\ndeux" });
  });

  it.each(["nom", "email", "sujet", "message"])("needs %s", (champ) => {
    expect(erreurs({ [champ]: undefined })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: " \n" })).toEqual({ [champ]: PHRASES.obligatoire });
    expect(erreurs({ [champ]: ["a", "b"] })).toEqual({ [champ]: PHRASES.obligatoire });
  });

  it("needs an address that can be answered", () => {
    expect(erreurs({ email: "leo" })).toEqual({ email: PHRASES.email });
  });

  it("has limits that are told", () => {
    expect(erreurs({ nom: "é".repeat(121), sujet: "é".repeat(501), message: "é".repeat(10_001) })).toEqual({
      nom: PHRASES.tropLong(120),
      sujet: PHRASES.tropLong(500),
      message: PHRASES.tropLong(10_000),
    });
  });
});
