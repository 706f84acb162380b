import { mailingKicker } from "#domain/mail/mailing-letter.ts";
import { sendingsInFrench } from "#domain/mailings/delivery-words.ts";
import type { MailingToPerson } from "#usecases/mailings/read-mailings.ts";

export type MessageView = ReturnType<typeof viewMessages>[number];

/** The messages to a person, as the personal page and the page of one's places show them. */
export const viewMessages = (mailings: readonly MailingToPerson[]) =>
  mailings.map((mailing) => {
    const { id, subject, blocks, answersTo, event, sendings } = mailing;
    return { id, subject, blocks, answersTo, event, kicker: mailingKicker(mailing), sent: sendingsInFrench(sendings) };
  });
