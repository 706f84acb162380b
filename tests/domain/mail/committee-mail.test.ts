import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContactMessage } from "#domain/contact-message.ts";
import { toSingleLine } from "#domain/fields.ts";
import { composeCommitteeMail, mailMessageId } from "#domain/mail/committee-mail.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";

const SITE = "https://jeunesse.exemple.ch";
const RECEIVED_AT = new Date("2025-08-05T12:03:00Z");

const ZOE = { lastName: "Héritier-Dubuis", birthDate: "05.08.2008", minorCharter: "Validé par la personne" } as const;

const PAUL: ContactMessage = {
  name: "Paul Luyet",
  email: "paul@exemple.ch",
  subject: "La fête",
  message: "Bonjour,\n\nà quelle heure ?\nPaul",
};

const signUp = (changes: Partial<SignUp> = {}, receivedAt = RECEIVED_AT, birthDateToVerify?: boolean) => {
  const submission = {
    ...aSignUp({ ...ZOE, ...changes }),
    ...(birthDateToVerify !== undefined && { birthDateToVerify }),
  };
  return composeCommitteeMail({ id: "aB_9", submission, receivedAt }, SITE);
};
const contact = (changes: Partial<ContactMessage> = {}) =>
  composeCommitteeMail({ id: "aB_9", submission: aMessage({ ...PAUL, ...changes }), receivedAt: RECEIVED_AT }, SITE);

const readable = (text: string) => text.replaceAll("\u00a0", " ");
/** The visible text of a mail in HTML. */
const wordsOf = (html: string) => readable(html.replace(/<style>.*<\/style>/s, "").replace(/<[^>]*>/g, ""));

describe("the mail of a sign-up", () => {
  it("contains name, age, phone, address and a link to the entry in the inbox", () => {
    const { subject, text, replyTo } = signUp();
    expect(subject).toBe("Nouvelle inscription\u00a0: Zoé Héritier-Dubuis");
    expect(replyTo).toBeNull();
    expect(readable(text)).toBe(
      `Nouvelle inscription
Zoé Héritier-Dubuis

! Mineur·e : l’autorisation parentale signée doit revenir au comité.

Âge : 17 ans, mineur·e
Date de naissance : 05.08.2008
Téléphone : 079 123 45 67
Adresse : Chemin des Treize-Étoiles 4, 1965 Savièse
Charte : Validé par la personne
Charte mineur : Validé par la personne

Ouvrir dans la boîte :
https://jeunesse.exemple.ch/inscriptions?courrier=aB_9

Inscription reçue par le site le 05.08.2025 à 14:03.
La Jeunesse de Savièse
`,
    );
  });

  it("states the age on the day of the sign-up in Zurich", () => {
    const midnight = new Date("2026-08-04T22:30:00Z");
    expect(signUp({ minorCharter: "Majeur" }, midnight).text).toMatch(/18 ans, majeur·e/);
    expect(signUp({}, new Date(midnight.getTime() - 3_600_000)).text).toMatch(/17 ans, mineur·e/);
    expect(signUp({ minorCharter: "Majeur" }, midnight).text).not.toContain("Charte mineur");
    expect(readable(signUp({}, midnight).text)).toContain("reçue par le site le 05.08.2026 à 00:30.");
  });

  it("warns about a birth date that the committee has to verify, and only then", () => {
    for (const part of ["text", "html"] as const) {
      expect(readable(signUp({}, RECEIVED_AT, true)[part])).toContain("Date de naissance à vérifier : ");
      expect(signUp({}, RECEIVED_AT, false)[part]).not.toContain("à vérifier");
      expect(signUp()[part]).not.toContain("à vérifier");
    }
  });

  it("leaves out facts that an entry of an older version lacks", () => {
    const { text, html } = signUp({ address: "", birthDate: "", phone: "" });
    for (const part of [text, html]) expect(part).not.toMatch(/Adresse|Âge|naissance|Téléphone|NaN|mineur·e/);
  });

  it("contains the same words in HTML as in plain text", () => {
    const { text, html } = signUp({}, RECEIVED_AT, true);
    const words = wordsOf(html);
    for (const line of readable(text).split("\n"))
      for (const part of line.replace(/^! | :$/g, "").split(" : "))
        if (!part.startsWith("https:")) expect(words).toContain(part);
  });
});

describe("the mail of a message", () => {
  it("begins with the message as it was written, and has the sender as reply address", () => {
    const { subject, text, html, replyTo } = contact();
    expect(subject).toBe("Message\u00a0: La fête");
    expect(replyTo).toBe("paul@exemple.ch");
    expect(readable(text)).toBe(
      `Message
La fête

Bonjour,

à quelle heure ?
Paul

De : Paul Luyet
E-mail : paul@exemple.ch

Répondez simplement à cet e-mail : votre réponse part à cette adresse.

Ouvrir dans la boîte :
https://jeunesse.exemple.ch/messages?courrier=aB_9

Message reçu par le site le 05.08.2025 à 14:03.
La Jeunesse de Savièse
`,
    );
    expect(html).toContain("Bonjour,<br><br>à quelle heure ?<br>Paul");
  });

  it("keeps subject, addresses and facts on one line, whatever a visitor types", () => {
    const text = fc.string({ unit: "binary" });
    const withLineBreaks = fc.array(fc.oneof(text, fc.constantFrom("\r\n", "\n", "\r", "\u2028", "\u0085", "\0")));
    const field = withLineBreaks.map((parts) => parts.join(""));
    fc.assert(
      fc.property(field, field, field, (nom, email, sujet) => {
        const mail = contact({ name: nom, email, subject: sujet, message: "m" });
        // A fact without a value is left out.
        const facts = [nom, email].filter((one) => toSingleLine(one) !== "").length;
        const expected = facts === 0 ? 13 : 14 + facts;
        expect(mail.subject).not.toMatch(/[\r\n\0]/);
        expect(mail.replyTo).not.toMatch(/[\r\n\0]/);
        expect(mail.text.split("\n").length).toBe(expected);
      }),
    );
  });

  it("contains no external resource and no script", () => {
    expect(contact().html).not.toMatch(
      /<(?:img|script|link|iframe|object|video|audio|form|base)\b|url\(|@import|\son\w+=/i,
    );
  });

  it("escapes all markup that a visitor types", () => {
    const hostile = fc.array(
      fc.constantFrom("<b>", "</main>", "<img src=x onerror=y>", '"', "'", "&amp;", "javascript:x", "\n", "<!--", "x"),
    );
    const shape = (html: string) =>
      html
        .match(/<[^>]*>/g)
        ?.map((tag) => tag.replace(/"[^"]*"/g, ""))
        .join("");
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const [nom, sujet] = [`x${a.join("")}`, `y${b.join("")}`];
        const { html } = contact({ name: nom, subject: sujet, email: `${nom}@exemple.ch` });
        expect(shape(html)).toBe(shape(contact().html));
        expect(html).not.toMatch(/href="(?!https:\/\/jeunesse\.exemple\.ch\/|mailto:)/);
      }),
    );
  });
});

it("a test mail names the person who requested it, and has no reply address", () => {
  const submission = { type: "test", content: { askedBy: "anne@exemple.ch" } } as const;
  const { subject, text, replyTo } = composeCommitteeMail({ id: "x", submission, receivedAt: RECEIVED_AT }, SITE);
  expect([subject, replyTo]).toEqual(["Courrier d’essai du site", null]);
  expect(text).toBe(
    `Courrier d’essai
Ce courrier est arrivé

Les inscriptions et les messages du site arrivent donc ici aussi.

Essai demandé le 05.08.2025 à 14:03 par anne@exemple.ch.
La Jeunesse de Savièse
`,
  );
});

it.each([
  ["site@jeunesse.exemple.ch", "<inscription-aB_9-x@jeunesse.exemple.ch>"],
  ["La Jeunesse <site@exemple.ch>", "<inscription-aB_9-x@exemple.ch>"],
  ["pas une adresse", "<inscription-aB_9-x@localhost>"],
])("the Message-ID names the entry and the host of %s", (sender, expected) =>
  expect(mailMessageId("inscription", "aB_9-x", sender)).toBe(expected),
);
