/** Journal entries contain ids. Names are looked up when the journal is displayed. */

import { firstNameKey } from "#domain/accounts/first-names.ts";
import { committeeMemberFullName } from "#domain/committee-member.ts";
import { ASSOCIATION, ASSOCIATION_NAME } from "#domain/dossier/task.ts";
import type { SubjectReference } from "#domain/journal-sentence.ts";
import { readListPage } from "#domain/paging.ts";
import { accountDisplayName, type Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { ROUND_KINDS, ROUND_RULES } from "#domain/rounds/round.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { EDITABLE_TEXTS, TEXT_IDS } from "#domain/texts/texts.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { JournalEntry, JournalFilter } from "#stores/journal.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { roundTextId } from "#stores/settings.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<
  Services,
  | "journal"
  | "committee"
  | "events"
  | "register"
  | "slots"
  | "replies"
  | "tasks"
  | "dossiers"
  | "handoverItems"
  | "mailings"
  | "inbox"
  | "bin"
  | "auth"
>;

export type JournalEntryWithSubject = JournalEntry & {
  readonly reference: SubjectReference;
  /** For links: id, slug of a text, `mailIdOfEntry` of an inbox entry, or the event's id for a slot, a reply or a part of a dossier. Null if deleted. */
  readonly id: string | null;
  readonly inBin: boolean;
};

/** @param wanted page number from 1. Beyond the end, the last page is returned. */
export async function readJournal(services: Needs, filter: JournalFilter, wanted: number) {
  const { entries, ...page } = await readListPage(wanted, (portion) => services.journal.list(filter, portion));
  const found = await lookUp(services, entries);
  return {
    ...page,
    entries: entries.map(
      (entry): JournalEntryWithSubject => ({ ...entry, ...(found.get(keyOf(entry)) ?? notFound(entry)) }),
    ),
  };
}

export type JournalPerson = Person & {
  /** Null if the account was removed. */
  readonly email: string | null;
};

/** If users have the same name, `name` also contains the e-mail address. */
export async function listJournalPeople({ journal, auth }: Pick<Needs, "journal" | "auth">): Promise<JournalPerson[]> {
  const [people, accounts] = await Promise.all([journal.listPeople(), auth.listAccounts()]);
  const found = people.map(({ id, name }) => {
    const account = accounts.find((account) => account.id === id);
    return { id, name: account ? accountDisplayName(account) : name, email: account?.email ?? null };
  });
  const keys = found.map(({ name }) => firstNameKey(name));
  const isOnly = (name: string) => keys.filter((key) => key === firstNameKey(name)).length === 1;
  return found
    .map(({ id, name, email }) => ({ id, name: isOnly(name) || !email ? name : `${name} (${email})`, email }))
    .sort((a, b) => compareFrench(a.name, b.name));
}

type Found = Pick<JournalEntryWithSubject, "reference" | "id" | "inBin">;
type SubjectMap = Map<string, Found>;

const keyOf = ({ subject, subjectId }: Pick<JournalEntry, "subject" | "subjectId">): string =>
  `${subject} ${subjectId}`;

const notFound = ({ subjectId }: JournalEntry): Found => ({
  reference: { is: subjectId === "" ? "none" : "gone" },
  id: null,
  inBin: false,
});

type Lookup = Omit<Needs, "events"> & { readonly events: Pick<Needs["events"], "list"> };

async function lookUp(needs: Needs, entries: readonly JournalEntry[]): Promise<SubjectMap> {
  const subjects: SubjectMap = new Map();
  // Several kinds of subjects need the events: Firestore bills each read.
  let events: ReturnType<Lookup["events"]["list"]> | null = null;
  const services: Lookup = {
    ...needs,
    events: {
      list() {
        events ??= needs.events.list();
        return events;
      },
    },
  };
  const wanted = (...kinds: readonly JournalEntry["subject"][]) => [
    ...new Set(entries.filter((entry) => kinds.includes(entry.subject) && entry.subjectId !== "").map(keyOf)),
  ];
  if (wanted("membre").length > 0) await findCards(services, ["membre"], subjects);
  if (wanted(...OF_EVENTS).length > 0) await findCards(services, OF_EVENTS, subjects);
  for (const key of wanted("text")) findText(key, subjects);
  if (wanted("account", "session").length > 0) await findAccounts(services, subjects);
  await Promise.all(wanted("inscription", "message").map((key) => findEntry(services, key, subjects)));
  await Promise.all(
    wanted("register", "fee", "presence", "proposal", "welcome", "consent", "lost-link").map((key) =>
      findMember(services, key, subjects),
    ),
  );
  if (wanted(...OF_DOSSIERS).length > 0) await findOfDossiers(services, wanted(...OF_DOSSIERS), subjects);
  await Promise.all(wanted("handover-item").map((key) => findHandoverItem(services, key, subjects)));
  await Promise.all(wanted("mailing").map((key) => findMailing(services, key, subjects)));
  if (wanted("slot", "reply").length > 0) await findOfSlots(services, wanted("slot", "reply"), subjects);
  const missing = wanted(
    "membre",
    "evenement",
    "inscription",
    "message",
    "register",
    "slot",
    "task",
    "handover-item",
  ).filter((key) => !subjects.has(key));
  if (missing.length > 0) await findInBin(services, missing, subjects);
  return subjects;
}

/** Subjects of the journal whose entries name an event. */
const OF_EVENTS = ["evenement", "slot-request", "slot-change", "slot-reminder"] as const;

/** @param named subjects with the id of such a card */
async function findCards(
  services: Lookup,
  named: readonly ["membre"] | typeof OF_EVENTS,
  subjects: SubjectMap,
): Promise<void> {
  const cards =
    named[0] === "membre"
      ? (await services.committee.list()).map((member) => ({ ...member, name: committeeMemberFullName(member) }))
      : (await services.events.list()).map((event) => ({ ...event, name: event.name.trim() }));
  for (const { id, name, subject: subjectId } of cards)
    for (const subject of named)
      subjects.set(keyOf({ subject, subjectId }), { reference: { is: "known", name }, id, inBin: false });
}

function findText(key: string, subjects: SubjectMap): void {
  const id = TEXT_IDS.find((each) => keyOf({ subject: "text", subjectId: each }) === key);
  if (id)
    subjects.set(key, {
      reference: { is: "known", name: EDITABLE_TEXTS[id].name },
      id: EDITABLE_TEXTS[id].slug,
      inBin: false,
    });
  const kind = ROUND_KINDS.find((each) => keyOf({ subject: "text", subjectId: roundTextId(each) }) === key);
  if (kind) subjects.set(key, { reference: { is: "known", name: ROUND_RULES[kind].name }, id: null, inBin: false });
}

/** A removed account gets the name in its newest journal entry. */
async function findAccounts({ auth, journal }: Lookup, subjects: SubjectMap): Promise<void> {
  const accounts = (await auth.listAccounts()).map((account) => ({
    id: account.id,
    name: accountDisplayName(account),
  }));
  for (const { id, name } of [...(await journal.listPeople()), ...accounts])
    for (const subject of ["account", "session"] as const)
      subjects.set(keyOf({ subject, subjectId: id }), { reference: { is: "known", name }, id, inBin: false });
}

async function findEntry({ inbox }: Lookup, key: string, subjects: SubjectMap): Promise<void> {
  const [subject, id = ""] = key.split(" ");
  const entry = await inbox.get(id);
  if (!entry || entry.type !== subject) return;
  subjects.set(key, { reference: { is: "known", name: nameOf(entry) }, id: mailIdOfEntry(id), inBin: false });
}

async function findMember({ register }: Lookup, key: string, subjects: SubjectMap): Promise<void> {
  const id = key.slice(key.indexOf(" ") + 1);
  const member = await register.get(id);
  if (member) subjects.set(key, { reference: { is: "known", name: memberName(member) }, id, inBin: false });
}

const OF_DOSSIERS = ["task", "dossier", "result"] as const;

/** Tasks, and parts of dossiers, by the event. The id is that of the event, or `ASSOCIATION`. */
async function findOfDossiers(
  { tasks, dossiers, events }: Lookup,
  keys: readonly string[],
  subjects: SubjectMap,
): Promise<void> {
  const names = new Map((await dossiers.listKept()).map(({ subject, name }) => [subject, { name, id: null }]));
  const known = new Map<string, { name: string; id: string | null }>([
    ...names,
    ...(await events.list()).map(({ subject, name, id }) => [subject, { name: name.trim(), id }] as const),
    [ASSOCIATION, { name: ASSOCIATION_NAME, id: ASSOCIATION }],
  ]);
  await Promise.all(
    keys.map(async (key) => {
      const [subject, id = ""] = key.split(" ");
      const task = subject === "task" ? await tasks.get(id) : null;
      if (subject === "task" && !task) return;
      const dossier = known.get(task?.event ?? id);
      if (!dossier) return;
      const name = task?.text ?? dossier.name;
      subjects.set(key, { reference: { is: "known", name }, id: dossier.id, inBin: false });
    }),
  );
}

async function findMailing({ mailings }: Lookup, key: string, subjects: SubjectMap): Promise<void> {
  const mailing = await mailings.get(key.slice(key.indexOf(" ") + 1));
  if (mailing) subjects.set(key, { reference: { is: "known", name: mailing.subject }, id: mailing.id, inBin: false });
}

async function findHandoverItem({ handoverItems }: Lookup, key: string, subjects: SubjectMap): Promise<void> {
  const item = await handoverItems.get(key.slice(key.indexOf(" ") + 1));
  if (item) subjects.set(key, { reference: { is: "known", name: item.what }, id: ASSOCIATION, inBin: false });
}

/** Slots, and replies to them, by the event. A reply is not named: journal entries name no visitor. */
async function findOfSlots(
  { slots, replies, events }: Lookup,
  keys: readonly string[],
  subjects: SubjectMap,
): Promise<void> {
  const ids = new Map((await events.list()).map(({ subject, id }) => [subject, id]));
  await Promise.all(
    keys.map(async (key) => {
      const [subject, id = ""] = key.split(" ");
      const found = subject === "slot" ? await slots.get(id) : await replies.get(id);
      if (!found) return;
      const name = "post" in found ? found.post : "";
      subjects.set(key, { reference: { is: "known", name }, id: ids.get(found.event) ?? null, inBin: false });
    }),
  );
}

async function findInBin({ bin }: Lookup, missing: readonly string[], subjects: SubjectMap): Promise<void> {
  // Go from oldest to newest: the last deletion of a subject counts.
  for (const entry of (await bin.list()).toReversed()) {
    const key = keyOf({ subject: entry.kind, subjectId: entry.subjectId });
    if (missing.includes(key))
      subjects.set(key, { reference: { is: "known", name: binnedName(entry) }, id: null, inBin: true });
  }
}

function binnedName(entry: BinEntry): string {
  if (entry.kind === "membre") return committeeMemberFullName(entry.fields);
  if (entry.kind === "register") return memberName(entry.fields);
  if (entry.kind === "slot") return entry.fields.post;
  if (entry.kind === "task") return entry.fields.text;
  if (entry.kind === "handover-item") return entry.fields.what;
  return entry.kind === "evenement" ? entry.fields.name.trim() : nameOf(entry.entry);
}

const nameOf = (entry: InboxEntry): string =>
  entry.type === "inscription" ? `${entry.content.firstName} ${entry.content.lastName}` : entry.content.name;

export type JournalServices = Pick<Services, "journal" | "clock">;

type NewJournalEntry = Pick<JournalEntry, "action" | "subject" | "fields"> & { readonly subjectId?: string };

/** @param by null for a job or the command line */
export const addJournalEntry = (
  { journal, clock }: JournalServices,
  by: Person | null,
  { subjectId = "", ...entry }: NewJournalEntry,
): Promise<void> => journal.add({ at: clock.now(), by, subjectId, ...entry });
