/** The journal as the committee reads it: its lines hold ids only, and what they name is looked up as it is now. */

import { nameKey } from "#domain/accounts/first-names.ts";
import { fullName } from "#domain/committee-member.ts";
import type { JournalThing } from "#domain/journal-sentence.ts";
import { type Person, shownName } from "#domain/person.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { JournalFilter, JournalLine } from "#stores/journal.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { mailIdOf } from "#usecases/inbox/mail-id.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "journal" | "committee" | "events" | "inbox" | "bin" | "auth">;

/** A line, and what it is about. */
export type ReadLine = JournalLine & {
  readonly known: JournalThing;
  /** Where it is: the identifier of a card, what mail calls an entry of the inbox; null: in the bin, or nowhere. */
  readonly id: string | null;
  readonly inBin: boolean;
};

/** One page of the journal. */
export type JournalPage = {
  readonly lines: readonly ReadLine[];
  readonly total: number;
  /** The page that this is, from 1; one after the last is the last. */
  readonly page: number;
  readonly pages: number;
};

/** Lines on one page. */
const PER_PAGE = 50;

/** @param wanted the page that is asked for @throws when a store does not answer */
export async function readJournal(services: Needs, filter: JournalFilter, wanted: number): Promise<JournalPage> {
  const read = (page: number) => services.journal.list(filter, { start: (page - 1) * PER_PAGE, count: PER_PAGE });
  const asked = await read(wanted);
  const pages = Math.max(1, Math.ceil(asked.total / PER_PAGE));
  const page = Math.min(wanted, pages);
  const { lines, total } = page === wanted ? asked : await read(page);
  const found = await lookUp(services, lines);
  return {
    ...{ total, page, pages },
    lines: lines.map((line) => ({ ...line, ...(found.get(keyOf(line)) ?? placeless(line)) })),
  };
}

/** Somebody who has a line. */
export type JournalPerson = Person & {
  /** Address of the account; null: it was removed. */
  readonly email: string | null;
};

/** @returns everybody who has a line, as they are called now; two of one name with their addresses */
export async function listJournalPeople({ journal, auth }: Pick<Needs, "journal" | "auth">): Promise<JournalPerson[]> {
  const [people, accounts] = await Promise.all([journal.listPeople(), auth.listAccounts()]);
  const known = people.map(({ id, name }) => {
    const account = accounts.find((one) => one.id === id);
    return { id, name: account ? shownName(account) : name, email: account?.email ?? null };
  });
  const keys = known.map(({ name }) => nameKey(name));
  const isOnly = (name: string) => keys.filter((key) => key === nameKey(name)).length === 1;
  return known
    .map(({ id, name, email }) => ({ id, name: isOnly(name) || !email ? name : `${name} (${email})`, email }))
    .sort((a, b) => compareFrench(a.name, b.name));
}

type Found = Pick<ReadLine, "known" | "id" | "inBin">;
type Places = Map<string, Found>;

const keyOf = ({ subject, thing }: Pick<JournalLine, "subject" | "thing">): string => `${subject} ${thing}`;

const placeless = ({ thing }: JournalLine): Found => ({
  known: { is: thing === "" ? "none" : "gone" },
  id: null,
  inBin: false,
});

/** Asks no store for what no line is about. */
async function lookUp(services: Needs, lines: readonly JournalLine[]): Promise<Places> {
  const places: Places = new Map();
  const wanted = (...subjects: readonly JournalLine["subject"][]) => [
    ...new Set(lines.filter((one) => subjects.includes(one.subject) && one.thing !== "").map(keyOf)),
  ];
  if (wanted("membre").length > 0) await findCards(services, "membre", places);
  if (wanted("evenement").length > 0) await findCards(services, "evenement", places);
  if (wanted("account", "session").length > 0) await findAccounts(services, places);
  await Promise.all(wanted("inscription", "message").map((key) => findEntry(services, key, places)));
  const missing = wanted("membre", "evenement", "inscription", "message").filter((key) => !places.has(key));
  if (missing.length > 0) await findInBin(services, missing, places);
  return places;
}

async function findCards(services: Needs, subject: "membre" | "evenement", places: Places): Promise<void> {
  const cards =
    subject === "membre"
      ? (await services.committee.list()).map((one) => ({ ...one, name: fullName(one) }))
      : (await services.events.list()).map((one) => ({ ...one, name: one.name.trim() }));
  for (const { id, name, subject: thing } of cards)
    places.set(keyOf({ subject, thing }), { known: { is: "known", name }, id, inBin: false });
}

/** An account that is gone is still called what it was called in its own lines. */
async function findAccounts({ auth, journal }: Needs, places: Places): Promise<void> {
  const accounts = (await auth.listAccounts()).map((one) => ({ id: one.id, name: shownName(one) }));
  for (const { id, name } of [...(await journal.listPeople()), ...accounts])
    for (const subject of ["account", "session"] as const)
      places.set(keyOf({ subject, thing: id }), { known: { is: "known", name }, id, inBin: false });
}

async function findEntry({ inbox }: Needs, key: string, places: Places): Promise<void> {
  const [subject, id = ""] = key.split(" ");
  const entry = await inbox.get(id);
  if (!entry || entry.type !== subject) return;
  places.set(key, { known: { is: "known", name: nameOf(entry) }, id: await mailIdOf(id), inBin: false });
}

async function findInBin({ bin }: Needs, missing: readonly string[], places: Places): Promise<void> {
  // What was deleted last comes last, and stays.
  for (const entry of (await bin.list()).toReversed()) {
    const key = keyOf({ subject: entry.kind, thing: entry.thing });
    if (missing.includes(key))
      places.set(key, { known: { is: "known", name: binnedName(entry) }, id: null, inBin: true });
  }
}

function binnedName(entry: BinEntry): string {
  if (entry.kind === "membre") return fullName(entry.fields);
  return entry.kind === "evenement" ? entry.fields.name.trim() : nameOf(entry.entry);
}

const nameOf = (entry: InboxEntry): string =>
  entry.type === "inscription" ? `${entry.content.firstName} ${entry.content.lastName}` : entry.content.name;
