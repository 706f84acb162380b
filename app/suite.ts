/** Where the committee lands when no page was asked for (PRODUCT.md, "after sign-in"). */
const PAR_DEFAUT = "/planning";

/**
 * The page to open after signing in, as named in the login's address.
 * @param demande value of `?suite=`; anything that is not a path of this site is ignored
 */
export function suiteSure(demande: string | null): string {
  const site = "https://site.invalid";
  const adresse = demande?.startsWith("/") ? URL.parse(demande, site) : null;
  const etrangere = !adresse || adresse.origin !== site || adresse.pathname.startsWith("//");
  if (etrangere || /^\/(?:login|logout)\b/.test(adresse.pathname)) return PAR_DEFAUT;
  return adresse.pathname + adresse.search;
}
