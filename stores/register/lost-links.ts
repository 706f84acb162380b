/**
 * Requests for a lost link of an own page. What a visitor types becomes a document `link-questions/{id}` at once, whether
 * it is of a member or not: the answer of the form depends on nothing else. It contains an HMAC of the comparison key
 * (`readContactKey`), and is deleted when a job has looked for the members. For each found member the job stores
 * `link-requests/{member}`, for `LINK_REQUEST_DAYS`.
 */
import { createHmac } from "node:crypto";
import { type LinkRequest, linkRequestLimit, nextLinkRequest } from "#domain/register/lost-link.ts";
import { hasLeft } from "#domain/register/member.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { type NewLetter, queueLetter } from "#stores/mail-document.ts";
import { purgeBefore } from "#stores/purge.ts";
import { LINK_REQUESTS, linkRequestContent, linkRequestOf } from "./link-request-document.ts";
import { memberFromDocument, REGISTER } from "./member-document.ts";

export const LINK_QUESTIONS = "link-questions";

/** Questions that a job reads at once. */
const QUESTIONS_READ = 200;

export type LinkQuestion = { readonly id: string; readonly hash: string };

/** A member whom a question has found. `letter`: null if no letter can reach the member. */
export type FoundMember = { readonly member: string; readonly letter: NewLetter | null };

export type LostLinks = ReturnType<typeof createLostLinks>;

/** Methods throw if the store or the secret is unavailable. @param now clock for the times of writes */
export function createLostLinks(documents: Documents, secret: () => Promise<string>, now = () => new Date()) {
  return {
    /** @returns the function that computes the `hash` of a comparison key */
    async hasher(): Promise<(key: string) => string> {
      const hmacKey = await secret();
      return (key) => createHmac("sha256", hmacKey).update(`lost link\n${key}`).digest("base64url");
    },

    /** Stores a question. Does the same work for every hash: one document, no read. */
    ask: (hash: string): Promise<void> =>
      documents.transaction(async (transaction) => {
        transaction.create(LINK_QUESTIONS, transaction.newId(), { hash, at: now().toISOString() });
      }),

    /** @returns some of the questions that wait, unordered; none if no question waits */
    listQuestions: async (): Promise<LinkQuestion[]> =>
      (await documents.query(LINK_QUESTIONS, { limit: QUESTIONS_READ })).map(({ id, content }) => ({
        id,
        hash: String(content.hash),
      })),

    /** Deletes a question, stores the requests of the members who are still there, and queues their letters. */
    answer: (question: string, found: readonly FoundMember[]): Promise<void> =>
      documents.transaction((transaction) => answer(transaction, question, found, now()), { erases: true }),

    /** @returns the requests by member */
    list: async (): Promise<ReadonlyMap<string, LinkRequest>> =>
      new Map(await mapInSlices(await documents.query(LINK_REQUESTS), (one) => [one.id, linkRequestOf(one)] as const)),

    /** @returns the request of a member; null if there is none */
    async get(member: string): Promise<LinkRequest | null> {
      const document = await documents.get(LINK_REQUESTS, member);
      return document && linkRequestOf(document);
    },

    /** Deletes the requests that have ended. @returns number of deleted requests */
    purge: (today: Date): Promise<number> =>
      purgeBefore(documents, LINK_REQUESTS, "at", linkRequestLimit(today).toISOString()),
  };
}

async function answer(
  transaction: Transaction,
  question: string,
  found: readonly FoundMember[],
  at: Date,
): Promise<void> {
  if (!(await transaction.get(LINK_QUESTIONS, question))) return;
  const read: (FoundMember & Record<"record" | "before", StoredDocument | null>)[] = [];
  for (const one of found)
    read.push({
      ...one,
      record: await transaction.get(REGISTER, one.member),
      before: await transaction.get(LINK_REQUESTS, one.member),
    });
  transaction.delete(LINK_QUESTIONS, question);
  for (const { member, letter, record, before } of read) {
    if (!record || hasLeft(memberFromDocument(record))) continue;
    const request = nextLinkRequest(before && linkRequestOf(before), letter !== null, at);
    if (!request) continue;
    transaction.put(LINK_REQUESTS, member, linkRequestContent(request));
    if (letter && !request.ofCommittee) queueLetter(transaction, letter, at);
  }
}
