/** Mail to the committee (docs/specification.md section 7). */
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import type { ContactMessage } from "#domain/contact-message.ts";
import { ageInYears, dayInZurich, isDay, parseSwissDay, swissDay, timeInZurich } from "#domain/dates.ts";
import { formatPhone, mailtoLink, telLink, toMultiline, toSingleLine } from "#domain/fields.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import type { Letter, LetterPart } from "./letter.ts";
import { renderLetterBodies } from "./letter-html.ts";

export type TestMailMessage = { readonly type: "test"; readonly content: { readonly askedBy: string } };

type MailSource = {
  /** The mail's id, by which the site finds the inbox entry. */
  readonly id: string;
  readonly submission: Submission | TestMailMessage;
  /** Time of the submission or of the request for a test. Ages are computed for this day. */
  readonly receivedAt: Date;
};

/** A mail without recipients. `subject` and `replyTo` must be single lines, even if a visitor typed line breaks. */
export type MailContent = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
};

/** The mail for a submission or a test. `publicUrl` has no slash at its end. */
export function composeCommitteeMail({ id, submission, receivedAt }: MailSource, publicUrl: string): MailContent {
  if (submission.type === "test") return composeTestMail(submission.content.askedBy, receivedAt);
  const when = momentOf(receivedAt);
  if (submission.type === "inscription") {
    const { firstName, lastName } = submission.content;
    const letter = signUpLetter(submission.content, {
      when,
      receivedAt,
      birthDateToVerify: submission.birthDateToVerify ?? false,
      box: inTheBox(publicUrl, submission, id),
    });
    return written(subject("Nouvelle inscription", `${firstName} ${lastName}`), letter, null);
  }
  const letter = messageLetter(submission.content, when, inTheBox(publicUrl, submission, id));
  return written(subject("Message", submission.content.subject), letter, toSingleLine(submission.content.email));
}

const momentOf = (instant: Date): string => `le ${swissDay(dayInZurich(instant))} à ${timeInZurich(instant)}`;

const subject = (what: string, typed: string): string => `${what}\u00a0: ${toSingleLine(typed)}`;

const written = (line: string, letter: Letter, replyTo: string | null): MailContent => ({
  subject: line,
  ...renderLetterBodies(letter),
  replyTo,
});

const inTheBox = (publicUrl: string, { type }: Submission, id: string): LetterPart => ({
  kind: "button",
  text: "Ouvrir dans la boîte",
  address: `${publicUrl}/${type === "inscription" ? "inscriptions" : "messages"}?courrier=${encodeURIComponent(id)}`,
});

/** Length of the preview text that mail programs show, in characters. */
const PREVIEW_MAX = 120;

type Arrival = { when: string; receivedAt: Date; birthDateToVerify: boolean; box: LetterPart };

const TO_VERIFY: LetterPart = {
  kind: "alert",
  text: "Date de naissance à vérifier\u00a0: le formulaire l’a proposée, et seule la personne l’a confirmée.",
};
const PAPER_DUE: LetterPart = {
  kind: "alert",
  text: "Mineur·e\u00a0: l’autorisation parentale signée doit revenir au comité.",
};

function signUpLetter(
  { lastName, firstName, address, phone, birthDate, charter, minorCharter }: SignUp,
  { when, receivedAt, birthDateToVerify, box }: Arrival,
): Letter {
  const birth = parseSwissDay(birthDate);
  const age = isDay(birth) ? ageInYears(birth, dayInZurich(receivedAt)) : null;
  const minor = age !== null && age < AGE_OF_MAJORITY;
  const ageInFrench = age === null ? "" : `${age} ans, ${minor ? "mineur·e" : "majeur·e"}`;
  const phoneText = formatPhone(toSingleLine(phone));
  return {
    kicker: "Nouvelle inscription",
    title: toSingleLine(`${firstName} ${lastName}`),
    preview: [ageInFrench, phoneText].filter(Boolean).join(" · "),
    parts: [
      ...(birthDateToVerify ? [TO_VERIFY] : []),
      ...(minor ? [PAPER_DUE] : []),
      {
        kind: "facts",
        facts: [
          { label: "Âge", value: ageInFrench },
          { label: "Date de naissance", value: toSingleLine(birthDate) },
          { label: "Téléphone", value: phoneText, ...phoneAddress(phone) },
          { label: "Adresse", value: toSingleLine(address) },
          { label: "Charte", value: toSingleLine(charter) },
          { label: "Charte mineur", value: minorCharter === "Majeur" ? "" : toSingleLine(minorCharter) },
        ],
      },
      box,
    ],
    foot: `Inscription reçue par le site ${when}.`,
  };
}

function phoneAddress(tel: string): { address?: string } {
  const address = telLink(tel);
  return address === null ? {} : { address };
}

function messageLetter({ name, email, subject, message }: ContactMessage, when: string, box: LetterPart): Letter {
  const from = toSingleLine(email);
  return {
    kicker: "Message",
    title: toSingleLine(subject),
    preview: [...toSingleLine(message)].slice(0, PREVIEW_MAX).join(""),
    parts: [
      { kind: "quote", text: toMultiline(message) },
      {
        kind: "facts",
        facts: [
          { label: "De", value: toSingleLine(name) },
          { label: "E-mail", value: from, address: mailtoLink(from) },
        ],
      },
      { kind: "text", text: "Répondez simplement à cet e-mail\u00a0: votre réponse part à cette adresse." },
      box,
    ],
    foot: `Message reçu par le site ${when}.`,
  };
}

/** The test mail. `askedBy`: first name of the person who requested the test. */
export const composeTestMail = (askedBy: string, askedOn: Date): MailContent =>
  written(
    "Courrier d’essai du site",
    {
      kicker: "Courrier d’essai",
      title: "Ce courrier est arrivé",
      preview: "Les inscriptions et les messages du site arrivent donc ici aussi.",
      parts: [{ kind: "text", text: "Les inscriptions et les messages du site arrivent donc ici aussi." }],
      foot: `Essai demandé ${momentOf(askedOn)} par ${toSingleLine(askedBy)}.`,
    },
    null,
  );

/** Message-ID of a mail. Must be the same for each attempt. `sender`: an address or `Nom <adresse>`. */
export function mailMessageId(
  type: (Submission | TestMailMessage)["type"] | "account",
  id: string,
  sender: string,
): string {
  const host = /@([a-z0-9.-]+)/i.exec(sender)?.[1] ?? "localhost";
  return `<${type}-${id}@${host}>`;
}
