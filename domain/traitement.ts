/**
 * Who works with personal data for the association, as the privacy page tells it (LPD art. 19: recipients, and the
 * countries abroad with their guarantees). Each adapter describes itself; the page knows no provider by name.
 */

/** What an adapter does with the data. */
export const ROLES = {
  donnees: "Inscriptions et messages",
  images: "Photos et affiches",
  comptes: "Comptes du comité",
  courrier: "Envoi des e-mails",
} as const;
type Role = keyof typeof ROLES;

export type Traitement = {
  readonly role: Role;
  /** Who does it, by the name that people can look up; null: the site's own server, nothing leaves it. */
  readonly prestataire: string | null;
  /** In which countries, in French; empty: the adapter cannot know. */
  readonly pays: readonly string[];
  /**
   * What protects data in a country outside of Switzerland (LPD art. 16), as the provider states it, in a sentence;
   * null: there is nothing to state.
   */
  readonly garantie: string | null;
};

/** @returns the ones that stay on the site's own server */
export const surPlace = (traitements: readonly Traitement[]): Traitement[] =>
  traitements.filter(({ prestataire }) => prestataire === null);

const SUISSE = "Suisse";

/** Somebody outside of the site's server who works with data. */
export type Prestataire = {
  readonly nom: string;
  readonly roles: readonly Role[];
  readonly pays: readonly string[];
  readonly garantie: string | null;
  /** In a country that is not Switzerland. */
  readonly etranger: boolean;
};

/** @returns the providers outside, each once in each country, in the order of the adapters */
export function prestatairesDe(traitements: readonly Traitement[]): Prestataire[] {
  const parCle = new Map<string, Prestataire>();
  for (const { role, prestataire: nom, pays, garantie } of traitements) {
    if (nom === null) continue;
    const cle = JSON.stringify([nom, pays]);
    const connu = parCle.get(cle);
    parCle.set(cle, {
      nom,
      roles: [...(connu?.roles ?? []), role],
      pays,
      garantie: connu?.garantie ?? garantie,
      etranger: pays.some((un) => un !== SUISSE),
    });
  }
  return [...parCle.values()];
}
