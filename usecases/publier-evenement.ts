import { erreursParChamp, type Saisie } from "#domain/champs.ts";
import { idEvenement } from "#domain/evenement.ts";
import { schemaEvenement } from "#domain/evenement-form.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import type { Services } from "#ports/services.ts";
import { PHRASES_IMAGE, type RefusDePublier } from "./phrases-image.ts";
import { publier } from "./publier.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = schemaEvenement();

/**
 * Creates an event with its image, which is required (SPEC.md section 5).
 * @param fichier null when none was sent
 * @returns the identifier of the event, or one sentence per refused field
 * @throws when a store does not answer
 */
export async function publierEvenement(
  { evenements, images }: Pick<Services, "evenements" | "images">,
  saisie: Saisie,
  fichier: Fichier | null,
): Promise<Resultat<string, RefusDePublier>> {
  const lecture = SCHEMA.safeParse(saisie);
  if (!lecture.success || !fichier) {
    const erreurs = lecture.success ? {} : erreursParChamp(lecture.error);
    return refuse({ erreurs: fichier ? erreurs : { ...erreurs, image: PHRASES_IMAGE.absente }, image: null });
  }
  const champs = lecture.data;
  const issue = await publier(evenements, images, {
    collection: "evenements",
    id: idEvenement(champs),
    champs,
    fichier,
  });
  if (issue.ok) return accepte(issue.valeur);
  return refuse({ erreurs: { image: PHRASES_IMAGE[issue.raison] }, image: issue.raison });
}
