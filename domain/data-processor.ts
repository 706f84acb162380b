/** Recipients of personal data for the privacy page (LPD art. 19). Each adapter describes itself. */

export const ROLES = {
  data: "Inscriptions et messages",
  images: "Photos et affiches",
  accounts: "Comptes du comité",
  mail: "Envoi des e-mails",
} as const;
type Role = keyof typeof ROLES;

export type DataProcessor = {
  readonly role: Role;
  /** Public name of the provider; null: the data stays on the site's own server. */
  readonly provider: string | null;
  /** Countries, in French; empty: unknown. */
  readonly country: readonly string[];
  /** The provider's stated safeguard outside Switzerland (LPD art. 16), as a sentence; null: none. */
  readonly safeguard: string | null;
};

/** The roles that the site's own server has; empty when external providers have all. */
export const onSiteProcessors = (dataProcessors: readonly DataProcessor[]): DataProcessor[] =>
  dataProcessors.filter(({ provider }) => provider === null);

const SWITZERLAND = "Suisse";

export type Provider = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly country: readonly string[];
  readonly safeguard: string | null;
  readonly abroad: boolean;
};

/** External providers, one entry per provider and country, in the order of the adapters. */
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
