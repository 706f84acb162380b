import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { idEvenement, schemaEvenement } from "#domain/evenement.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Fichier } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";
import { PHRASES_IMAGE } from "./phrases-image.ts";
import { publier } from "./publier.ts";

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
): Promise<Resultat<string, Erreurs>> {
  const lecture = schemaEvenement().safeParse(saisie);
  const erreurs = lecture.success ? {} : erreursParChamp(lecture.error);
  if (!lecture.success || !fichier) return refuse(fichier ? erreurs : { ...erreurs, image: PHRASES_IMAGE.absente });
  const champs = lecture.data;
  const issue = await publier(evenements, images, {
    collection: "evenements",
    id: idEvenement(champs),
    champs,
    fichier,
  });
  return issue.ok ? accepte(issue.valeur) : refuse({ image: PHRASES_IMAGE[issue.raison] });
}
