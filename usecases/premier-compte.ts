import type { Services } from "#ports/services.ts";

/** Address of the first account when none is configured. */
const EMAIL_PAR_DEFAUT = "admin@exemple.ch";

/**
 * Lets the committee in on a first start: makes one account when nobody can sign in yet (PRODUCT.md,
 * "first administrator"). Once somebody can sign in, the configuration changes nothing any more.
 * @param configuration what was set of `ADMIN_EMAIL` and `ADMIN_PASSWORD`
 * @param generer gives a random password, for when none is configured
 * @returns the new account's address and, when it was generated, the password to show once; null when
 * somebody can sign in, or was invited at that very address
 * @throws when the provider does not answer or refuses the configured password
 */
export async function assurerPremierCompte(
  { auth }: Pick<Services, "auth">,
  configuration: { email?: string | undefined; motDePasse?: string | undefined },
  generer: () => string,
): Promise<{ email: string; motDePasse: string | null } | null> {
  if ((await auth.accounts()).some(({ peutEntrer }) => peutEntrer)) return null;
  const motDePasse = configuration.motDePasse || generer();
  const compte = await auth.createAccount(configuration.email || EMAIL_PAR_DEFAUT, motDePasse);
  return compte && { email: compte.email, motDePasse: configuration.motDePasse ? null : motDePasse };
}
