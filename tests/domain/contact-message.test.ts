import { describe, expect, it } from "vitest";
import { contactMessageSchema } from "#domain/contact-message.ts";
import { errorsByField, FIELD_SENTENCES } from "#domain/fields.ts";

const typed = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" };

const errors = (fields: Record<string, unknown>) => {
  const outcome = contactMessageSchema().safeParse({ ...typed, ...fields });
  return outcome.success ? {} : errorsByField(outcome.error);
};

describe("a contact message", () => {
  it("contains the typed values and no other fields, with line breaks in its text only", () => {
    const sent = { ...typed, sujet: "Salut\r\nBcc: x", message: "un\r\n\r\ndeux", hp: "", to: "x@exemple.ch" };
    const kept = { name: "Léo Varone", email: "leo@exemple.ch", subject: "Salut Bcc: x", message: "un\n\ndeux" };
    expect(contactMessageSchema().parse(sent)).toStrictEqual(kept);
  });

  it.each(["nom", "email", "sujet", "message"])("requires %s, and a valid e-mail address", (field) => {
    expect(errors({ [field]: " \n" })).toEqual({ [field]: FIELD_SENTENCES.required });
    expect(errors({ email: "leo" })).toEqual({ email: FIELD_SENTENCES.email });
  });

  it("has limits, which its errors state", () => {
    expect(errors({ nom: "é".repeat(121), sujet: "é".repeat(501), message: "é".repeat(10_001) })).toEqual({
      nom: FIELD_SENTENCES.tooLong(120),
      sujet: FIELD_SENTENCES.tooLong(500),
      message: FIELD_SENTENCES.tooLong(10_000),
    });
  });
});
