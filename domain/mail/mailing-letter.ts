/** The e-mail of a mailing. */
import type { MailingKind } from "#domain/mailings/mailing.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";
import type { ComposedLetter, LetterPart } from "./letter.ts";
import { renderLetterBodies } from "./letter-html.ts";

/** `about`: name of the event, or « Assemblée du 12 juin 2027 »; empty for an info. */
export type ShownMailing = {
  readonly kind: MailingKind;
  readonly about: string;
  readonly subject: string;
  readonly blocks: readonly RichTextBlock[];
  readonly answersTo: string;
};

/** What a mailing is, above its subject: in mails, on letters and on pages. */
export const mailingKicker = ({ kind, about }: Pick<ShownMailing, "kind" | "about">): string => {
  if (kind === "convocation") return `Convocation\u00a0: ${about}`;
  return kind === "event" && about !== "" ? `Au sujet de ${about}` : "Aux membres";
};

export const answersInFrench = (answersTo: string): string => `Réponses\u00a0: ${answersTo}`;

/** @param optOutUrl where the recipient opts out of infos; null for the other kinds */
export function composeMailingLetter(mailing: ShownMailing, optOutUrl: string | null): ComposedLetter {
  const { subject, blocks, answersTo } = mailing;
  const parts: LetterPart[] = [
    { kind: "rich", blocks },
    ...(answersTo === "" ? [] : [{ kind: "text" as const, text: answersInFrench(answersTo) }]),
    ...(optOutUrl === null
      ? []
      : [{ kind: "small" as const, text: "Ne plus recevoir les informations", address: optOutUrl }]),
  ];
  const kicker = mailingKicker(mailing);
  return { subject, ...renderLetterBodies({ kicker, title: subject, preview: kicker, parts, foot: "" }) };
}
