import { join } from "node:path";
import sharp from "sharp";
import { idEvenement } from "#domain/evenement.ts";
import { idMembre } from "#domain/membre.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import type { Services } from "#ports/services.ts";
import { publier } from "#usecases/publier.ts";
import { EVENEMENTS, MEMBRES } from "./contenu.ts";

/** Pixels of width that the drawings are rendered at: enough for a large screen, and quick at a first start. */
const LARGEURS = { affiches: 1280, portraits: 800 } as const;

/** @returns a drawing as the file that somebody would upload */
async function rendre(dossier: keyof typeof LARGEURS, dessin: string): Promise<Fichier> {
  const svg = join(import.meta.dirname, dossier, `${dessin}.svg`);
  const octets = await sharp(svg, { density: 192 })
    .resize({ width: LARGEURS[dossier] })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { nom: `${dessin}.png`, octets };
}

/**
 * Fills a data folder in which nobody can sign in yet, as a committee would: through the same uploads.
 * Interrupted, it goes on where it stopped; later it changes nothing. A folder that holds anything else (npm run
 * transfer brings no accounts) is somebody's own, and stays as it is.
 */
export async function fillWithDemo({ auth, membres, evenements, images }: Services): Promise<void> {
  if ((await auth.accounts()).some(({ peutEntrer }) => peutEntrer)) return;
  const inventes = new Set([
    ...MEMBRES.map(({ champs }) => idMembre(champs)),
    ...EVENEMENTS.map(({ champs }) => idEvenement(champs)),
  ]);
  if ([...(await membres.list()), ...(await evenements.list())].some(({ id }) => !inventes.has(id))) return;
  for (const { dessin, champs } of MEMBRES) {
    const id = idMembre(champs);
    if (await membres.get(id)) continue;
    await publier(membres, images, { collection: "membres", id, champs, fichier: await rendre("portraits", dessin) });
  }
  for (const { dessin, champs } of EVENEMENTS) {
    const id = idEvenement(champs);
    if (await evenements.get(id)) continue;
    await publier(evenements, images, {
      collection: "evenements",
      id,
      champs,
      fichier: await rendre("affiches", dessin),
    });
  }
}
