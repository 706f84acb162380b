/** Hashes one password at a time, so that 32 MB of memory suffice. */
import PQueue from "p-queue";
import { PasswordsBusy } from "#ports/identity.ts";

/** A hash takes 0.25 s on a small server. Sign-ins wait last, so that a flood of them does not block the committee. */
const WAITING_MAX = { visitor: 16, committee: 32 } as const;

const queue = new PQueue({ concurrency: 1 });

export async function queued<T>(who: keyof typeof WAITING_MAX, work: () => Promise<T>): Promise<T> {
  if (queue.pending > 0 && queue.size >= WAITING_MAX[who]) throw new PasswordsBusy();
  return (await queue.add(work, { priority: who === "committee" ? 1 : 0 })) as T;
}
