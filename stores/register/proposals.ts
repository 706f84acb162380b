/** Proposals of members: documents `proposals/{member}-{kind}{year}`. A decided proposal stays for `BIN_RETENTION_DAYS`. */

import { dayInZurich } from "#domain/dates.ts";
import { effectiveFeeLines, type FeeTarget, feeId } from "#domain/fees/fee.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Author, Person } from "#domain/person.ts";
import { binCutoff } from "#domain/recycle-bin.ts";
import { hasLeft, type MemberData } from "#domain/register/member.ts";
import type { MemberCorrection, Proposal } from "#domain/register/proposal.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { FEES_COLLECTION, feeFromDocument } from "#stores/fees/fee-document.ts";
import { bringFeesToTarget } from "#stores/fees/fees.ts";
import { recordAction } from "#stores/journal.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { type Member, memberFromDocument, REGISTER_COLLECTION } from "./member-document.ts";
import { saveMembers } from "./save-members.ts";

export const PROPOSALS_COLLECTION = "proposals";

export type ProposalState = "open" | "accepted" | "refused";

/** `version` changes when the member replaces the proposal, and with each decision. */
export type StoredProposal = Proposal &
  Readonly<{ id: string; version: string; member: string; at: Date; state: ProposalState }> & {
    /** Null while the proposal is open. */
    readonly decidedAt: Date | null;
    /** The values that an accepted correction has replaced. */
    readonly before: MemberCorrection;
  };

/**
 * `gone`: the proposal or the member has changed. `taken`: another member has the same name and birth date.
 * `other-email`: the record has neither the added address nor an empty one, and keeps what it has.
 */
export type ProposalOutcome = "done" | "gone" | "taken" | "other-email";

type Wanted = {
  readonly id: string;
  readonly state: ProposalState;
  /** Result of `versionsShown` for the proposal on the user's page. Not needed to reopen the proposal. */
  readonly seen: string;
};

export type ProposalStore = ReturnType<typeof createProposalStore>;

/**
 * Versions on a page, to detect later changes of the proposal and of the member's record. An added e-mail address is
 * compared with the record's: other changes of the record do not matter.
 */
export const versionsShown = (
  { kind, version }: Pick<StoredProposal, "kind" | "version">,
  member: Pick<Member, "version">,
): string => (kind === "email" ? version : `${version} ${member.version}`);

const OPEN = { where: { field: "state", equals: "open" } } as const;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createProposalStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns all open proposals, unordered */
  list: async (): Promise<StoredProposal[]> =>
    mapInSlices(await documents.query(PROPOSALS_COLLECTION, OPEN), proposalOf),

  /** @returns the number of open proposals */
  count: (): Promise<number> => documents.count(PROPOSALS_COLLECTION, OPEN),

  /** @returns the proposals of a member, also the decided ones, unordered */
  listOf: async (member: string): Promise<StoredProposal[]> =>
    (await queryProposalsOfMember(documents, member)).map(proposalOf),

  async get(id: string): Promise<StoredProposal | null> {
    const document = await documents.get(PROPOSALS_COLLECTION, id);
    return document && proposalOf(document);
  },

  /** Adds a proposal, or replaces the proposal of the same kind and year. @returns false if the member has left */
  add: (member: string, proposal: Proposal): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const existing = await transaction.get(PROPOSALS_COLLECTION, proposalId(member, proposal));
        const document = await transaction.get(REGISTER_COLLECTION, member);
        if (!document || hasLeft(memberFromDocument(document))) return false;
        put(transaction, existing, { ...proposal, member }, now());
        return true;
      },
      { erases: true },
    ),

  /**
   * Writes the e-mail address of a member who has none, with a journal entry, and a proposal of the kind `email` that
   * the committee looks at later. If the record has another address, if an open correction contains one, or if the
   * committee has removed an added address in the last `BIN_RETENTION_DAYS`, the address becomes a part of the correction. A
   * repeated call changes nothing.
   * @returns false if the member has left
   */
  addEmail: (member: string, email: string): Promise<boolean> =>
    documents.transaction((transaction) => addEmail(transaction, member, email, now()), { erases: true }),

  /**
   * Accepts or refuses a proposal, or reopens a decided proposal, which also undoes the writes of the decision. The
   * refusal of an added e-mail address empties the field of the record. Does not accept proposals to erase a member. A
   * repeated call changes nothing.
   */
  bring: (wanted: Wanted, by: Person | null): Promise<ProposalOutcome> =>
    documents.transaction((transaction) => bring(transaction, wanted, { by, at: now() }), { erases: true }),

  /** Deletes the proposals that were decided more than `BIN_RETENTION_DAYS` ago. @returns number of deleted proposals */
  purge: (today: Date): Promise<number> =>
    purgeDocumentsBefore(documents, PROPOSALS_COLLECTION, "decidedAt", binCutoff(today).toISOString()),
});

const proposalId = (member: string, { kind, year }: Pick<Proposal, "kind" | "year">): string =>
  `${member}-${kind}${year}`;

const isOpen = (document: StoredDocument | null): document is StoredDocument => document?.content.state === "open";

/** An open proposal keeps its time. @param existing the document that the new proposal replaces */
function put(
  transaction: Transaction,
  existing: StoredDocument | null,
  { kind, year, fields, member }: Proposal & { readonly member: string },
  now: Date,
): void {
  const open = isOpen(existing) ? existing.content : null;
  const content: DocumentContent = { kind, year, fields, member, at: open?.at ?? now.toISOString(), ...UNDECIDED };
  if (open && canonicalJson(open) === canonicalJson(content)) return;
  transaction.put(PROPOSALS_COLLECTION, proposalId(member, { kind, year }), content);
}

async function addEmail(transaction: Transaction, member: string, email: string, at: Date): Promise<boolean> {
  const document = await transaction.get(REGISTER_COLLECTION, member);
  const added = await transaction.get(PROPOSALS_COLLECTION, proposalId(member, EMAIL));
  const correction = await transaction.get(PROPOSALS_COLLECTION, proposalId(member, CORRECTION));
  const record = document && memberFromDocument(document);
  if (!record || hasLeft(record)) return false;
  if (record.email === email) return true;
  const isRemoved = added !== null && added.content.state !== "accepted";
  if (record.email !== "" || isRemoved || correctedEmail(correction))
    proposeEmail(transaction, correction, record, email, at);
  else {
    await writeEmail(transaction, record, email, { by: null, at, action: "email-added" });
    put(transaction, added, { ...EMAIL, fields: { email }, member }, at);
  }
  return true;
}

const EMAIL = { kind: "email", year: "" } as const;
const CORRECTION = { kind: "correction", year: "" } as const;

const openFields = (correction: StoredDocument | null): MemberCorrection =>
  isOpen(correction) ? proposalOf(correction).fields : {};

const correctedEmail = (correction: StoredDocument | null): string => openFields(correction).email ?? "";

/** Adds the address to the member's open correction, whose other fields stay, or to a new one. */
function proposeEmail(
  transaction: Transaction,
  correction: StoredDocument | null,
  { id }: Member,
  email: string,
  at: Date,
) {
  put(transaction, correction, { ...CORRECTION, fields: { ...openFields(correction), email }, member: id }, at);
}

async function writeEmail(
  transaction: Transaction,
  { id, version }: Member,
  email: string,
  change: Author & { readonly action?: JournalAction },
): Promise<void> {
  const read = await readForChange(transaction, DOCUMENT_KINDS.register, id, { version });
  writeChange(transaction, DOCUMENT_KINDS.register, read, { ...change, fields: { ...read.current.fields, email } });
}

/**
 * Called when a member's link is replaced. An e-mail address that was added with the old link, and that the committee has
 * not checked, is removed from the member's record and becomes a correction to be checked. Otherwise, a stranger with
 * the old link could have the new link sent to this address.
 */
export async function turnAddedEmailIntoCorrection(
  transaction: Transaction,
  document: StoredDocument,
  author: Author,
): Promise<void> {
  const record = memberFromDocument(document);
  const added = await transaction.get(PROPOSALS_COLLECTION, proposalId(record.id, EMAIL));
  const correction = await transaction.get(PROPOSALS_COLLECTION, proposalId(record.id, CORRECTION));
  if (!isOpen(added)) return;
  const { email = "" } = proposalOf(added).fields;
  if (record.email === email) {
    await writeEmail(transaction, record, "", author);
    proposeEmail(transaction, correction, record, correctedEmail(correction) || email, author.at);
  }
  transaction.delete(PROPOSALS_COLLECTION, added.id);
}

const UNDECIDED: DocumentContent = { state: "open", decidedAt: null, before: {} };

const proposalOf = ({ id, version, content }: StoredDocument): StoredProposal =>
  ({
    ...content,
    id,
    version,
    at: new Date(String(content.at)),
    decidedAt: content.decidedAt ? new Date(String(content.decidedAt)) : null,
  }) as unknown as StoredProposal;

async function bring(transaction: Transaction, { id, state, seen }: Wanted, author: Author): Promise<ProposalOutcome> {
  const document = await transaction.get(PROPOSALS_COLLECTION, id);
  const proposal = document && proposalOf(document);
  const record = proposal && (await transaction.get(REGISTER_COLLECTION, proposal.member));
  if (!proposal || !record) return "gone";
  if (proposal.state === state) return "done";
  const member = memberFromDocument(record);
  if (state !== "open" && (proposal.state !== "open" || versionsShown(proposal, member) !== seen)) return "gone";
  const applied = await apply(transaction, proposal, { state, member }, author);
  if (applied !== "done") return applied;
  const decision: DocumentContent = { state, decidedAt: author.at.toISOString(), before: beforeOf(proposal, member) };
  transaction.update(PROPOSALS_COLLECTION, id, state === "open" ? UNDECIDED : decision);
  // An acceptance needs no journal entry of its own: the change of the member or of the fee is recorded. The acceptance
  // of an added e-mail address changes neither.
  const accepted = proposal.kind === "email" ? "accepted" : null;
  const action = ({ open: "restored", refused: "refused", accepted } as const)[state];
  if (action) recordAction(transaction, { ...author, action, subject: "proposal", subjectId: member.id });
  return "done";
}

type Applied = { readonly state: ProposalState; readonly member: Member };

/** Makes the change that an acceptance causes, or undoes it. */
async function apply(
  transaction: Transaction,
  proposal: StoredProposal,
  { state, member }: Applied,
  author: Author,
): Promise<ProposalOutcome> {
  if (proposal.kind === "email") return applyEmail(transaction, proposal, { state, member }, author);
  if (state === "refused" || proposal.state === "refused") return "done";
  if (proposal.kind === "erase") return "gone";
  if (proposal.kind === "twint") return settleProposed(transaction, proposal, author);
  const isUndo = state === "open";
  const names = Object.keys(proposal.fields) as (keyof MemberCorrection)[];
  if (isUndo && names.some((name) => member[name] !== proposal.fields[name])) return "gone";
  const data: MemberData = { ...member, ...(isUndo ? proposal.before : proposal.fields) };
  const saved = await saveMembers(transaction, [{ id: member.id, version: member.version, data }], author);
  if (saved.ok) return "done";
  return saved.reason.reason === "taken" ? "taken" : "gone";
}

/**
 * An added e-mail address is in the record already: an acceptance leaves it there, a refusal removes it, and undoing
 * the refusal writes it again.
 */
async function applyEmail(
  transaction: Transaction,
  { state: before, fields: { email = "" } }: StoredProposal,
  { state, member }: Applied,
  author: Author,
): Promise<ProposalOutcome> {
  if (state !== "refused" && before !== "refused") return "done";
  if (member.email !== email && member.email !== "") return "other-email";
  const target = state === "refused" ? "" : email;
  if (member.email !== target) await writeEmail(transaction, member, target, author);
  return "done";
}

/** Records the payment of the proposal, or cancels this payment. */
async function settleProposed(transaction: Transaction, proposal: StoredProposal, author: Author) {
  const id = feeId(proposal.year, proposal.member);
  const target = await targetOf(transaction, id, proposal, author);
  return (await bringFeesToTarget(transaction, [id], target, author)).ok ? "done" : "gone";
}

async function targetOf(
  transaction: Transaction,
  id: string,
  { at, decidedAt }: StoredProposal,
  author: Author,
): Promise<FeeTarget> {
  if (!decidedAt) return { is: "paid", way: "twint", date: dayInZurich(at) };
  const document = await transaction.get(FEES_COLLECTION, id);
  // The fee's line and the acceptance have the same time.
  const line = effectiveFeeLines(document ? feeFromDocument(document).lines : []).find(
    (one) => one.way === "twint" && one.at.getTime() === decidedAt.getTime(),
  );
  return { is: "cancelled", line: line?.id ?? "", date: dayInZurich(author.at) };
}

const beforeOf = ({ fields }: StoredProposal, member: MemberData): MemberCorrection =>
  Object.fromEntries((Object.keys(fields) as (keyof MemberCorrection)[]).map((name) => [name, member[name]]));

/** @returns the documents of a member's proposals */
export const queryProposalsOfMember = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(PROPOSALS_COLLECTION, { where: { field: "member", equals: member } });
