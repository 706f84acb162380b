import type { Demenagement, ImageAncienne, ImageFaite } from "#ports/demenagement.ts";

/**
 * The pictures that a page can show. The site deletes those of a document that is gone, so that they do not move.
 * @returns them in the order in which they were added, and how many others there are
 */
export async function imagesAttachees(
  demeure: Demenagement,
): Promise<{ attachees: (ImageFaite | ImageAncienne)[]; autres: number }> {
  const [membres, evenements, images] = [
    await demeure.lire("membres"),
    await demeure.lire("evenements"),
    await demeure.lireImages(),
  ];
  const ids = { membres: new Set(membres.map(({ id }) => id)), evenements: new Set(evenements.map(({ id }) => id)) };
  const attachees = images.filter(
    ({ dossier: { collection, id } }) => collection === "accueil" || ids[collection].has(id),
  );
  return { attachees, autres: images.length - attachees.length };
}
