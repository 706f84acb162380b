/**
 * Requests for a lost link of an own page. What a visitor types becomes a document `link-questions/{id}` at once, whether
 * it is of a member or not: the answer of the form depends on nothing else. It contains an HMAC of the comparison key
 * (`readContactKey`), and is deleted when a job has looked for the members. For each found member the job stores
 * `link-requests/{member}`, for `LINK_REQUEST_DAYS`.
 */
import { createHmac } from "node:crypto";
import { type LinkRequest, linkRequestCutoff, nextLinkRequest } from "#domain/register/lost-link.ts";
import { hasLeft, workingEmail } from "#domain/register/member.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { type NewLetter, queueLetter } from "#stores/mail-document.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";
import { readLastTouch } from "#stores/rounds/touches.ts";
import { LINK_REQUESTS_COLLECTION, linkRequestContent, linkRequestFromDocument } from "./link-request-document.ts";
import { memberFromDocument, REGISTER_COLLECTION } from "./member-document.ts";

export const LINK_QUESTIONS_COLLECTION = "link-questions";

/** Maximum number of questions that `listQuestions` reads. */
export const QUESTIONS_READ_MAX = 1_000;
/**
 * Maximum number of questions per call of `answer`, which uses one transaction for all of them. With a transaction for
 * each, a flood of questions would occupy the only thread for 30 ms per question.
 */
export const ANSWERS_PER_CALL_MAX = 50;

export type LinkQuestion = { readonly id: string; readonly hash: string };

/** A member with the phone number or address of a question. `letter`: null if no letter can reach the member. */
export type FoundMember = { readonly member: string; readonly letter: NewLetter | null };

/** `question`: its id. */
export type LinkAnswer = { readonly question: string; readonly found: readonly FoundMember[] };

export type LostLinkStore = ReturnType<typeof createLostLinkStore>;

/** Methods throw if the store or the secret is unavailable. @param now clock for the times of writes */
export function createLostLinkStore(documents: Documents, secret: () => Promise<string>, now = () => new Date()) {
  return {
    /** @returns the function that computes the `hash` of a comparison key */
    async hasher(): Promise<(key: string) => string> {
      const hmacKey = await secret();
      return (key) => createHmac("sha256", hmacKey).update(`lost link\n${key}`).digest("base64url");
    },

    /** Stores a question. Does the same work for every hash: one document, no read. */
    ask: (hash: string): Promise<void> =>
      documents.transaction(async (transaction) => {
        transaction.create(LINK_QUESTIONS_COLLECTION, transaction.newId(), { hash, at: now().toISOString() });
      }),

    /** @returns `QUESTIONS_READ_MAX` of the questions that wait, unordered; all if fewer wait */
    listQuestions: async (): Promise<LinkQuestion[]> =>
      (await documents.query(LINK_QUESTIONS_COLLECTION, { limit: QUESTIONS_READ_MAX })).map(({ id, content }) => ({
        id,
        hash: String(content.hash),
      })),

    /**
     * Deletes the questions, stores the requests of the members who are still there, and queues their letters. Ignores
     * questions that another process has answered. @param answers at most `ANSWERS_PER_CALL_MAX`
     */
    answer: (answers: readonly LinkAnswer[]): Promise<void> =>
      documents.transaction((transaction) => answer(transaction, answers, now()), { erases: true }),

    /** @returns the requests by member */
    list: async (): Promise<ReadonlyMap<string, LinkRequest>> =>
      new Map(
        await mapInSlices(
          await documents.query(LINK_REQUESTS_COLLECTION),
          (one) => [one.id, linkRequestFromDocument(one)] as const,
        ),
      ),

    /** @returns the request of a member; null if there is none */
    async get(member: string): Promise<LinkRequest | null> {
      const document = await documents.get(LINK_REQUESTS_COLLECTION, member);
      return document && linkRequestFromDocument(document);
    },

    /** Deletes the requests that have ended. @returns number of deleted requests */
    purge: (today: Date): Promise<number> =>
      purgeDocumentsBefore(documents, LINK_REQUESTS_COLLECTION, "at", linkRequestCutoff(today).toISOString()),
  };
}

async function answer(transaction: Transaction, answers: readonly LinkAnswer[], at: Date): Promise<void> {
  // A member may have asked several times: one letter answers all these questions.
  const letters = new Map<string, NewLetter | null>();
  const waiting: string[] = [];
  for (const { question, found } of answers) {
    if (!(await transaction.get(LINK_QUESTIONS_COLLECTION, question))) continue;
    waiting.push(question);
    for (const { member, letter } of found) letters.set(member, letters.get(member) ?? letter);
  }
  const read = [];
  for (const [member, letter] of letters) read.push(await readForRequest(transaction, { member, letter }));
  for (const question of waiting) transaction.delete(LINK_QUESTIONS_COLLECTION, question);
  for (const one of read) writeRequest(transaction, one, at);
}

async function readForRequest(transaction: Transaction, { member, letter }: FoundMember) {
  const record = await transaction.get(REGISTER_COLLECTION, member);
  const before = await transaction.get(LINK_REQUESTS_COLLECTION, member);
  const touch = await readLastTouch(transaction, "lost-link", member);
  return { member, letter, current: record && memberFromDocument(record), before, touch };
}

type ReadForRequest = Awaited<ReturnType<typeof readForRequest>>;

function writeRequest(transaction: Transaction, read: ReadForRequest, at: Date): void {
  const { member, letter, current, before, touch } = read;
  if (!current || hasLeft(current)) return;
  // A letter never goes to an address that left the record since the letter was written (`turnAddedEmailIntoCorrection`).
  const isMailable = letter !== null && letter.recipient === workingEmail(current);
  const sentAt = touch?.at ?? null;
  const request = nextLinkRequest(before && linkRequestFromDocument(before), { isMailable, sentAt, now: at });
  if (!request) return;
  transaction.put(LINK_REQUESTS_COLLECTION, member, linkRequestContent(request));
  if (isMailable && !request.ofCommittee) queueLetter(transaction, letter, at);
  // The message of an earlier request did not arrive.
  else touch?.forget();
}
