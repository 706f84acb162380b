/** Loaders and action of the two inbox lists. */
import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { readSearches, saveSearches } from "#app/session/cookies.ts";
import { rememberSearch, searchable, wordsOf } from "#app/session/recent-searches.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { ageInYears, type Day, dateAndTime, dayFromSwiss, dayInZurich, swissDay } from "#domain/dates.ts";
import { formatPhone, phoneLink } from "#domain/fields.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";
import type { InboxEntry, InboxSearch, ListedEntry } from "#stores/inbox-types.ts";
import { changeEntry, type EntryChange, resendAllMail } from "#usecases/inbox/change-entry.ts";
import { upcomingDeletion } from "#usecases/inbox/delete-old-entries.ts";
import { mailIdOf } from "#usecases/inbox/deliver-mail.ts";
import { deleteEntry } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import {
  type Instant,
  LISTS,
  type ListFrame,
  type ListView,
  listUrl,
  type MailView,
  type MessageLine,
  type MessageView,
  RESEND_ALL,
  readFilter,
  readListQuery,
  type SignUpView,
} from "./inbox-list.ts";

const ENTRIES_PER_PAGE = 50;

export type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const dayOf = (instant: Date | null): string | null => instant && swissDay(dayInZurich(instant));
const instantOf = (instant: Date): Instant => ({ iso: instant.toISOString(), text: dateAndTime(instant) });
const viewMail = ({ mail }: InboxEntry, mailLeaves: boolean): MailView => ({
  state: mail.state,
  reason: "reason" in mail ? mail.reason : null,
  held: mail.state === "en-attente" && mail.held === true,
  mailLeaves,
});

const mailLeavesFrom = ({ mailer }: Pick<Services, "mailer">): boolean => mailer.delivery !== "file";

/**
 * @returns the query that the URL of a list describes
 * @throws a redirect to the list without a search, when the browser's cookie does not contain the search of the URL
 */
export async function searchFrom<Type extends SubmissionType>(
  { request, url, context }: Args,
  type: Type,
): Promise<{ view: ListView; search: InboxSearch<Type> }> {
  const part = readListQuery(url.searchParams, type);
  const words = part.search === "" ? "" : wordsOf(await readSearches(request), part.search);
  if (words === null) {
    const page = listUrl(LISTS[type].path, { ...part, search: "" }, url.searchParams.get("id") ?? undefined);
    throw await redirectWithToast(context, page, "search-forgotten");
  }
  const view = { ...part, q: words };
  const day = dayInZurich(context.get(servicesContext).clock.now());
  return { view, search: { type, text: view.q, filter: view.filter, day } };
}

/** Redirects from the link in a mail to its entry, on the right page of the list. */
async function redirectToMailedEntry({ context }: Args, type: SubmissionType, mailId: string): Promise<Response> {
  const { inbox, clock } = context.get(servicesContext);
  const { path, anchor } = LISTS[type];
  const { entries } = await inbox.search({ type, text: "", filter: "tout", day: dayInZurich(clock.now()) });
  for (const [position, { id }] of entries.entries()) {
    if ((await mailIdOf(id)) !== mailId) continue;
    const part = { search: "", filter: "tout", page: Math.floor(position / ENTRIES_PER_PAGE) + 1 } as const;
    return redirect(`${listUrl(path, part, id)}#${anchor}`);
  }
  return redirectWithToast(context, path, "entry-gone");
}

/**
 * One page of a list and the data of its frame. A page number after the last page reads the last page.
 * @throws when a store is unavailable; a redirect for the link in a mail
 */
export async function readList<Type extends SubmissionType>(args: Args, type: Type) {
  const services = args.context.get(servicesContext);
  const { inbox } = services;
  const mailed = args.url.searchParams.get("courrier");
  if (mailed !== null) throw await redirectToMailedEntry(args, type, mailed);
  const { view, search } = await searchFrom(args, type);
  const read = (page: number) =>
    inbox.search(search, { start: (page - 1) * ENTRIES_PER_PAGE, count: ENTRIES_PER_PAGE });
  const requested = await read(view.page);
  const pages = Math.max(1, Math.ceil(requested.total / ENTRIES_PER_PAGE));
  const page = Math.min(view.page, pages);
  const { entries, total: found } = page === view.page ? requested : await read(page);
  const [counts, upcoming] = await Promise.all([inbox.count(type), upcomingDeletion(services, type)]);
  const deletion = upcoming && { ...upcoming, from: swissDay(upcoming.from), to: swissDay(upcoming.to) };
  const frame: ListFrame = { view: { ...view, page }, pages, found, ...counts, deletion };
  return { frame, entries, day: search.day, mailLeaves: mailLeavesFrom(services) };
}

/**
 * @param day today in Zurich, for the age
 * @param mailLeaves whether the site sends mail
 */
export function viewSignUp(
  entry: Extract<ListedEntry, { type: "inscription" }>,
  day: Day,
  mailLeaves: boolean,
): SignUpView {
  const { lastName, firstName, address, phone, birthDate } = entry.content;
  const age = ageInYears(dayFromSwiss(birthDate), day);
  return {
    id: entry.id,
    name: `${firstName} ${lastName}`,
    age,
    minor: age < AGE_OF_MAJORITY,
    birthDate,
    phone: formatPhone(phone),
    phoneHref: phoneLink(phone) ?? "tel:",
    address,
    received: instantOf(entry.receivedAt),
    handledAt: dayOf(entry.handledAt),
    consentFormReceivedAt: dayOf(entry.consentFormReceivedAt),
    mail: viewMail(entry, mailLeaves),
    duplicate: entry.duplicate,
    birthDateToVerify: entry.birthDateToVerify,
    charter: entry.charterRevision && swissDay(dayInZurich(new Date(entry.charterRevision))),
  };
}

type MessageEntry = Extract<InboxEntry, { type: "message" }>;

export const messageLine = ({ id, content, receivedAt, handledAt }: MessageEntry): MessageLine => ({
  id,
  name: content.name,
  subject: content.subject,
  received: { iso: receivedAt.toISOString(), text: swissDay(dayInZurich(receivedAt)) },
  isNew: handledAt === null,
});

export const viewMessage = (entry: MessageEntry, mailLeaves: boolean): MessageView => ({
  ...messageLine(entry),
  received: instantOf(entry.receivedAt),
  email: entry.content.email,
  message: entry.content.message,
  handledAt: dayOf(entry.handledAt),
  mail: viewMail(entry, mailLeaves),
});

async function resendAll({ url, context }: Args, type: SubmissionType) {
  await resendAllMail(context.get(servicesContext), type, actingPerson(context));
  return redirectWithToast(context, listUrl(url.pathname, readListQuery(url.searchParams, type)), "mails-resent");
}

const forBoth = (toast: ToastCode) => ({ inscription: toast, message: toast });

const TOASTS: Record<EntryChange | "remove", Record<SubmissionType, ToastCode>> = {
  handle: { inscription: "inscription-handled", message: "message-handled" },
  reopen: { inscription: "inscription-reopened", message: "message-reopened" },
  "consent-received": forBoth("consent-received"),
  "consent-missing": forBoth("consent-missing"),
  "verify-birth-date": forBoth("birth-date-verified"),
  resend: forBoth("mail-resent"),
  remove: { inscription: "inscription-deleted", message: "message-deleted" },
};
type Intention = keyof typeof TOASTS;

/** @returns true, or for a deletion the key in the recycle bin; false or null when the entry does not exist */
async function applyIntention({ context }: Args, type: SubmissionType, intention: Intention, id: string) {
  const services = context.get(servicesContext);
  const by = actingPerson(context);
  if (intention === "remove") return deleteEntry(services, { id }, by);
  return changeEntry(services, { type, id, change: intention }, by);
}

const SEARCH = "search";
const CHOICE = { field: "intention", among: [...Object.keys(TOASTS), SEARCH, RESEND_ALL] };

/** Redirects to the search result. The URL contains a key instead of the words, which are in a cookie. */
async function redirectToSearch(
  { request, context }: Args,
  page: string,
  typed: string,
  filter: Filter,
): Promise<Response> {
  const words = searchable(typed);
  if (words === "") return redirect(listUrl(page, { search: "", filter, page: 1 }));
  const { key, searches } = rememberSearch(await readSearches(request), words);
  return redirect(listUrl(page, { search: key, filter, page: 1 }), {
    headers: { "set-cookie": await saveSearches(context.get(siteContext).publicUrl, searches) },
  });
}

/** Action of a list: a search, or a change of one entry, after which the same part of the list is shown. */
export const inboxAction = (args: Args, type: SubmissionType) =>
  handleForm(args, { where: type, fields: ["id", "intention", "q", "filtre"], choice: CHOICE }, async ({ typed }) => {
    const { url, context } = args;
    const { id = "", intention = "" } = typed;
    if (intention === SEARCH)
      return redirectToSearch(args, LISTS[type].path, typed.q ?? "", readFilter(typed.filtre, type));
    if (intention === RESEND_ALL) return resendAll(args, type);
    const outcome = await applyIntention(args, type, intention as Intention, id);
    const opened = intention === "remove" ? undefined : (url.searchParams.get("id") ?? undefined);
    const target = listUrl(url.pathname, readListQuery(url.searchParams, type), opened);
    if (!outcome) return redirectWithToast(context, target, "entry-gone");
    const undo = typeof outcome === "string" ? outcome : undefined;
    return redirectWithToast(context, target, TOASTS[intention as Intention][type], undo);
  });
