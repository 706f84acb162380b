import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { exportCsvFile } from "#app/session/export-file.server.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import { viewConsent } from "#app/ui/consent-view.server.ts";
import {
  actedRows,
  hasActedRows,
  isActionOnSeveral,
  rowId,
  urlOfActionOnSeveral,
  withActedRows,
} from "#app/ui/list/acted-rows.ts";
import {
  INBOX_LISTS,
  type InboxListFrame,
  type InboxListView,
  inboxUrl,
  readInboxQuery,
  shownInboxFilter,
} from "#app/ui/list/inbox-list.ts";
import { readableEmail } from "#app/ui/readable-email.server.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { CONTACT_DETAIL_LABELS, type ContactDetails } from "#domain/contact-details.ts";
import {
  ageInYears,
  type Day,
  dayInZurich,
  instantInFrench,
  parseSwissDay,
  swissDateAndTime,
  swissDay,
} from "#domain/dates.ts";
import { formatPhone, mailtoLink, telLink } from "#domain/fields.ts";
import { ROWS_PER_PAGE, readListPage } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { mailSavedAsFileNote, type SubmissionType } from "#domain/submission.ts";
import { INITIAL_CHARTER_DAY } from "#domain/texts/texts.ts";
import { ASK_WEBMASTER_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";
import {
  hasReachedSomeRecipients,
  type InboxEntry,
  type InboxSearch,
  type ListedEntry,
  recipientStatesOfMail,
} from "#stores/inbox-types.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { retentionMonths, upcomingDeletion } from "#usecases/inbox/delete-old-entries.ts";
import { consentRecordOf, type membersOfSignUps } from "#usecases/register/consent.ts";
import type { Services } from "#usecases/services.ts";

export type InboxRouteArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const dayOf = (instant: Date | null): string | null => instant && swissDay(dayInZurich(instant));
const instantOf = (instant: Date) => ({ iso: instant.toISOString(), text: swissDateAndTime(instant) });

export type EntryMailView = ReturnType<typeof viewMail>;

const viewMail = ({ mail }: InboxEntry, mailLeaves: boolean) => ({
  state: mail.state,
  reason: "reason" in mail ? mail.reason : null,
  /** Recipients to whom the mail was not sent. Empty if the reason concerns all recipients. */
  refusals: recipientStatesOfMail(mail).flatMap((one) => (one.state === "sent" ? [] : [one])),
  sentInPart: hasReachedSomeRecipients(mail),
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
  { request, url, context }: InboxRouteArgs,
  type: Type,
  opensOnNew = false,
): Promise<{ view: InboxListView; search: InboxSearch<Type> }> {
  const part = readInboxQuery(url.searchParams, type);
  const opened = url.searchParams.get("id") ?? undefined;
  const words = await searchWordsOfListQuery({ request, context }, part, (query) =>
    inboxUrl(INBOX_LISTS[type].path, query, opened),
  );
  // A link to an entry shows the whole list, which contains the entry.
  const filter = opened !== undefined && part.filter === "" ? "tout" : part.filter;
  const shown = shownInboxFilter({ ...part, filter }, opensOnNew);
  const view = { ...part, filter, q: words, shown };
  const day = dayInZurich(context.get(servicesContext).clock.now());
  return { view, search: { type, text: words, filter: shown, day } };
}

type ExportCsv<Type extends SubmissionType> = (
  services: Services,
  search: InboxSearch<Type>,
  by: Person | null,
) => Promise<string>;

export async function inboxCsvFile<Type extends SubmissionType>(
  args: InboxRouteArgs,
  type: Type,
  exportCsv: ExportCsv<Type>,
) {
  const { search } = await searchFrom(args, type);
  return exportCsvFile(args, `${type}s`, (services, by) => exportCsv(services, search, by));
}

async function redirectToMailedEntry(
  { context }: InboxRouteArgs,
  type: SubmissionType,
  mailId: string,
): Promise<Response> {
  const { inbox, clock } = context.get(servicesContext);
  const { path } = INBOX_LISTS[type];
  const { entries } = await inbox.search({ type, text: "", filter: "tout", day: dayInZurich(clock.now()) });
  for (const [position, { id }] of entries.entries()) {
    if (mailIdOfEntry(id) !== mailId) continue;
    const part = { search: "", filter: "", page: Math.floor(position / ROWS_PER_PAGE) + 1 } as const;
    return redirect(`${inboxUrl(path, part, id)}#${type === "message" ? "lettre" : rowId(id)}`);
  }
  return redirectWithToast(context, path, "entry-gone");
}

/**
 * Reads a page of a list. A page number that is too high reads the last page. Rows with an action stay in their place,
 * whatever the filter (app/ui/list/acted-rows.ts).
 * @throws a redirect to the entry that a mail links to (`courrier`); an error if a store is unavailable
 */
export async function readInboxList<Type extends SubmissionType>(args: InboxRouteArgs, type: Type) {
  const services = args.context.get(servicesContext);
  const { inbox } = services;
  const { searchParams } = args.url;
  const mailed = searchParams.get("courrier");
  if (mailed !== null) throw await redirectToMailedEntry(args, type, mailed);
  const ids = actedRows(searchParams);
  const counts = await inbox.count(type);
  const { view, search } = await searchFrom(args, type, counts.unhandled > 0 || ids.length > 0);
  const list = await readListPage(view.page, (portion) => inbox.search(search, portion));
  const { total: found, page, pages } = list;
  const [acted, upcoming, settings] = await Promise.all([
    readActed(services, type, ids),
    upcomingDeletion(services, type),
    services.settings.get(),
  ]);
  const deletion = upcoming && { ...upcoming, from: swissDay(upcoming.from), to: swissDay(upcoming.to) };
  const months = retentionMonths(type, settings);
  const opened = type === "message" ? searchParams.get("id") : null;
  const url = inboxUrl(args.url.pathname, { ...view, page }, opened ?? undefined);
  const together = isActionOnSeveral(searchParams);
  const mailLeaves = mailLeavesFrom(services);
  const unsent = nameWebmaster(unsentIn(list.entries, mailLeaves), settings);
  const frame: InboxListFrame = {
    ...{ view: { ...view, page }, pages, found, ...counts, deletion, months, unsent },
    url: hasActedRows(searchParams) ? withActedRows(together ? urlOfActionOnSeveral(url) : url, ids) : url,
    together: together ? undoTogether(type, acted, search.day) : null,
  };
  return { frame, entries: inPlace(list.entries, acted), acted, day: search.day, mailLeaves };
}

/** An entry on which the user has acted. `deletedAt`: null unless the recycle bin contains the entry. */
type Acted<Entry = ListedEntry> = {
  readonly entry: Entry;
  readonly deletedAt: Date | null;
};

async function readActed<Type extends SubmissionType>(
  { inbox, bin }: Pick<Services, "inbox" | "bin">,
  type: Type,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Acted<Extract<ListedEntry, { type: Type }>>>> {
  const existing = await inbox.list(type, ids);
  const known = new Set(existing.map(({ id }) => id));
  const deleted = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => bin.findOf(id)));
  const acted = [
    ...existing.map((entry) => ({ entry, deletedAt: null })),
    ...deleted.flatMap((one) =>
      one && "entry" in one && one.entry.type === type
        ? { entry: { ...one.entry, duplicate: false } as Extract<ListedEntry, { type: Type }>, deletedAt: one.at }
        : [],
    ),
  ];
  return new Map(acted.map((one) => [one.entry.id, one]));
}

/** The entries of a page together with the entries on which the user has acted, newest first. */
function inPlace<Entry extends InboxEntry>(
  entries: readonly Entry[],
  acted: ReadonlyMap<string, { readonly entry: Entry }>,
): Entry[] {
  const shown = new Set(entries.map(({ id }) => id));
  const added = [...acted.values()].map(({ entry }) => entry).filter(({ id }) => !shown.has(id));
  if (added.length === 0) return [...entries];
  return [...entries, ...added].sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
}

type Undo = "undo-accept" | "reopen" | "handle" | "restore";
/** Says what was done to an entry. `undo`: intention that undoes it; null if there is nothing to undo. */
export type InboxRowOutcome = { readonly text: string; readonly undo: Undo | null };

/** @param acted undefined if the user has not acted on the entry */
export function inboxRowOutcome(acted: Acted | undefined, day: Day): InboxRowOutcome | null {
  if (!acted) return null;
  const { entry, deletedAt } = acted;
  const { decision, handledAt, type } = entry;
  const e = type === "inscription" ? "e" : "";
  const said = (word: string, at: Date | string) => `${word}${e}, ${instantInFrench(new Date(at), day)}`;
  if (deletedAt) return { text: said("Supprimé", deletedAt), undo: "restore" };
  if (decision?.is === "accepted") {
    const text = said(decision.isRenewal ? "Renouvelé" : "Accepté", decision.at);
    return { text, undo: decision.isRenewal ? null : "undo-accept" };
  }
  if (decision) return { text: said("Refusé", decision.at), undo: "reopen" };
  if (handledAt) return { text: said("Traité", handledAt), undo: "reopen" };
  return { text: `De nouveau à traiter`, undo: "handle" };
}

const TOGETHER_WORDS: Record<Undo, (feminine: string) => string> = {
  "undo-accept": () => "acceptées",
  reopen: (e) => `traité${e}s`,
  handle: () => "à traiter de nouveau",
  restore: (e) => `supprimé${e}s`,
};

/** The largest group of entries whose actions one tap can undo together; null if none is left. */
function undoTogether(type: SubmissionType, acted: ReadonlyMap<string, Acted>, day: Day) {
  const groups = new Map<Undo, string[]>();
  for (const [id, one] of acted) {
    const undo = inboxRowOutcome(one, day)?.undo;
    if (undo) groups.set(undo, [...(groups.get(undo) ?? []), id]);
  }
  const [largest] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (!largest) return { undo: null, ids: [], text: "C’est annulé." };
  const [undo, ids] = largest;
  const what = type === "inscription" ? "inscription" : "message";
  const done = TOGETHER_WORDS[undo](type === "inscription" ? "e" : "");
  const plural = ids.length > 1;
  return { undo, ids, text: `${ids.length} ${what}${plural ? "s" : ""} ${plural ? done : done.replace(/s$/, "")}.` };
}

/** Name of the person of an entry, also of a deleted one. Undefined if the entry does not exist. */
export async function inboxEntryName(
  { inbox, bin }: Pick<Services, "inbox" | "bin">,
  id: string,
): Promise<string | undefined> {
  const deleted = await bin.findOf(id);
  const entry = (await inbox.get(id)) ?? (deleted && "entry" in deleted ? deleted.entry : null);
  if (!entry) return undefined;
  return entry.type === "inscription" ? memberName(entry.content) : entry.content.name;
}

/** Why mail of these entries was not sent, as French sentences. Empty if no mail is blocked by a setting. */
function unsentIn(entries: readonly Pick<InboxEntry, "mail">[], mailLeaves: boolean): string {
  const isHeld = entries.some(({ mail }) => mail.state === "en-attente" && mail.held);
  const isSaved = entries.some(({ mail }) => mail.state === "garde");
  return [
    isSaved && `${mailSavedAsFileNote(mailLeaves)}.`,
    isHeld && "E-mails retenus\u00a0: un réglage les arrête.",
    ((isSaved && !mailLeaves) || isHeld) && ASK_WEBMASTER_ABOUT_MAIL,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Days are formatted as `05.08.2008`. */
export type SignUpView = ReturnType<typeof viewSignUp>;

type SignUpContext = {
  members: Awaited<ReturnType<typeof membersOfSignUps>>;
  acted: ReadonlyMap<string, Acted>;
  day: Day;
  mailLeaves: boolean;
};

/**
 * `day`: today in Zurich, to compute the applicant's age. `mailLeaves`: whether the site sends mail.
 * @param members the members accepted from the sign-ups
 */
export function viewSignUp(
  entry: Extract<ListedEntry, { type: "inscription" }>,
  { members, acted, day, mailLeaves }: SignUpContext,
) {
  const { lastName, firstName, address, phone, birthDate } = entry.content;
  const age = ageInYears(parseSwissDay(birthDate), day);
  const record = consentRecordOf(entry, members);
  return {
    id: entry.id,
    name: `${firstName} ${lastName}`,
    age,
    minor: age < AGE_OF_MAJORITY,
    birthDate,
    phone: formatPhone(phone),
    phoneHref: telLink(phone),
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
    outcome: inboxRowOutcome(acted.get(entry.id), day),
  };
}

type ContactLine = { label: string; text: string; href: string | null };

const contactLines = ({ email, guardianName, guardianPhone }: ContactDetails): ContactLine[] =>
  [
    { label: CONTACT_DETAIL_LABELS.email, text: readableEmail(email), href: mailtoLink(email) },
    { label: CONTACT_DETAIL_LABELS.guardianName, text: guardianName, href: null },
    { label: CONTACT_DETAIL_LABELS.guardianPhone, text: formatPhone(guardianPhone), href: telLink(guardianPhone) },
  ].filter(({ text }) => text !== "");

/** @param revision time at which the charter was saved; empty for the initial charter; null if unknown */
const charterOf = (revision: string | null) =>
  revision === null
    ? null
    : { revision, day: swissDay(revision === "" ? INITIAL_CHARTER_DAY : dayInZurich(new Date(revision))) };

type MessageEntry = Extract<InboxEntry, { type: "message" }>;

export type MessageRow = ReturnType<typeof viewMessageRow>;

export const viewMessageRow = (
  { id, content, receivedAt, handledAt }: MessageEntry,
  outcome: InboxRowOutcome | null,
) => ({
  id,
  name: content.name,
  subject: content.subject,
  received: { iso: receivedAt.toISOString(), text: swissDay(dayInZurich(receivedAt)) },
  isNew: handledAt === null,
  outcome,
});

export type MessageView = ReturnType<typeof viewMessage>;

export const viewMessage = (entry: MessageEntry, outcome: InboxRowOutcome | null, mailLeaves: boolean) => ({
  ...viewMessageRow(entry, outcome),
  received: instantOf(entry.receivedAt),
  email: entry.content.email,
  emailText: readableEmail(entry.content.email),
  message: entry.content.message,
  handledAt: dayOf(entry.handledAt),
  mail: viewMail(entry, mailLeaves),
});
