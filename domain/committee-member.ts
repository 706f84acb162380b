import * as z from "zod/mini";
import { choiceOrStoredSchema } from "#domain/text/choice-or-kept.ts";
import { optionalLineSchema, requiredLineSchema } from "./fields.ts";
import { firstWordForId } from "./identifiers.ts";
import { COMMITTEE_ROLES, normaliseRole, parseTypedRole, rankOfRole } from "./member-role.ts";
import { compareFrench } from "./text/french-order.ts";

/**
 * `role`: one of `COMMITTEE_ROLES`, or another text in a document of the older Firebase site. `displayedRole`: the role as
 * the site shows it for this person, such as « Caissière »; empty to show `role`.
 */
export type CommitteeMemberFields = { firstName: string; lastName: string; role: string; displayedRole: string };

export type CommitteeMember = CommitteeMemberFields & { id: string };

export const COMMITTEE_MEMBER_LABELS: Record<keyof CommitteeMemberFields, string> = {
  firstName: "Prénom",
  lastName: "Nom",
  role: "Poste",
  displayedRole: "Poste affiché",
};

const NAME_MAX = 120;

/** Maximum length of a displayed role in characters: two lines on the narrowest card. */
const DISPLAYED_ROLE_MAX = 60;

export const DISPLAYED_ROLE_SENTENCES = {
  letters: "Écrivez un poste, par exemple «\u00a0Caissière\u00a0», ou videz ce champ.",
  otherRole: (role: string) =>
    `C’est le poste «\u00a0${role}\u00a0», pas celui de cette carte\u00a0: corrigez, ou videz ce champ.`,
} as const;

/** The role as the site shows it. Empty if an old document has none. */
export const shownRole = ({ role, displayedRole }: Pick<CommitteeMemberFields, "role" | "displayedRole">): string =>
  displayedRole.trim() || role.trim();

/** Order of the committee page: rank of the role, last name, first name. */
export const compareCommitteeMembers = (a: CommitteeMemberFields, b: CommitteeMemberFields): number =>
  rankOfRole(a.role) - rankOfRole(b.role) ||
  compareFrench(a.lastName, b.lastName) ||
  compareFrench(a.firstName, b.firstName);

/** First and last name. Empty if an old document has none. */
export const committeeMemberFullName = ({
  firstName,
  lastName,
}: Pick<CommitteeMemberFields, "firstName" | "lastName">): string => `${firstName.trim()} ${lastName.trim()}`.trim();

/** Id of a new member: first word of the last name, then the role (docs/specification.md section 3). */
export const newCommitteeMemberId = ({ lastName, role }: Pick<CommitteeMemberFields, "lastName" | "role">): string =>
  firstWordForId(lastName, "Membre") + (normaliseRole(role) === null ? wordsOf(role) : role);

/** Removes the characters of an unknown role that an id cannot contain. */
const wordsOf = (role: string): string => role.replace(/[^\p{L}\p{M}\p{N}’ -]/gu, "").slice(0, NAME_MAX);

/** Schema of the form for a committee member. `kept`: the stored role, which is always accepted. */
export const committeeMemberSchema = (kept?: string) =>
  z.pipe(
    z.object({
      Prenom: requiredLineSchema(NAME_MAX),
      Nom: requiredLineSchema(NAME_MAX),
      Poste: choiceOrStoredSchema(COMMITTEE_ROLES, kept, "Choisissez un poste de la liste."),
      PosteAffiche: optionalLineSchema(DISPLAYED_ROLE_MAX),
    }),
    z.transform(({ Prenom, Nom, Poste, PosteAffiche }, { issues }): CommitteeMemberFields => {
      const message = refusalOfDisplayedRole(PosteAffiche, Poste);
      if (message) issues.push({ code: "custom", message, input: PosteAffiche, path: ["PosteAffiche"] });
      return {
        firstName: Prenom,
        lastName: Nom,
        role: Poste,
        displayedRole: PosteAffiche === Poste ? "" : PosteAffiche,
      };
    }),
  );

/** A French sentence if the displayed form has no letter, or belongs to another role. */
function refusalOfDisplayedRole(displayed: string, role: string): string | null {
  if (displayed === "") return null;
  if (!/\p{L}/u.test(displayed)) return DISPLAYED_ROLE_SENTENCES.letters;
  const meant = parseTypedRole(displayed);
  return meant === null || meant === normaliseRole(role) ? null : DISPLAYED_ROLE_SENTENCES.otherRole(meant);
}

/** Form values of a committee member. */
export const committeeMemberAsTyped = ({ firstName, lastName, role, displayedRole }: CommitteeMemberFields) => ({
  Prenom: firstName,
  Nom: lastName,
  Poste: role,
  PosteAffiche: displayedRole,
});
