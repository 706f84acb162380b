/** « À faire » for its page, and the number of late ones for the bar of every page of the committee. */
import { dayInZurich } from "#domain/dates.ts";
import { type ToDo, toDoPeriodOf } from "#domain/to-do/to-do.ts";

export interface ToDoReader {
  /** Never returns an older result, but calls at the same time share one. @returns as `readToDo` */
  read(): Promise<ToDo>;
  /** @returns how many are late. The number may be `TRUSTED_MS` old, except after a `forget`, after midnight or during a `read` */
  countLate(): Promise<number>;
  /** Call after each change of what may be late: tasks, events and years of fees. */
  forget(): void;
}

/**
 * How long the number is trusted, in ms: every page of the committee shows it, and Firestore bills each read. It misses
 * what other server instances change meanwhile, and what the site itself finds.
 */
const TRUSTED_MS = 5 * 60_000;

/** @param readToDo reads « À faire » at `now` */
export function createToDoReader(readToDo: (now: Date) => Promise<ToDo>, now: () => Date): ToDoReader {
  let reading: Promise<ToDo> | null = null;
  let known: { readonly late: number; readonly at: Date } | null = null;

  function read(): Promise<ToDo> {
    if (reading) return reading;
    const at = now();
    const started = readToDo(at)
      .then((toDo) => {
        if (reading === started) known = { late: countLateOf(toDo, at), at };
        return toDo;
      })
      .finally(() => {
        if (reading === started) reading = null;
      });
    reading = started;
    return started;
  }

  return {
    read,

    async countLate() {
      const at = now();
      return known && !reading && isTrusted(known.at, at) ? known.late : countLateOf(await read(), at);
    },

    forget() {
      reading = null;
      known = null;
    },
  };
}

/** At midnight, what was due yesterday becomes late. */
const isTrusted = (then: Date, now: Date): boolean =>
  Math.abs(now.getTime() - then.getTime()) < TRUSTED_MS && dayInZurich(then) === dayInZurich(now);

function countLateOf({ tasks, found }: ToDo, at: Date): number {
  const today = dayInZurich(at);
  return [...tasks, ...found].filter(({ due }) => toDoPeriodOf(due, today).is === "late").length;
}
