/**
 * Who works with personal data for the association, as the privacy page tells it (LPD art. 19: recipients, and the
 * countries abroad with their guarantees). Each adapter describes itself; the page knows no provider by name.
 */

/** What an adapter does with the data. */
export const ROLES = {
  data: "Inscriptions et messages",
  images: "Photos et affiches",
  accounts: "Comptes du comité",
  mail: "Envoi des e-mails",
} as const;
type Role = keyof typeof ROLES;

export type DataProcessor = {
  readonly role: Role;
  /** Who does it, by the name that people can look up; null: the site's own server, nothing leaves it. */
  readonly provider: string | null;
  /** In which countries, in French; empty: the adapter cannot know. */
  readonly country: readonly string[];
  /**
   * What protects data in a country outside of Switzerland (LPD art. 16), as the provider states it, in a sentence;
   * null: there is nothing to state.
   */
  readonly safeguard: string | null;
};

/** @returns the ones that stay on the site's own server */
export const onSite = (dataProcessors: readonly DataProcessor[]): DataProcessor[] =>
  dataProcessors.filter(({ provider }) => provider === null);

const SWITZERLAND = "Suisse";

/** Somebody outside of the site's server who works with data. */
export type Provider = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly country: readonly string[];
  readonly safeguard: string | null;
  /** In a country that is not Switzerland. */
  readonly abroad: boolean;
};

/** @returns the providers outside, each once in each country, in the order of the adapters */
export function providersOf(dataProcessors: readonly DataProcessor[]): Provider[] {
  const byKey = new Map<string, Provider>();
  for (const { role, provider: name, country, safeguard } of dataProcessors) {
    if (name === null) continue;
    const key = JSON.stringify([name, country]);
    const known = byKey.get(key);
    byKey.set(key, {
      name,
      roles: [...(known?.roles ?? []), role],
      country,
      safeguard: known?.safeguard ?? safeguard,
      abroad: country.some((one) => one !== SWITZERLAND),
    });
  }
  return [...byKey.values()];
}
