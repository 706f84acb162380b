import { describe, expect, it } from "vitest";
import { FIREBASE_PROCESSORS } from "#adapters/firestore/data-processors.ts";
import { smtpProcessor } from "#adapters/smtp/smtp-mailer.ts";
import { EMBEDDED_PROCESSORS } from "#adapters/sqlite/documents.ts";
import { contactMessageSchema } from "#domain/contact-message.ts";
import {
  type DataProcessor,
  externalProvidersOf,
  MESSAGE_DATA,
  ownServerProcessors,
  SIGN_UP_DATA,
} from "#domain/data-processor.ts";
import { signUpSchema } from "#domain/sign-up.ts";

it("the list of collected data on the privacy page contains exactly the stored fields", () => {
  const zoe = { nom: "Héritier", prenom: "Zoé", adresse: "1965 Savièse", tel: "0791234567", dateAnniv: "2000-08-05" };
  const signUp = signUpSchema("2025-08-05").parse({ ...zoe, charte: "on" });
  const message = contactMessageSchema().parse({ nom: "Léa", email: "lea@exemple.ch", sujet: "Bal", message: "Oui" });
  expect(Object.keys(SIGN_UP_DATA)).toEqual(Object.keys(signUp));
  expect(Object.keys(MESSAGE_DATA)).toEqual(Object.keys(message));
});

describe("the list of providers on the privacy page", () => {
  it("is empty when the site stores everything itself", () => {
    expect(externalProvidersOf(EMBEDDED_PROCESSORS)).toEqual([]);
    expect(ownServerProcessors(EMBEDDED_PROCESSORS)).toEqual(EMBEDDED_PROCESSORS);
  });

  it("contains Google for a hosted site, in the United States only for the accounts", () => {
    expect(ownServerProcessors(FIREBASE_PROCESSORS)).toEqual([]);
    expect(externalProvidersOf(FIREBASE_PROCESSORS)).toMatchObject([
      { name: "Google (Firebase)", roles: ["data", "images"], country: [], abroad: false },
      { name: "Google (Firebase Authentication)", roles: ["accounts"], country: ["États-Unis"], abroad: true },
    ]);
  });

  it("contains each provider once with all its roles, as abroad only outside Switzerland", () => {
    const base = { provider: "Nuage SA", country: ["États-Unis"], safeguard: "Clauses types." } as const;
    const dataProcessors: DataProcessor[] = [
      { role: "data", ...base },
      { role: "images", ...base },
      { role: "mail", provider: "Poste", country: ["Suisse"], safeguard: null },
    ];
    const shared = { name: "Nuage SA", country: ["États-Unis"], safeguard: "Clauses types.", abroad: true };
    expect(externalProvidersOf(dataProcessors)).toEqual([
      { ...shared, roles: ["data", "images"] },
      { name: "Poste", roles: ["mail"], country: ["Suisse"], safeguard: null, abroad: false },
    ]);
  });

  it("contains the host of the mail server without user and password", () => {
    const text = JSON.stringify(smtpProcessor("smtps://comite%40exemple.ch:tres-secret@mail.exemple.ch:465/?pool=1"));
    expect(JSON.parse(text)).toMatchObject({ role: "mail", provider: "mail.exemple.ch", country: [] });
    expect(text).not.toMatch(/secret|comite|465/);
  });

  it.each(["smtp://localhost:25", "smtp://a:b@127.0.0.1:2525", "smtp://[::1]:25"])(
    "does not contain a mail server on the same machine: %s",
    (url) => expect(smtpProcessor(url)).toMatchObject({ role: "mail", provider: null }),
  );
});
