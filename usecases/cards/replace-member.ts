import {
  committeeMemberFullName,
  committeeMemberSchema,
  newCommitteeMemberId,
  shownRole,
} from "#domain/committee-member.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { idCandidates } from "#domain/identifiers.ts";
import { normaliseRole } from "#domain/member-role.ts";
import type { Person } from "#domain/person.ts";
import { type ImageRefusal, PICTURE_SENTENCES, type UploadedFile } from "#domain/pictures/upload-limits.ts";
import { newBinKey } from "#domain/recycle-bin.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { typedCommitteeMemberKey } from "#domain/typed-members.ts";
import type { StoredCommitteeMember } from "#stores/committee.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

export const REPLACEMENT_SENTENCES = {
  same: "C’est la personne de cette carte. Pour corriger son nom, touchez «\u00a0Modifier\u00a0» sur la carte.",
  there: (member: StoredCommitteeMember) =>
    `${committeeMemberFullName(member)} est déjà au comité (${shownRole(member)}). Changez son poste sous «\u00a0Modifier\u00a0», puis supprimez l’autre carte.`,
} as const;

export type CommitteeMemberReplacement = {
  /** Card to replace. */
  readonly id: string;
  /** Its version, as the form showed it. */
  readonly version: string;
  readonly typed: TypedValues;
  readonly file: UploadedFile | null;
};

/**
 * `gone`: the card was deleted without a successor. `current`: the card after another user's save, or its successor if
 * another user has already replaced it.
 */
export type ReplacementRefusal =
  | { readonly is: "refused"; readonly errors: FieldErrors; readonly image: ImageRefusal | null }
  | { readonly is: "outdated"; readonly current: StoredCommitteeMember }
  | { readonly is: "gone" };

/** `key`: key of the replaced card in the recycle bin. */
export type ReplacedCard = { readonly name: string; readonly key: string };

type Needs = Pick<Services, "committee" | "pictures" | "bin" | "clock">;

/**
 * Replaces a card by the card of another person with the same role. Idempotent: if a request is sent twice, the card is
 * replaced once.
 * @returns the id of the new card
 */
export async function replaceCommitteeMember(
  services: Needs,
  replacement: CommitteeMemberReplacement,
  by: Person | null,
): Promise<Result<string, ReplacementRefusal>> {
  const { committee, pictures, clock } = services;
  const { id, version, typed, file } = replacement;
  const cards = await committee.list();
  const old = cards.find((card) => card.id === id);
  if (!old) return alreadyGone(services, replacement);
  const parsed = committeeMemberSchema(old.role).safeParse({ ...typed, Poste: old.role });
  if (!parsed.success) return refused(errorsByField(parsed.error));
  const fields = { ...parsed.data, role: normaliseRole(old.role) ?? old.role };
  if (typedCommitteeMemberKey(fields) === typedCommitteeMemberKey(old))
    return refused({ Nom: REPLACEMENT_SENTENCES.same });
  const there = cards.find((card) => typedCommitteeMemberKey(card) === typedCommitteeMemberKey(fields));
  if (there) return refused({ Nom: REPLACEMENT_SENTENCES.there(there) });
  if (old.version !== version) return refusal({ is: "outdated", current: old });
  const picture = file && (await pictures.prepare("membres", file));
  if (picture && !picture.ok) return refused({ photo: PICTURE_SENTENCES[picture.reason] }, picture.reason);
  const shown = old.picture === undefined ? await pictures.adopt({ collection: "membres", id }) : old.picture;
  for (const newId of idCandidates(newCommitteeMemberId(fields))) {
    const deletion = { key: newBinKey(), at: clock.now(), by, picture: shown };
    const successor = { id: newId, fields, picture: picture?.value ?? null };
    const outcome = await committee.replace(id, version, successor, deletion);
    if (outcome === "updated") return success(newId);
    if (outcome === "absent") return alreadyGone(services, replacement);
    const current = outcome === "outdated" ? await committee.get(id) : null;
    if (current) return refusal({ is: "outdated", current });
  }
  throw new Error("unreachable: there is always another identifier to try");
}

const refused = (errors: FieldErrors, image: ImageRefusal | null = null): Result<string, ReplacementRefusal> =>
  refusal({ is: "refused", errors, image });

async function alreadyGone(
  services: Pick<Needs, "committee" | "bin">,
  { id, typed: { Prenom: firstName = "", Nom: lastName = "" } }: CommitteeMemberReplacement,
): Promise<Result<string, ReplacementRefusal>> {
  const successor = (await findReplacedCommitteeMember(services, id))?.successor;
  if (!successor) return refusal({ is: "gone" });
  if (typedCommitteeMemberKey(successor) === typedCommitteeMemberKey({ firstName, lastName }))
    return success(successor.id);
  return refusal({ is: "outdated", current: successor });
}

type DeletedMember = Extract<BinEntry, { kind: "membre" }>;

/** A deleted card, with the card that replaced it, if any. Null if the recycle bin has no card with this id. */
export async function findReplacedCommitteeMember(
  { committee, bin }: Pick<Services, "committee" | "bin">,
  id: string,
): Promise<{ readonly deleted: DeletedMember; readonly successor: StoredCommitteeMember | null } | null> {
  const isOfCard = (entry: BinEntry): entry is DeletedMember => entry.kind === "membre" && entry.id === id;
  // The recycle bin lists the newest deletion first.
  const deleted = (await bin.list()).find(isOfCard);
  if (!deleted) return null;
  const successor = (await committee.list()).find(({ replaces }) => replaces === deleted.subjectId);
  return { deleted, successor: successor ?? null };
}

/** The card that an existing card replaced, if the recycle bin still has it. Null otherwise. */
export function cardReplacedBy({ replaces }: StoredCommitteeMember, bin: readonly BinEntry[]): ReplacedCard | null {
  const entry = replaces === "" ? undefined : bin.find(({ subjectId }) => subjectId === replaces);
  return entry?.kind === "membre" ? { name: committeeMemberFullName(entry.fields), key: entry.key } : null;
}

/**
 * Restores a replaced card, and moves its successor to the recycle bin. Idempotent.
 * @param successor id
 * @param key of the replaced card in the recycle bin
 * @returns the restored card; null if it was erased
 */
export async function undoReplacement(
  { committee, bin, clock }: Pick<Services, "committee" | "bin" | "clock">,
  successor: string,
  key: string,
  by: Person | null,
): Promise<StoredCommitteeMember | null> {
  const entry = await bin.find(key);
  for (const id of entry ? idCandidates(entry.id) : []) {
    const outcome = await committee.undoReplacement(successor, key, id, { key: newBinKey(), at: clock.now(), by });
    if (outcome === "restored") return committee.get(id);
    if (outcome === "absent") break;
  }
  // If the user tapped twice, the second request finds the card already restored.
  const left = await bin.findLeft(key);
  return (left && (await committee.list()).find(({ subject }) => subject === left.subjectId)) ?? null;
}
