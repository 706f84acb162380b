import { candidats } from "#domain/identifiants.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Collection } from "#domain/stored-image.ts";
import type { Fichier, RefusImage } from "#domain/upload-limits.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { ImageStore } from "#ports/image-store.ts";

/**
 * Puts a new document and its picture online together. The picture is stored first, so that no card ever
 * stands without it; when the document cannot be created after all, the picture goes again.
 * @param id the identifier to try first; a taken one gets `-2`, `-3`… (PRODUCT.md)
 * @param fichier the picture, or null for none
 * @returns the identifier it got, or why the picture was refused
 * @throws when a store does not answer; a picture left behind then is swept up by `rangerImages`
 */
export async function publier<Champs>(
  store: DocumentStore<Champs>,
  images: ImageStore,
  { collection, id, champs, fichier }: { collection: Collection; id: string; champs: Champs; fichier: Fichier | null },
): Promise<Resultat<string, RefusImage>> {
  for (const candidat of candidats(id)) {
    if (await store.get(candidat)) continue;
    // Pictures of a card that was deleted under this identifier must not come back on the new one.
    await images.discard({ collection, id: candidat });
    const image = fichier && (await images.save({ collection, id: candidat }, fichier));
    if (image && !image.ok) return refuse(image.raison);
    const issue = await store.create(candidat, champs).catch((panne: unknown) => ({ panne }));
    if (issue === "cree") return accepte(candidat);
    if (image) await images.remove(image.valeur.path);
    if (issue !== "pris") throw issue.panne;
  }
  throw new Error("unreachable: there is always another identifier to try");
}
