import { erreursParChamp, type Saisie } from "#domain/champs.ts";
import { idMembre, schemaMembre } from "#domain/membre.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import type { Services } from "#ports/services.ts";
import { PHRASES_IMAGE, type RefusDePublier } from "./phrases-image.ts";
import { publier } from "./publier.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = schemaMembre();

/**
 * Creates a committee member, with a photo or without (PRODUCT.md, "photo of a member").
 * @param fichier null for no photo
 * @returns the identifier of the member, or one sentence per refused field
 * @throws when a store does not answer
 */
export async function publierMembre(
  { membres, images }: Pick<Services, "membres" | "images">,
  saisie: Saisie,
  fichier: Fichier | null,
): Promise<Resultat<string, RefusDePublier>> {
  const lecture = SCHEMA.safeParse(saisie);
  if (!lecture.success) return refuse({ erreurs: erreursParChamp(lecture.error), image: null });
  const champs = lecture.data;
  const issue = await publier(membres, images, { collection: "membres", id: idMembre(champs), champs, fichier });
  if (issue.ok) return accepte(issue.valeur);
  return refuse({ erreurs: { photo: PHRASES_IMAGE[issue.raison] }, image: issue.raison });
}
