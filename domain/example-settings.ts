/** Which settings are still the examples of a first start. */
import { REGLAGES_DE_DEPART, type Reglages } from "./reglages.ts";

/** The settings that are invented on a first start; the others are true as they are. */
const EXEMPLES = ["iban", "twint", "instagram", "facebook", "email"] as const;
export type ChampDExemple = (typeof EXEMPLES)[number];

/** @returns the settings that nobody has replaced yet */
export const champsDExemple = (reglages: Pick<Reglages, ChampDExemple>): ChampDExemple[] =>
  EXEMPLES.filter((champ) => reglages[champ] === REGLAGES_DE_DEPART[champ]);

/** The examples that lead nowhere: links, and an address that nobody reads. */
const LINKS = ["twint", "instagram", "facebook", "email"] as const;

/** @returns the settings with nothing in place of the links that nobody has replaced yet */
export function withoutExampleLinks<Settings extends Reglages>(reglages: Settings): Settings {
  const exemples = champsDExemple(reglages);
  const hidden = LINKS.filter((link) => exemples.includes(link)).map((link) => [link, ""]);
  return { ...reglages, ...Object.fromEntries(hidden) };
}

/** @returns whether a field of the settings form still says what a first start put there */
export const isExample = (champ: ChampDExemple, saisie: string): boolean =>
  saisie.replace(/\s/g, "") === REGLAGES_DE_DEPART[champ];
