/** Mail that goes out when `dueAt` says so: the next attempt, or the end of a claim by one of several workers. */
import type { CollectionReference, DocumentSnapshot } from "@google-cloud/firestore";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import { ask, put, write } from "./firestore-calls.ts";

/** So many of those that have been due longest are asked for, each one paid for: other workers may take the first. */
const CANDIDATES_MIN = 20;

type Claim = {
  now: Date;
  /** How long the mail is nobody else's, in milliseconds. */
  forMs: number;
  /** How many at most. */
  count: number;
  /** Absent: what has been due longest comes first. */
  sorted?: (found: DocumentSnapshot[]) => DocumentSnapshot[];
};

/** @returns an instant as documents hold it */
export const after = (instant: Date, ms: number): string => new Date(instant.getTime() + ms).toISOString();

/** @returns the documents that are claimed now, as they were before */
export async function claimDueMail(mails: CollectionReference, claim: Claim): Promise<DocumentSnapshot[]> {
  const { now, forMs, count, sorted = (found) => found } = claim;
  const claimed: DocumentSnapshot[] = [];
  for (let lost = true; lost && claimed.length < count; ) {
    lost = false;
    const open = count - claimed.length;
    for (const candidate of sorted(await due(mails, now, open)).slice(0, open)) {
      if (await write(mails.firestore, (batch) => put(batch, candidate, { dueAt: after(now, forMs) })))
        claimed.push(candidate);
      else lost = true;
    }
  }
  return claimed;
}

/** Also what a clock that has been set back since put off for longer than anything is. */
async function due(mails: CollectionReference, now: Date, count: number): Promise<DocumentSnapshot[]> {
  const byDueAt = mails.orderBy("dueAt").limit(Math.max(count, CANDIDATES_MIN));
  const answers = await Promise.all([
    ask(byDueAt.where("dueAt", "<=", now.toISOString()).get()),
    ask(byDueAt.where("dueAt", ">", after(now, FARTHEST_ATTEMPT_MS)).get()),
  ]);
  return answers.flatMap(({ docs }) => docs);
}

/** @returns when the next mail is due; null when none is. What is settled has no `dueAt`. */
export async function nextDueMail(mails: CollectionReference): Promise<Date | null> {
  const [first] = (await ask(mails.where("dueAt", ">", "").orderBy("dueAt").limit(1).get())).docs;
  return first ? new Date(String(first.get("dueAt"))) : null;
}
