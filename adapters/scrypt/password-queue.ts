/** The queue of what hashes passwords: one at a time, so that 32 MB are enough however many people sign in at once. */
import PQueue from "p-queue";
import { PasswordsBusy } from "#ports/identity.ts";

/**
 * How many may wait, each for a quarter of a second on a small server. Who has a session or a link goes first and is
 * turned away last, so that a flood of sign-ins does not stop the committee's work.
 */
const WAITING_MAX = { visitor: 16, committee: 32 } as const;

const queue = new PQueue({ concurrency: 1 });

/** @throws `PasswordsBusy` when too many wait; nothing was done then */
export async function queued<T>(who: keyof typeof WAITING_MAX, work: () => Promise<T>): Promise<T> {
  if (queue.pending > 0 && queue.size >= WAITING_MAX[who]) throw new PasswordsBusy();
  return (await queue.add(work, { priority: who === "committee" ? 1 : 0 })) as T;
}
