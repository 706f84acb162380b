/** Undecided proposals of members: documents `proposals/{member}-{kind}{year}`. */

import type { Person } from "#domain/person.ts";
import { hasLeft } from "#domain/register/member.ts";
import type { Proposal } from "#domain/register/proposal.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInTurns } from "#ports/let-requests-pass.ts";
import { recordAction } from "#stores/journal.ts";
import { memberOf, REGISTER } from "./member-document.ts";

export const PROPOSALS = "proposals";

/** `version` changes when the member replaces the proposal. */
export type StoredProposal = Proposal & Readonly<{ id: string; version: string; member: string; at: Date }>;

export type Proposals = ReturnType<typeof createProposals>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createProposals = (documents: Documents, now = () => new Date()) => ({
  /** @returns all proposals, unordered */
  list: async (): Promise<StoredProposal[]> => mapInTurns(await documents.query(PROPOSALS), proposalOf),

  count: (): Promise<number> => documents.count(PROPOSALS),

  /** @returns the proposals of a member, unordered */
  listOf: async (member: string): Promise<StoredProposal[]> =>
    (await readProposalsOf(documents, member)).map(proposalOf),

  async get(id: string): Promise<StoredProposal | null> {
    const document = await documents.get(PROPOSALS, id);
    return document && proposalOf(document);
  },

  /** Adds a proposal, or replaces the proposal of the same kind and year. @returns false if the member has left */
  add: (member: string, proposal: Proposal): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const id = `${member}-${proposal.kind}${proposal.year}`;
        const [document, before] = [await transaction.get(REGISTER, member), await transaction.get(PROPOSALS, id)];
        if (!document || hasLeft(memberOf(document))) return false;
        const content: Content = { ...proposal, member, at: before?.content.at ?? null };
        if (before && canonicalJson(before.content) === canonicalJson(content)) return true;
        transaction.put(PROPOSALS, id, { ...content, at: now().toISOString() });
        return true;
      },
      { erases: true },
    ),

  /** Deletes a decided proposal. @param refusal absent if accepted @returns false if the proposal has changed */
  remove: ({ id, version }: { id: string; version: string }, refusal?: { by: Person | null }): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(PROPOSALS, id);
        if (document?.version !== version) return false;
        transaction.delete(PROPOSALS, id);
        const line = { subject: "proposal", subjectId: String(document.content.member), action: "refused" } as const;
        if (refusal) recordAction(transaction, { ...line, ...refusal, at: now() });
        return true;
      },
      { erases: true },
    ),
});

const proposalOf = ({ id, version, content }: StoredDocument): StoredProposal =>
  ({ ...content, id, version, at: new Date(String(content.at)) }) as unknown as StoredProposal;

/** @returns the documents of a member's proposals */
export const readProposalsOf = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(PROPOSALS, { where: { field: "member", equals: member } });
