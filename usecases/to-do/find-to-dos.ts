/** What the site itself finds to do (docs/specification.md section 23). */
import { momentInZurich } from "#domain/dates.ts";
import { REMINDER_DUE_DAYS } from "#domain/fees/sending.ts";
import type { JournalSubject } from "#domain/journal.ts";
import {
  feeYearToOpen,
  findBankPayments,
  findBills,
  findConsents,
  findFailures,
  findFeeYear,
  findInboxEntries,
  findLostLinks,
  findMissingPoster,
  findProposals,
  findRefusedMails,
  findReminders,
  findShortSlots,
  findUnfinishedMailing,
  mayBeUnfinished,
  mayHaveSlotsSoon,
  slotsAhead,
  UNREADABLE_SOURCES,
  unfinishedMailingsSince,
} from "#domain/to-do/found-to-dos.ts";
import type { FoundToDo } from "#domain/to-do/to-do.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import type { StoredEvent } from "#stores/events.ts";
import { previewFeeYear } from "#usecases/fees/fee-years.ts";
import { countBillsByYear } from "#usecases/fees/send-bills.ts";
import { deletionNoticeCutoff } from "#usecases/inbox/delete-old-entries.ts";
import { readMailingState } from "#usecases/mailings/recipients.ts";
import { countLostLinks } from "#usecases/register/lost-link.ts";
import { countPeopleDue } from "#usecases/rounds/round.ts";
import type { Services } from "#usecases/services.ts";
import { readHealthReport } from "#usecases/site-health/read-health.ts";

export type FoundToDoServices = Pick<
  Services,
  | "register"
  | "fees"
  | "bank"
  | "touches"
  | "mailings"
  | "optOuts"
  | "mailer"
  | "lostLinks"
  | "proposals"
  | "inbox"
  | "mails"
  | "settings"
  | "journal"
  | "events"
  | "slots"
  | "replies"
  | "health"
  | "clock"
>;

/** `where`: the source, without personal data. */
export type ReportUnreadable = (error: unknown, where: string) => void;

type Found = FoundToDo | null;

/**
 * Derives the list at each call; nothing of it is stored. The sources are read at the same time. If one cannot be read, the
 * others are listed, and an item says that something is missing.
 * @param report logs why a source could not be read
 */
export async function findToDos(
  services: FoundToDoServices,
  now: Date,
  report: ReportUnreadable,
): Promise<FoundToDo[]> {
  const shared = withSharedReads(services, now);
  const found = await Promise.all(
    Object.entries(SOURCES).map(async ([name, read]) => {
      try {
        return await (WHOLE_LISTS.has(name) ? readIfChanged(shared, [name, read], report) : read(shared, report));
      } catch (error) {
        report(error, `to-do: ${name}`);
        return UNREADABLE_SOURCES;
      }
    }),
  );
  const all = found.flat().filter((one) => one !== null);
  return all.filter((one, i) => one !== UNREADABLE_SOURCES || all.indexOf(one) === i);
}

/** `changes`: see `readChanges`. `last`: what the sources in `WHOLE_LISTS` found last, by name. */
type SharedReads = FoundToDoServices & {
  readonly changes: () => Promise<string>;
  readonly last: Map<string, LastFound>;
};

/** Several sources need the same lists: reads each of them once. */
function withSharedReads(services: FoundToDoServices, now: Date): SharedReads {
  const { register, fees, events } = services;
  const last = lastFound.get(fees) ?? new Map<string, LastFound>();
  lastFound.set(fees, last);
  return {
    ...services,
    register: { ...register, list: once(register.list) },
    fees: { ...fees, listYears: once(fees.listYears) },
    events: { ...events, listSinceLastYear: once(() => events.listSinceLastYear(now)) },
    clock: { now: () => now },
    changes: once(() => readChanges(services, now)),
    last,
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}

type LastFound = { readonly changes: string; readonly at: Date; readonly found: Found | Found[] };

/** By the store of the fees: a process may have several sites in tests. */
const lastFound = new WeakMap<Services["fees"], Map<string, LastFound>>();

/** For changes without a journal entry, such as a letter that the mail server refuses later. In milliseconds. */
const LAST_FOUND_MS = 10 * 60_000;

/**
 * The sources that read each member and each fee. On Firestore, these are two thirds of all reads, and the page is loaded
 * after each sign-in and each task that is done. So these sources are read again only after a change (`readChanges`).
 */
const WHOLE_LISTS: ReadonlySet<string> = new Set(["year of fees", "bills", "consents", "mailings"]);

async function readIfChanged(
  services: SharedReads,
  [name, read]: [string, Source],
  report: ReportUnreadable,
): Promise<Found | Found[]> {
  const [changes, at] = [await services.changes(), services.clock.now()];
  const last = services.last.get(name);
  if (last?.changes === changes && Math.abs(at.getTime() - last.at.getTime()) < LAST_FOUND_MS) return last.found;
  const found = await read(services, report);
  services.last.set(name, { changes, at, found });
  return found;
}

const CHANGING: readonly JournalSubject[] = [
  "fee",
  "register",
  "consent",
  "inscription",
  "proposal",
  "settings",
  "mailing",
];

/** @returns another text after each change of the register and the fees by the committee, in any process, and on another day */
async function readChanges({ journal }: FoundToDoServices, now: Date): Promise<string> {
  const newest = await Promise.all(CHANGING.map((subject) => journal.list({ subject }, { start: 0, count: 1 })));
  const parts = newest.map(({ entries, total }) => `${total} ${entries[0]?.at.toISOString()}`);
  return [momentInZurich(now).day, ...parts].join();
}

type Source = (services: FoundToDoServices, report: ReportUnreadable) => Promise<Found | Found[]>;

/** In the order of the list. The names are those of the log. */
const SOURCES: Readonly<Record<string, Source>> = {
  health: async (services, report) => findFailures((await readHealthReport(services, report)).findings),
  inbox: readInbox,
  "lost links": async (services) => findLostLinks(await countLostLinks(services)),
  slots: readShortSlots,
  posters: readMissingPosters,
  "year of fees": readFeeYear,
  bills: readBills,
  "bank payments": async ({ bank }) => findBankPayments(await bank.countOpen()),
  consents: async (services) => findConsents(await countPeopleDue(services, "consent", await services.register.list())),
  proposals: async ({ proposals }) => findProposals(await proposals.count()),
  mailings: readUnfinishedMailings,
};

async function readInbox({ inbox, settings, clock }: FoundToDoServices): Promise<Found[]> {
  const current = await settings.get();
  const count = (type: "inscription" | "message") =>
    inbox.countPending(type, deletionNoticeCutoff(type, current, clock.now()));
  const [signUps, messages] = await Promise.all([count("inscription"), count("message")]);
  return [
    findInboxEntries("inscription", signUps.unhandled),
    findInboxEntries("message", messages.unhandled),
    findRefusedMails("inscription", signUps.refused),
    findRefusedMails("message", messages.refused),
  ];
}

async function readUnfinishedMailings(services: FoundToDoServices): Promise<Found[]> {
  const now = services.clock.now();
  const recent = await services.mailings.list(unfinishedMailingsSince(now));
  return Promise.all(
    mayBeUnfinished(recent, momentInZurich(now).day).map(async (mailing) => {
      const { people } = await readMailingState(services, mailing);
      return findUnfinishedMailing(mailing, people.filter(({ delivery }) => delivery.is === "due").length);
    }),
  );
}

async function readShortSlots(services: FoundToDoServices): Promise<Found[]> {
  const now = services.clock.now();
  const moment = momentInZurich(now);
  const near = (await services.events.listSinceLastYear(now)).filter((event) => mayHaveSlotsSoon(event, moment));
  return Promise.all(near.map((event) => readShortSlotsOf(services, event)));
}

async function readShortSlotsOf({ slots, replies, clock }: FoundToDoServices, event: StoredEvent): Promise<Found> {
  const now = momentInZurich(clock.now());
  const ahead = slotsAhead(event, await slots.list(event.subject), now).map(({ slot }) => slot);
  return findShortSlots(event, ahead, await replies.countComing(ahead.map(({ id }) => id)), now);
}

async function readMissingPosters({ events, clock }: FoundToDoServices): Promise<Found[]> {
  const now = clock.now();
  const moment = momentInZurich(now);
  return mapInSlices(await events.listSinceLastYear(now), (event) => findMissingPoster(event, moment));
}

async function readFeeYear(services: FoundToDoServices): Promise<Found> {
  const years = await services.fees.listYears();
  const year = feeYearToOpen(years, momentInZurich(services.clock.now()).day);
  if (year === null) return null;
  return findFeeYear(year, (await previewFeeYear(services, year)).count, years.length === 0);
}

async function readBills(services: FoundToDoServices): Promise<Found[]> {
  const { fees, register } = services;
  const years = (await fees.listYears()).filter(({ closedAt }) => closedAt === null).map(({ year }) => year);
  const open = (await Promise.all(years.map(fees.listOpen))).flat();
  const members = open.length > 0 ? await register.list() : [];
  const bills = await countBillsByYear(services, open, members, null);
  const reminders = await countBillsByYear(services, open, members, REMINDER_DUE_DAYS);
  return years.flatMap((year) => [
    findBills(year, bills.get(year) ?? 0),
    findReminders(year, reminders.get(year) ?? 0),
  ]);
}
