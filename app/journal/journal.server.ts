/** The lines of the journal as the page shows them. */
import { dayInFrench, dayInZurich, timeInZurich } from "#domain/dates.ts";
import type { JournalSubject } from "#domain/journal.ts";
import { journalSentence } from "#domain/journal-sentence.ts";
import type { JournalPerson, ReadLine } from "#usecases/journal/read-journal.ts";
import type { ShownDay, ShownLine } from "./journal-view.ts";

/** Where things of a kind are: a single one by its id, and all of them. */
const PAGES: Record<JournalSubject, { one: (id: string) => string; all: string }> = {
  membre: { one: (id) => `/comite/modify/${encodeURIComponent(id)}`, all: "/comite" },
  evenement: { one: (id) => `/evenement/modify/${encodeURIComponent(id)}`, all: "/planning" },
  inscription: { one: (id) => `/inscriptions?courrier=${id}`, all: "/inscriptions" },
  message: { one: (id) => `/messages?courrier=${id}`, all: "/messages" },
  settings: { one: () => "/reglages/historique", all: "/reglages/historique" },
  account: { one: () => "/comptes", all: "/comptes" },
  session: { one: () => "/comptes", all: "/comptes" },
};

/**
 * @param lines newest first
 * @param people everybody who has a line
 * @returns the lines by day in Zurich, in words
 */
export function showDays(lines: readonly ReadLine[], people: readonly JournalPerson[]): ShownDay[] {
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const days = Map.groupBy(lines, ({ at }) => dayInZurich(at));
  return [...days].map(([day, those]) => ({
    day,
    title: dayInFrench(day),
    lines: those.map((line) => showLine(line, emails)),
  }));
}

function showLine(line: ReadLine, emails: ReadonlyMap<string, string | null>): ShownLine {
  const { at, by, action, subject, subjectId, reference } = line;
  const own = by !== null && by.id !== "" && by.id === subjectId;
  const sentence = journalSentence({ who: by?.name ?? null, action, subject, reference, own });
  const email = emails.get(by?.id ?? "") ?? null;
  // Who has no first name is called by the address, as is whoever an earlier version noted without an id.
  const account = by && by.id !== "" && by.name !== email ? { email } : null;
  return { ...sentence, account, time: timeInZurich(at), iso: at.toISOString(), href: hrefOf(line) };
}

function hrefOf({ action, subject, reference, id, inBin }: ReadLine): string | null {
  if (inBin) return "/corbeille";
  if (reference.is === "none") return PAGES[subject].all;
  // What carries the identifier of an erased card is another one.
  return reference.is === "known" && id !== null && action !== "erased" ? PAGES[subject].one(id) : null;
}
