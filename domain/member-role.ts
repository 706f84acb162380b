import { normaliseUnicode } from "./text/normal-form.ts";
import { foldText } from "./text/search.ts";

/** Roles in order of rank (docs/specification.md sections 3 and 9). */
export const COMMITTEE_ROLES = ["Co-président", "Caissier", "Secrétaire", "Réseaux Sociaux", "Membre"] as const;

export type CommitteeRole = (typeof COMMITTEE_ROLES)[number];

/** Maximum length of a stored role in characters. A longer role counts as unknown. */
const ROLE_MAX = 120;

const RANK_OF_OTHERS = 5;

const withoutAccents = (text: string) =>
  normaliseUnicode(text, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, " ")
    .trim();

const RANKS = new Map(COMMITTEE_ROLES.map((role, i) => [withoutAccents(role), i + 1]));

/** Finds a role, ignoring hyphens, case and accents (docs/specification.md section 9). Null if unknown. */
export const normaliseRole = (role: string): CommitteeRole | null =>
  role.length > ROLE_MAX ? null : (COMMITTEE_ROLES[(RANKS.get(withoutAccents(role)) ?? 0) - 1] ?? null);

/** Rank of a role, from 1. An unknown role has rank 5, like « Membre » (docs/specification.md section 9). */
export const rankOfRole = (role: string): number =>
  RANKS.get(withoutAccents(role.slice(0, ROLE_MAX))) ?? RANK_OF_OTHERS;

/** Words for a role, as `foldText` returns them, without spaces: feminine and inclusive forms, and common synonyms. */
const SPELLINGS: Record<CommitteeRole, RegExp> = {
  "Co-président": /^copresidente?s?$/,
  Caissier: /^(?:caissi|tresori)er(?:e|ere)?s?$/,
  Secrétaire: /^secretaires?$/,
  "Réseaux Sociaux": /^(?:resp(?:onsable)?)?(?:des)?reseaux?(?:soci(?:aux|al))?$/,
  Membre: /^membres?(?:ducomite)?$/,
};

const wordOf = (text: string): string => foldText(text).replaceAll(" ", "");

/** Finds a role as people write it: « Caissière », « co-président·e ». Null if unknown. */
export function parseTypedRole(text: string): CommitteeRole | null {
  const word = wordOf(text);
  return COMMITTEE_ROLES.find((role) => SPELLINGS[role].test(word)) ?? null;
}

/** Feminine forms and synonyms of roles, as the site displays them. */
const DISPLAYED_FORMS = ["Co-présidente", "Caissière", "Trésorier", "Trésorière"] as const;

/** Displayed roles that the form of a committee member suggests. */
export const DISPLAYED_ROLE_SUGGESTIONS = ["Co-présidente", "Caissière", "Responsable des réseaux sociaux"] as const;

/**
 * The displayed role for a role as typed: `caissiere` gives « Caissière ». Empty if the role needs no displayed role:
 * `caissier` and « caissier·ère » are shown as the role « Caissier ».
 */
export const displayedRoleForm = (text: string): string =>
  /[·•./]/u.test(text) ? "" : (DISPLAYED_FORMS.find((form) => wordOf(form) === wordOf(text)) ?? "");
