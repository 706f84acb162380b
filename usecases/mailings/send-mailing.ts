/** Sends a mailing: creates it, queues its e-mails, and stops or resumes them. */
import { dayInFrench } from "#domain/dates.ts";
import { isSameMailbox } from "#domain/mail/addresses.ts";
import { composeMailingLetter, type ShownMailing } from "#domain/mail/mailing-letter.ts";
import { ADDED_UP_MS, areManyRecipients } from "#domain/mail/many-recipients.ts";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { optOutUrl, tokenInOptOutUrl } from "#domain/mailings/reader-urls.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft, workingEmail } from "#domain/register/member.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { readMarkdown } from "#domain/text/markdown.server.ts";
import { withAbsoluteLinks } from "#domain/text/rich-text.ts";
import { MAILING_LETTERS_PER_CALL_MAX } from "#stores/mailings.ts";
import type { LeasedMail } from "#stores/mails.ts";
import { accountNoticeLetters } from "#usecases/accounts/account-letters.ts";
import type { Services } from "#usecases/services.ts";
import { readMailingState } from "./recipients.ts";

/** Whether a mailing to `count` people, with those of the last day, reaches many people (`areManyRecipients`). */
export async function isMassMailing(
  { mailings, clock }: Pick<Services, "mailings" | "clock">,
  count: number,
): Promise<boolean> {
  const recent = await mailings.list(new Date(clock.now().getTime() - ADDED_UP_MS));
  return areManyRecipients(recent.reduce((sum, { recipients }) => sum + recipients.length, count));
}

/** What readers see of a mailing: the Markdown as blocks, with absolute links, and the no-break spaces that nobody types. @param publicUrl origin of the links */
export async function readShownMailing(
  { events }: Pick<Services, "events">,
  mailing: Pick<NewMailing, "kind" | "event" | "day" | "subject" | "text" | "answersTo">,
  publicUrl: string,
): Promise<ShownMailing> {
  const { kind } = mailing;
  const text = withFrenchSpaces(mailing.text);
  const read = readMarkdown(text, () => true);
  const blocks = read.ok ? read.value : [{ ordered: null, items: [[text]] }];
  const about = await readAboutMailing({ events }, mailing);
  const [subject, answersTo] = [withFrenchSpaces(mailing.subject), withFrenchSpaces(mailing.answersTo)];
  return { kind, about, subject, answersTo, blocks: withAbsoluteLinks(blocks, publicUrl) };
}

/** What a mailing is about: the name of its event, or its assembly. Empty for an info, and after the event is deleted. */
export async function readAboutMailing(
  { events }: Pick<Services, "events">,
  { kind, event, day }: Pick<NewMailing, "kind" | "event" | "day">,
): Promise<string> {
  if (kind === "event") return (await events.findBySubject(event))?.name.trim() ?? "";
  return day && assemblyInFrench(day);
}

/** « Assemblée du 12 juin 2027 » */
export const assemblyInFrench = (day: string): string => `Assemblée du ${dayInFrench(day)}`;

type SendNeeds = Pick<
  Services,
  "mailings" | "register" | "replies" | "touches" | "optOuts" | "events" | "auth" | "mailer" | "clock"
>;

/**
 * Creates a mailing, tells all accounts if it reaches more than ten people, and queues its e-mails. Idempotent: a form
 * that is sent twice sends one mailing. After a crash, the job queues the missing e-mails.
 * @param id of the form (`newMailingId`) @param account e-mail address of the account that sends
 * @returns false if the mailing exists already
 */
export async function sendMailing(
  services: SendNeeds,
  { id, mailing, account, publicUrl }: { id: string; mailing: NewMailing; account: string; publicUrl: string },
  by: Person | null,
): Promise<boolean> {
  const count = mailing.recipients.length;
  const isTold = await isMassMailing(services, count);
  const change = { mailing: mailing.subject, recipients: count };
  const notices = isTold ? await accountNoticeLetters(services, { by: account, change }) : [];
  const created = await services.mailings.create(id, mailing, notices, by);
  await queueMailing(services, id, publicUrl);
  return created;
}

/** Queues the e-mails of a mailing that are missing. Idempotent. @param publicUrl origin of the links */
export async function queueMailing(services: SendNeeds, id: string, publicUrl: string): Promise<void> {
  const { mailings } = services;
  const mailing = await mailings.get(id);
  if (!mailing || mailing.isQueued || mailing.stoppedAt) return;
  const [{ people }, shown] = await Promise.all([
    readMailingState(services, mailing),
    readShownMailing(services, mailing, publicUrl),
  ]);
  const due = people.filter(({ delivery }) => delivery.is === "due" && delivery.way === "email");
  for (let i = 0; i < due.length; i += MAILING_LETTERS_PER_CALL_MAX) {
    const letters = await Promise.all(
      due.slice(i, i + MAILING_LETTERS_PER_CALL_MAX).map(async ({ member, person }) => {
        const optOutUrl = mailing.kind === "info" ? await optOutUrlOf(services, member, publicUrl) : null;
        const letter = composeMailingLetter(shown, optOutUrl);
        const recipient = person ? workingEmail(person) : "";
        return { member, letter: { ...letter, recipient, ...(optOutUrl && { optOutUrl }) } };
      }),
    );
    await mailings.queueLetters(mailing, letters);
  }
  await mailings.markQueued(mailing);
}

/** Where a member opts out of infos, without a session. */
const optOutUrlOf = async (
  { optOuts }: Pick<Services, "optOuts">,
  member: string,
  publicUrl: string,
): Promise<string> => publicUrl + optOutUrl(await optOuts.tokenOf(member));

/** Queues the e-mails that a crash or an outage has left, and those to corrected addresses. @returns number of mailings */
export async function finishMailings(services: SendNeeds, publicUrl: string): Promise<number> {
  const ids = await services.mailings.listUnqueued();
  for (const id of ids) await queueMailing(services, id, publicUrl);
  return ids.length;
}

/** Sends the e-mails that are due again: after a stop, or after an address was corrected. Idempotent. */
export async function resumeMailing(
  services: SendNeeds,
  id: string,
  publicUrl: string,
  by: Person | null,
): Promise<void> {
  await services.mailings.resume(id, by);
  await services.mailings.requeue(id);
  await queueMailing(services, id, publicUrl);
}

/**
 * Whether a letter of a mailing may still be sent: the mailing was not stopped, and the member neither left nor opted out,
 * and still has the address. The link to opt out must open, too: that of a letter that was transferred here does not.
 */
export async function isMailingLetterTrue(
  { mailings, register, optOuts }: Pick<Services, "mailings" | "register" | "optOuts">,
  { topic = "", member = "", addresses, optOutUrl }: Pick<LeasedMail, "topic" | "member" | "addresses" | "optOutUrl">,
): Promise<boolean> {
  const [mailing, person] = await Promise.all([mailings.get(topic), register.get(member)]);
  if (!mailing || mailing.stoppedAt || !person || hasLeft(person)) return false;
  if (!isSameMailbox(workingEmail(person), addresses[0]?.address ?? "")) return false;
  if (optOutUrl && (await optOuts.memberOf(tokenInOptOutUrl(optOutUrl))) !== member) return false;
  return mailing.kind !== "info" || (await optOuts.get(member)) === null;
}

/**
 * Sends the mailing as an e-mail to the account that writes it, without creating it.
 * @returns false if the site sends no e-mails
 */
export async function sendMailingToOneself(
  services: Pick<Services, "mailer" | "events" | "settings">,
  mailing: NewMailing,
  account: string,
  publicUrl: string,
): Promise<"sent" | "failed" | "none"> {
  const { mailer, settings } = services;
  if (!mailer.sendLetter) return "none";
  const letter = composeMailingLetter(await readShownMailing(services, mailing, publicUrl), null);
  const { email } = await settings.get();
  const { outcome } = await mailer.sendLetter({
    id: newMailingId(),
    letter,
    recipients: [account],
    addresses: [],
    replyTo: email || null,
    isAutomatic: false,
    optOutUrl: null,
  });
  return outcome === "sent" ? "sent" : "failed";
}
