/** Where the committee lands when no page was asked for (PRODUCT.md, "after sign-in"). */
const PAR_DEFAUT = "/planning";

/** The screens that send a visitor to the login, in their one spelling. */
const SCREENS =
  /^\/(?:comite(?:\/create|\/modify\/[^/]+)?|evenement\/(?:create|modify\/[^/]+)|planning|inscriptions|messages|reglages|comptes|mot-de-passe|confirmer)$/;

/** Longer than any address of this site. */
const LONGUEUR_MAX = 5000;

/**
 * The page to open after signing in, as named in the login's address.
 * @param demande value of `?suite=`; anything that is none of the committee's screens is ignored
 */
export function suiteSure(demande: string | null): string {
  const site = "https://site.invalid";
  const adresse = demande?.startsWith("/") && demande.length <= LONGUEUR_MAX ? URL.parse(demande, site) : null;
  if (adresse?.origin !== site || !SCREENS.test(adresse.pathname)) return PAR_DEFAUT;
  return adresse.pathname + adresse.search;
}
