import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { exportCsvFile } from "#app/session/export-file.server.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import { viewConsent } from "#app/ui/consent-view.server.ts";
import { readableEmail } from "#app/ui/readable-email.server.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { CONTACT_LABELS, type ContactDetails } from "#domain/contact-details.ts";
import { ageInYears, type Day, dateAndTime, dayFromSwiss, dayInZurich, swissDay } from "#domain/dates.ts";
import { formatPhone, mailtoLink, phoneLink } from "#domain/fields.ts";
import { PER_PAGE, readPage } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { type SubmissionType, savedLocallyNote } from "#domain/submission.ts";
import { ASK_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import { addressesIn, type InboxEntry, type InboxSearch, isSentInPart, type ListedEntry } from "#stores/inbox-types.ts";
import { mailIdOf } from "#stores/mail-document.ts";
import { retentionMonths, upcomingDeletion } from "#usecases/inbox/delete-old-entries.ts";
import { consentRecordOf, type membersOf } from "#usecases/register/consent.ts";
import type { Services } from "#usecases/services.ts";
import { INBOX_LISTS, inboxUrl, type ListFrame, type ListView, readInboxQuery } from "./inbox-list.ts";

export type InboxArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const dayOf = (instant: Date | null): string | null => instant && swissDay(dayInZurich(instant));
const instantOf = (instant: Date) => ({ iso: instant.toISOString(), text: dateAndTime(instant) });

export type MailView = ReturnType<typeof viewMail>;

const viewMail = ({ mail }: InboxEntry, mailLeaves: boolean) => ({
  state: mail.state,
  reason: "reason" in mail ? mail.reason : null,
  /** Recipients to whom the mail was not sent. Empty if the reason concerns all recipients. */
  refusals: addressesIn(mail).flatMap((one) => (one.state === "sent" ? [] : [one])),
  sentInPart: isSentInPart(mail),
  /** True if a wrong setting of the site prevents sending. */
  held: mail.state === "en-attente" && mail.held === true,
  /** False if the site is not configured to send mail. */
  mailLeaves,
});

const mailLeavesFrom = ({ mailer }: Pick<Services, "mailer">): boolean => mailer.delivery !== "file";

/**
 * The search words are in a cookie (recent-searches.ts). The URL contains a key for the words.
 * @throws a redirect to the whole list if the cookie does not contain the key
 */
async function searchFrom<Type extends SubmissionType>(
  { request, url, context }: InboxArgs,
  type: Type,
): Promise<{ view: ListView; search: InboxSearch<Type> }> {
  const part = readInboxQuery(url.searchParams, type);
  const opened = url.searchParams.get("id") ?? undefined;
  const words = await wordsOfQuery({ request, context }, part, (query) =>
    inboxUrl(INBOX_LISTS[type].path, query, opened),
  );
  const view = { ...part, q: words };
  const day = dayInZurich(context.get(servicesContext).clock.now());
  return { view, search: { type, text: view.q, filter: view.filter, day } };
}

type ExportCsv<Type extends SubmissionType> = (
  services: Services,
  search: InboxSearch<Type>,
  by: Person | null,
) => Promise<string>;

export async function csvFile<Type extends SubmissionType>(args: InboxArgs, type: Type, exportCsv: ExportCsv<Type>) {
  const { search } = await searchFrom(args, type);
  return exportCsvFile(args, `${type}s`, (services, by) => exportCsv(services, search, by));
}

async function redirectToMailedEntry({ context }: InboxArgs, type: SubmissionType, mailId: string): Promise<Response> {
  const { inbox, clock } = context.get(servicesContext);
  const { path, anchor } = INBOX_LISTS[type];
  const { entries } = await inbox.search({ type, text: "", filter: "tout", day: dayInZurich(clock.now()) });
  for (const [position, { id }] of entries.entries()) {
    if (mailIdOf(id) !== mailId) continue;
    const part = { search: "", filter: "tout", page: Math.floor(position / PER_PAGE) + 1 } as const;
    return redirect(`${inboxUrl(path, part, id)}#${anchor}`);
  }
  return redirectWithToast(context, path, "entry-gone");
}

/**
 * A page number that is too high reads the last page.
 * @throws a redirect to the entry that a mail links to (`courrier`); an error if a store is unavailable
 */
export async function readList<Type extends SubmissionType>(args: InboxArgs, type: Type) {
  const services = args.context.get(servicesContext);
  const { inbox } = services;
  const mailed = args.url.searchParams.get("courrier");
  if (mailed !== null) throw await redirectToMailedEntry(args, type, mailed);
  const { view, search } = await searchFrom(args, type);
  const list = await readPage(view.page, (portion) => inbox.search(search, portion));
  const { entries, total: found, page, pages } = list;
  const [counts, upcoming, settings] = await Promise.all([
    inbox.count(type),
    upcomingDeletion(services, type),
    services.settings.get(),
  ]);
  const deletion = upcoming && { ...upcoming, from: swissDay(upcoming.from), to: swissDay(upcoming.to) };
  const months = retentionMonths(type, settings);
  const mailLeaves = mailLeavesFrom(services);
  const unsent = nameWebmaster(unsentIn(entries, mailLeaves), settings);
  const frame: ListFrame = { view: { ...view, page }, pages, found, ...counts, deletion, months, unsent };
  return { frame, entries, day: search.day, mailLeaves };
}

/** Why mail of these entries has not left, as French sentences. Empty if none waits for a setting. */
function unsentIn(entries: readonly Pick<InboxEntry, "mail">[], mailLeaves: boolean): string {
  const isHeld = entries.some(({ mail }) => mail.state === "en-attente" && mail.held);
  const isSaved = entries.some(({ mail }) => mail.state === "garde");
  return [
    isSaved && `${savedLocallyNote(mailLeaves)}.`,
    isHeld && "E-mails retenus\u00a0: un réglage les arrête.",
    ((isSaved && !mailLeaves) || isHeld) && ASK_ABOUT_MAIL,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Days are formatted as `05.08.2008`. */
export type SignUpView = ReturnType<typeof viewSignUp>;

/**
 * `day`: today in Zurich, to compute the applicant's age. `mailLeaves`: whether the site sends mail.
 * @param members the members accepted from the sign-ups
 */
export function viewSignUp(
  entry: Extract<ListedEntry, { type: "inscription" }>,
  { members, day, mailLeaves }: { members: Awaited<ReturnType<typeof membersOf>>; day: Day; mailLeaves: boolean },
) {
  const { lastName, firstName, address, phone, birthDate } = entry.content;
  const age = ageInYears(dayFromSwiss(birthDate), day);
  const record = consentRecordOf(entry, members);
  return {
    id: entry.id,
    name: `${firstName} ${lastName}`,
    age,
    minor: age < AGE_OF_MAJORITY,
    birthDate,
    phone: formatPhone(phone),
    phoneHref: phoneLink(phone),
    address,
    contactDetails: contactLines(entry),
    received: instantOf(entry.receivedAt),
    handledAt: dayOf(entry.handledAt),
    consent: viewConsent(
      record,
      record.id ? `/registre/${record.id}/autorisation.pdf` : `/autorisation/${entry.id}`,
      day,
    ),
    mail: viewMail(entry, mailLeaves),
    duplicate: entry.duplicate,
    /** True if the visitor kept the form's initial date: the committee must verify the date. */
    birthDateToVerify: entry.birthDateToVerify,
    decision: entry.decision ?? null,
    charter: charterOf(entry.charterRevision),
  };
}

type ContactLine = { label: string; text: string; href: string | null };

const contactLines = ({ email, guardianName, guardianPhone }: ContactDetails): ContactLine[] =>
  [
    { label: CONTACT_LABELS.email, text: readableEmail(email), href: mailtoLink(email) },
    { label: CONTACT_LABELS.guardianName, text: guardianName, href: null },
    { label: CONTACT_LABELS.guardianPhone, text: formatPhone(guardianPhone), href: phoneLink(guardianPhone) },
  ].filter(({ text }) => text !== "");

/** @param revision time at which the charter was saved; empty for the initial charter; null if unknown */
const charterOf = (revision: string | null) =>
  revision === null ? null : { revision, day: revision && swissDay(dayInZurich(new Date(revision))) };

type MessageEntry = Extract<InboxEntry, { type: "message" }>;

export type MessageLine = ReturnType<typeof messageLine>;

export const messageLine = ({ id, content, receivedAt, handledAt }: MessageEntry) => ({
  id,
  name: content.name,
  subject: content.subject,
  received: { iso: receivedAt.toISOString(), text: swissDay(dayInZurich(receivedAt)) },
  isNew: handledAt === null,
});

export type MessageView = ReturnType<typeof viewMessage>;

export const viewMessage = (entry: MessageEntry, mailLeaves: boolean) => ({
  ...messageLine(entry),
  received: instantOf(entry.receivedAt),
  email: entry.content.email,
  emailText: readableEmail(entry.content.email),
  message: entry.content.message,
  handledAt: dayOf(entry.handledAt),
  mail: viewMail(entry, mailLeaves),
});
