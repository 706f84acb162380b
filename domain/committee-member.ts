import * as z from "zod/mini";
import { choiceOrKept } from "#domain/text/choice-or-kept.ts";
import { requiredLine } from "./fields.ts";
import { firstWord } from "./identifiers.ts";
import { compareFrench } from "./text/french-order.ts";
import { normalForm } from "./text/normal-form.ts";

/** Roles in order of rank (docs/specification.md sections 3 and 9). */
export const MEMBER_ROLES = ["Co-président", "Caissier", "Secrétaire", "Réseaux Sociaux", "Membre"] as const;

export type MemberFields = { firstName: string; lastName: string; role: string };

export type CommitteeMember = MemberFields & { id: string };

export const COMMITTEE_MEMBER_LABELS: Record<keyof MemberFields, string> = {
  firstName: "Prénom",
  lastName: "Nom",
  role: "Poste",
};

const NAME_MAX = 120;

const RANK_OF_OTHERS = 5;

const withoutAccents = (text: string) =>
  normalForm(text, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, " ")
    .trim();

const RANKS = new Map(MEMBER_ROLES.map((role, i) => [withoutAccents(role), i + 1]));

/** Finds a role, ignoring hyphens, case and accents (docs/specification.md section 9). Null if unknown. */
export const knownRole = (role: string): (typeof MEMBER_ROLES)[number] | null =>
  role.length > NAME_MAX ? null : (MEMBER_ROLES[(RANKS.get(withoutAccents(role)) ?? 0) - 1] ?? null);

/** Rank of a role, from 1. An unknown role has rank 5, like « Membre » (docs/specification.md section 9). */
export const rankOfRole = (role: string): number =>
  RANKS.get(withoutAccents(role.slice(0, NAME_MAX))) ?? RANK_OF_OTHERS;

/** Order of the committee page: rank of the role, last name, first name. */
export const compareMembers = (a: MemberFields, b: MemberFields): number =>
  rankOfRole(a.role) - rankOfRole(b.role) ||
  compareFrench(a.lastName, b.lastName) ||
  compareFrench(a.firstName, b.firstName);

/** First and last name. Empty if an old document has none. */
export const fullName = ({ firstName, lastName }: Pick<MemberFields, "firstName" | "lastName">): string =>
  `${firstName.trim()} ${lastName.trim()}`.trim();

/** Id of a new member: first word of the last name, then the role (docs/specification.md section 3). */
export const newMemberId = ({ lastName, role }: Pick<MemberFields, "lastName" | "role">): string =>
  firstWord(lastName, "Membre") + role;

/** Schema of the form for a committee member. `kept`: the stored role, which is always accepted. */
export const committeeMemberSchema = (kept?: string) =>
  z.pipe(
    z.object({
      Prenom: requiredLine(NAME_MAX),
      Nom: requiredLine(NAME_MAX),
      Poste: choiceOrKept(MEMBER_ROLES, kept, "Choisissez un poste de la liste."),
    }),
    z.transform(({ Prenom, Nom, Poste }): MemberFields => ({ firstName: Prenom, lastName: Nom, role: Poste })),
  );

/** Form values of a committee member. */
export const committeeMemberAsTyped = ({ firstName, lastName, role }: MemberFields) => ({
  Prenom: firstName,
  Nom: lastName,
  Poste: role,
});
