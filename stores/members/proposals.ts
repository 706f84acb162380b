/** What members have proposed and nobody has decided: documents `proposals/{id}`, see `proposalId`. */
import { hasLeft } from "#domain/members/member.ts";
import { CORRECTABLE, type Correction, type Proposal, proposalId } from "#domain/members/proposal.ts";
import type { Person } from "#domain/person.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { memberOf, REGISTER } from "./member-document.ts";

export const PROPOSALS = "proposals";
/** More are listed when these are decided. */
const LISTED_MAX = 200;

export type StoredProposal = Proposal & {
  readonly id: string;
  /** Opaque; changes when the member sends something else. */
  readonly version: string;
  readonly member: string;
  readonly at: Date;
};

export type Proposals = ReturnType<typeof createProposals>;

/** Methods throw if the store is unavailable. @param now the time of a write */
export function createProposals(documents: Documents, now = () => new Date()) {
  return {
    /** @returns the oldest ones first */
    list: async (): Promise<StoredProposal[]> =>
      (await documents.query(PROPOSALS, { where: { field: "at", from: "" }, limit: LISTED_MAX })).map(proposalOf),

    count: (): Promise<number> => documents.count(PROPOSALS),

    /** @returns those of a member, unordered */
    listOf: async (member: string): Promise<StoredProposal[]> =>
      (await readProposalsOf(documents, member)).map(proposalOf),

    async get(id: string): Promise<StoredProposal | null> {
      const document = await documents.get(PROPOSALS, id);
      return document && proposalOf(document);
    },

    /** Keeps a proposal; it replaces an older one with its id. Idempotent. @returns false if the member left or is gone */
    add: (member: string, proposal: Proposal): Promise<boolean> =>
      documents.transaction(
        async (transaction) => {
          const id = proposalId(member, proposal);
          const [document, before] = [await transaction.get(REGISTER, member), await transaction.get(PROPOSALS, id)];
          if (!document || hasLeft(memberOf(document))) return false;
          const content = { ...proposal, member } as Content;
          const isSame =
            before && canonicalJson({ ...before.content, at: "" }) === canonicalJson({ ...content, at: "" });
          if (!isSame) transaction.put(PROPOSALS, id, { ...content, at: now().toISOString() });
          return true;
        },
        { erases: true },
      ),

    /**
     * Deletes a proposal that is decided, or that its member has taken back (`refusedBy` undefined).
     * @param refusedBy who refused it, for the journal @returns false if it is gone or has changed
     */
    remove: ({ id, version }: Pick<StoredProposal, "id" | "version">, refusedBy?: Person | null): Promise<boolean> =>
      documents.transaction(
        async (transaction) => {
          const document = await transaction.get(PROPOSALS, id);
          if (document?.version !== version) return false;
          transaction.delete(PROPOSALS, id);
          const subjectId = String(document.content.member);
          if (refusedBy !== undefined)
            recordAction(transaction, { at: now(), by: refusedBy, action: "refused", subject: "proposal", subjectId });
          return true;
        },
        { erases: true },
      ),
  };
}

function proposalOf({ id, version, content }: StoredDocument): StoredProposal {
  const { kind, year, member, at } = content;
  const fields = (content.fields ?? {}) as Content;
  const known = CORRECTABLE.filter((field) => typeof fields[field] === "string").map((field) => [field, fields[field]]);
  const own = { id, version, member: String(member), at: new Date(String(at)) };
  if (kind === "correction") return { ...own, kind, fields: Object.fromEntries(known) as Correction };
  return kind === "twint" ? { ...own, kind, year: String(year) } : { ...own, kind: "erase" };
}

/** @returns the proposals of a member, with their documents */
export const readProposalsOf = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(PROPOSALS, { where: { field: "member", equals: member } });
