import * as z from "zod/mini";
import { requiredLine } from "./fields.ts";
import { firstWord } from "./identifiers.ts";
import { choiceOrKept } from "./text/choice-or-kept.ts";
import { compareFrench } from "./text/french-order.ts";
import { normalForm } from "./text/normal-form.ts";

/** The roles of the committee in the order of their rank (SPEC.md sections 3 and 9). */
export const MEMBER_ROLES = ["Co-président", "Caissier", "Secrétaire", "Réseaux Sociaux", "Membre"] as const;

/** What the committee form saves of a member (SPEC.md section 3, collection `membres`). */
export type MemberFields = { firstName: string; lastName: string; role: string };

export type CommitteeMember = MemberFields & { id: string };

const NAME_MAX = 120;

const RANK_OF_OTHERS = 5;

const withoutAccents = (text: string) =>
  normalForm(text, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, " ")
    .trim();

const RANKS = new Map(MEMBER_ROLES.map((role, i) => [withoutAccents(role), i + 1]));

/**
 * @param role as a document spells it
 * @returns the role of the list that it means, whatever the hyphen, case or accent (PRODUCT.md); null for any other
 */
export const knownRole = (role: string): (typeof MEMBER_ROLES)[number] | null =>
  role.length > NAME_MAX ? null : (MEMBER_ROLES[(RANKS.get(withoutAccents(role)) ?? 0) - 1] ?? null);

/**
 * Rank of a role, 1 first. 'Réseaux-sociaux' and 'Réseaux Sociaux' are one role, whatever the hyphen,
 * case or accent; an unknown role ranks 5 (SPEC.md section 9, PRODUCT.md).
 */
export const rankOfRole = (role: string): number =>
  RANKS.get(withoutAccents(role.slice(0, NAME_MAX))) ?? RANK_OF_OTHERS;

/** Order of the committee page: by rank, then by name and first name as French sorts them. */
export const compareMembers = (a: MemberFields, b: MemberFields): number =>
  rankOfRole(a.role) - rankOfRole(b.role) ||
  compareFrench(a.lastName, b.lastName) ||
  compareFrench(a.firstName, b.firstName);

/** @returns first name and name; empty for a document of an older site that has neither */
export const fullName = ({ firstName, lastName }: Pick<MemberFields, "firstName" | "lastName">): string =>
  `${firstName.trim()} ${lastName.trim()}`.trim();

/** @returns the identifier of a new member: first word of `Nom`, then `Poste` (SPEC.md section 3) */
export const newMemberId = ({ lastName, role }: Pick<MemberFields, "lastName" | "role">): string =>
  firstWord(lastName, "Membre") + role;

/**
 * @param kept the role of the document that is edited: it may stay what it is, also when it is none of the list
 * @returns the schema of the committee form
 */
export const memberSchema = (kept?: string) =>
  z.pipe(
    z.object({
      Prenom: requiredLine(NAME_MAX),
      Nom: requiredLine(NAME_MAX),
      Poste: choiceOrKept(MEMBER_ROLES, kept, "Choisissez un poste de la liste."),
    }),
    z.transform(({ Prenom, Nom, Poste }): MemberFields => ({ firstName: Prenom, lastName: Nom, role: Poste })),
  );

/** @returns a member as the form shows it */
export const memberAsTyped = ({ firstName, lastName, role }: MemberFields) => ({
  Prenom: firstName,
  Nom: lastName,
  Poste: role,
});
