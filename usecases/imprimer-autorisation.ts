import { lienOuvert, mineurDe, returnAddress } from "#domain/autorisation.ts";
import type { Services } from "#ports/services.ts";

/**
 * Prints the blank parental authorisation.
 * @param publicUrl of the site
 * @throws when the settings cannot be read or the paper cannot be made
 */
export async function printBlankAutorisation(
  { imprimeur, reglages }: Pick<Services, "imprimeur" | "reglages">,
  publicUrl: string,
): Promise<Uint8Array> {
  return imprimeur.autorisation(null, returnAddress(publicUrl, await reglages.get()));
}

/**
 * Fills in the parental authorisation of one sign-up. Whoever has the link may have it for a while; the committee
 * may have it for as long as the sign-up is kept.
 * @param publicUrl of the site
 * @param id of the inbox entry; unguessable, thus the key to the paper
 * @param connecte whether the person asking is signed in
 * @returns the PDF's bytes; null when there is no sign-up of a minor behind that id, or its link has expired
 * @throws when inbox or settings do not answer or the paper cannot be made
 */
export async function imprimerAutorisation(
  { inbox, imprimeur, reglages, clock }: Pick<Services, "inbox" | "imprimeur" | "reglages" | "clock">,
  publicUrl: string,
  id: string,
  connecte: boolean,
): Promise<Uint8Array | null> {
  const entree = await inbox.get(id);
  if (entree?.type !== "inscription") return null;
  if (!connecte && !lienOuvert(entree.recuLe, clock.now())) return null;
  const mineur = mineurDe(entree.contenu);
  return mineur && imprimeur.autorisation(mineur, returnAddress(publicUrl, await reglages.get()));
}
