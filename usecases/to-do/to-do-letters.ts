/** The letters of Monday about « À faire », one for each account that wants it. */
import { type Day, dayInZurich } from "#domain/dates.ts";
import { UNREADABLE_SOURCES } from "#domain/to-do/found-to-dos.ts";
import { isDueThisWeek } from "#domain/to-do/to-do.ts";
import { composeToDoLetter, type ToDoLine } from "#domain/to-do/to-do-letter.ts";
import type { NewLetter } from "#stores/mail-document.ts";
import type { LeasedMail } from "#stores/mails.ts";
import type { Services } from "#usecases/services.ts";
import { readCommitteeNames } from "./committee-names.ts";
import type { FoundToDoServices, ReportUnreadable } from "./find-to-dos.ts";
import { readToDo } from "./read-to-do.ts";

export type ToDoLetterServices = Pick<Services, "auth" | "committee" | "tasks" | "events" | "clock"> &
  FoundToDoServices;

/**
 * Queues the letters of a Monday, once. Without anything late or due within a week, it queues none, and this Monday
 * has none, unless a source could not be read: then call again.
 * @param monday of `mondayOfToDoLetters`
 * @returns the number of letters that this call queued; null to call again
 */
export async function queueToDoLetters(
  services: ToDoLetterServices & Pick<Services, "mails">,
  monday: Day,
  publicUrl: string,
  report: ReportUnreadable,
): Promise<number | null> {
  if (await services.mails.areToDoLettersQueued(monday)) return 0;
  const { lines, recipients, isComplete } = await readWeek(services, report);
  if (lines.length === 0 && !isComplete) return null;
  const letters = lines.length === 0 ? [] : lettersTo(recipients, lines, { today: monday, publicUrl });
  return (await services.mails.queueToDoLetters(monday, letters)) ? letters.length : 0;
}

type Week = {
  readonly lines: readonly ToDoLine[];
  readonly recipients: ReadonlyMap<string, string>;
  /** False if a source could not be read. */
  readonly isComplete: boolean;
};

/** What is late or due within a week, and the addresses of the accounts that get the letter, by id. */
async function readWeek(services: ToDoLetterServices, report: ReportUnreadable): Promise<Week> {
  const now = services.clock.now();
  const [{ tasks, found }, accounts, { firstNamesIn }] = await Promise.all([
    readToDo(services, now, report),
    services.auth.listAccounts(),
    readCommitteeNames(services),
  ]);
  const all = [
    ...tasks.map(({ task: { id, text, who }, eventName, due }) => ({
      id,
      text,
      eventName,
      who: firstNamesIn(who),
      due,
    })),
    ...found.map(({ id, text, due }) => ({ id, text, eventName: "", who: "", due })),
  ];
  const today = dayInZurich(now);
  return {
    lines: all.flatMap(({ due, ...line }) => (due && isDueThisWeek(due, today) ? [{ ...line, due }] : [])),
    recipients: new Map(
      accounts.filter((account) => account.canSignIn && account.wantsToDoLetter).map(({ id, email }) => [id, email]),
    ),
    isComplete: !found.includes(UNREADABLE_SOURCES),
  };
}

const lettersTo = (
  recipients: Week["recipients"],
  lines: Week["lines"],
  options: Parameters<typeof composeToDoLetter>[1],
): NewLetter[] => {
  const letter = composeToDoLetter(lines, options);
  const toDos = lines.map(({ id }) => id);
  return [...recipients].map(([cause, recipient]) => ({ kind: "to-do", cause, recipient, toDos, ...letter }));
};

/**
 * @returns a function that says whether a letter may still be sent: it is the Monday of the letter, the account still wants
 * it, and something that it names is still to be done, or cannot be read. The function reads the data once, for all letters.
 */
export function createToDoLetterCheck(
  services: ToDoLetterServices,
  report: ReportUnreadable,
): (mail: LeasedMail) => Promise<boolean> {
  let week: Promise<Week> | undefined;
  return async ({ cause, toDos = [], queuedAt }) => {
    if (dayInZurich(new Date(queuedAt)) !== dayInZurich(services.clock.now())) return false;
    week ??= readWeek(services, report);
    const { lines, recipients, isComplete } = await week;
    const open = new Set(lines.map(({ id }) => id));
    return recipients.has(cause) && (!isComplete || toDos.some((id) => open.has(id)));
  };
}
