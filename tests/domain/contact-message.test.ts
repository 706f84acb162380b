import { describe, expect, it } from "vitest";
import { contactMessageSchema } from "#domain/contact-message.ts";
import { errorsByField, SENTENCES } from "#domain/fields.ts";

const typed = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" };

const errors = (fields: Record<string, unknown>) => {
  const outcome = contactMessageSchema().safeParse({ ...typed, ...fields });
  return outcome.success ? {} : errorsByField(outcome.error);
};

describe("a contact message", () => {
  it("is kept value for value as it is mailed, and nothing else with it", () => {
    const { nom: name, email, sujet: subject, message } = typed;
    const kept = { name, email, subject, message };
    expect(contactMessageSchema().parse({ ...typed, hp: "", to: "x@exemple.ch" })).toStrictEqual(kept);
  });

  it("keeps the lines of its text, and has one line everywhere else", () => {
    const message = contactMessageSchema().parse({ ...typed, sujet: "Salut\r\nBcc: x", message: "un\r\n\r\ndeux" });
    expect(message).toMatchObject({ subject: "Salut Bcc: x", message: "un\n\ndeux" });
  });

  it.each(["nom", "email", "sujet", "message"])("needs %s", (field) => {
    expect(errors({ [field]: undefined })).toEqual({ [field]: SENTENCES.required });
    expect(errors({ [field]: " \n" })).toEqual({ [field]: SENTENCES.required });
    expect(errors({ [field]: ["a", "b"] })).toEqual({ [field]: SENTENCES.required });
  });

  it("needs an address that can be answered", () =>
    expect(errors({ email: "leo" })).toEqual({ email: SENTENCES.email }));

  it("has limits that are told", () => {
    expect(errors({ nom: "é".repeat(121), sujet: "é".repeat(501), message: "é".repeat(10_001) })).toEqual({
      nom: SENTENCES.tooLong(120),
      sujet: SENTENCES.tooLong(500),
      message: SENTENCES.tooLong(10_000),
    });
  });
});
