/** A list of committee members as people type it: `Léa Dubuis, Secrétaire`. */
import {
  type CommitteeMemberFields,
  committeeMemberFullName,
  committeeMemberSchema,
  shownRole,
} from "./committee-member.ts";
import { errorsByField } from "./fields.ts";
import { COMMITTEE_ROLES, displayedRoleForm, parseTypedRole } from "./member-role.ts";
import { type Result, refusal, success } from "./result.ts";
import { foldText } from "./text/search.ts";
import { readTypedLines, type TypedListLine } from "./text/typed-lines.ts";

export const TYPED_COMMITTEE_MEMBER_SENTENCES = {
  names: "Écrivez le prénom et le nom, puis le poste après une virgule.",
  role: (typed: string) =>
    `Le site ne connaît pas le poste «\u00a0${typed}\u00a0». Il y a\u00a0: ${COMMITTEE_ROLES.join(", ")}.`,
  there: (member: CommitteeMemberFields) => `Cette personne est déjà au comité (${shownRole(member)}).`,
} as const;

/** Two members with the same name count as one person. */
export const typedCommitteeMemberKey = (member: Pick<CommitteeMemberFields, "firstName" | "lastName">): string => {
  const name = committeeMemberFullName(member);
  return foldText(name) || name;
};

/** Reads the cards from the lines of a list. */
export function readCommitteeMemberLines(
  text: string,
  existing: readonly CommitteeMemberFields[],
): TypedListLine<CommitteeMemberFields>[] {
  const byKey = new Map(existing.map((member) => [typedCommitteeMemberKey(member), member]));
  const schema = committeeMemberSchema();
  return readTypedLines(text, new Set(byKey.keys()), {
    read: (line) => readMember(line, schema),
    keyOf: typedCommitteeMemberKey,
    there: (fields) => TYPED_COMMITTEE_MEMBER_SENTENCES.there(byKey.get(typedCommitteeMemberKey(fields)) ?? fields),
  });
}

const NUMBER = /^\d+[.)]?\s+/;

/**
 * Splits off the role, which is after the last comma, before a colon, or in brackets. A line without a role means «
 * Membre », as in the form.
 */
function readMember(
  line: string,
  schema: ReturnType<typeof committeeMemberSchema>,
): Result<CommitteeMemberFields, string> {
  const parts = line
    .replace(NUMBER, "")
    .split(/[,;:|()]|\s-\s/)
    .flatMap((part) => part.trim() || []);
  const at = parts.findLastIndex((part) => parseTypedRole(part) !== null);
  const names = parts.filter((_, index) => index !== at);
  const name = namesOf(names);
  if (!name) return refusal(at < 0 && parts.length > 1 ? unknownRole(parts) : TYPED_COMMITTEE_MEMBER_SENTENCES.names);
  const typed = parts[at] ?? "Membre";
  const parsed = schema.safeParse({ ...name, Poste: parseTypedRole(typed), PosteAffiche: displayedRoleForm(typed) });
  return parsed.success ? success(parsed.data) : refusal(Object.values(errorsByField(parsed.error))[0] ?? "");
}

const unknownRole = (parts: readonly string[]): string => TYPED_COMMITTEE_MEMBER_SENTENCES.role(parts.at(-1) ?? "");

/** Splits a name: `Léa Dubuis`, `DUBUIS Léa`, and in two parts `Dubuis, Léa`. Null without both names. */
function namesOf(parts: readonly string[]): { readonly Prenom: string; readonly Nom: string } | null {
  const [one = "", two = ""] = parts;
  // Read « Léa Dubuis, Présidente » as a name and an unknown role, not as a last name and a first name.
  if (parts.length === 2 && !one.includes(" ")) return { Nom: one, Prenom: two };
  if (parts.length !== 1) return null;
  const words = one.split(" ");
  const isCapital = (word: string) => /\p{L}{2}/u.test(word) && word === word.toLocaleUpperCase("fr-CH");
  const capitals = words.filter(isCapital);
  const others = words.filter((word) => !isCapital(word));
  if (capitals.length > 0 && others.length > 0) return { Nom: capitals.join(" "), Prenom: others.join(" ") };
  return words.length > 1 ? { Prenom: words[0] ?? "", Nom: words.slice(1).join(" ") } : null;
}
