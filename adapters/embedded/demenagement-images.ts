/** The pictures of the data folder as they are: files first, then the row that makes them count. */
import type { DatabaseSync } from "node:sqlite";
import { estSegment } from "#domain/identifiants.ts";
import {
  fichiersUtiles,
  formatsComplets,
  nomDeMaster,
  nomDePartage,
  nomDeVariante,
  nomsDeFichier,
} from "#domain/variantes.ts";
import type { Demenagement, ImageAncienne, ImageFaite, Raison } from "#ports/demenagement.ts";
import { A_PARTAGER } from "#ports/image-store.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import { cleDe } from "./images/file-names.ts";
import { createFiles } from "./images/files.ts";
import { createRows, type Ligne } from "./images/rows.ts";

type ImageMove = Pick<
  Demenagement,
  "lireImages" | "lireFichier" | "lireAncienne" | "ajouterImage" | "repriseDe" | "ajouterAncienne"
>;

type LigneEntiere = Ligne & { readonly misDeCote: 0 | 1; readonly ajouteeLe: string };

/** As `createDemenagement` has it. */
export function createImageMove({
  db,
  directory,
  imagerie,
}: {
  db: DatabaseSync;
  directory: string;
  imagerie: Imagerie;
}): ImageMove {
  const rows = createRows(db);
  const files = createFiles(directory);
  const listing = db.prepare(
    `SELECT path, collection, id, cle, largeur, hauteur, teinte, mis_de_cote AS misDeCote, ajoutee_le AS ajouteeLe
     FROM images ORDER BY numero`,
  );
  const listingFolder = db.prepare("SELECT path, cle FROM images WHERE collection = ? AND id = ?");
  const adding = db.prepare(
    `INSERT INTO images (path, collection, id, cle, largeur, hauteur, teinte, mis_de_cote, ajoutee_le, webp, avif, partage)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE
     SET webp = max(webp, excluded.webp), avif = max(avif, excluded.avif), partage = max(partage, excluded.partage)
     WHERE cle = excluded.cle`,
  );

  async function faite({ collection, id, teinte, misDeCote, ajouteeLe, ...ligne }: LigneEntiere): Promise<ImageFaite> {
    const { path, cle, largeur, hauteur } = ligne;
    const presents = new Set(await sansChemin(files.namesOf({ collection, id })));
    return {
      ...{ path, cle, largeur, hauteur },
      dossier: { collection, id },
      teinte: teinte || null,
      misDeCote: misDeCote === 1,
      ajouteeLe: new Date(ajouteeLe),
      fichiers: fichiersUtiles(cle, largeur, presents),
    };
  }

  async function ajouterImage(image: ImageFaite, fichiers: ReadonlyMap<string, Uint8Array>): Promise<Raison | null> {
    const { path, dossier, cle, largeur, hauteur, teinte, misDeCote, ajouteeLe } = image;
    const formats = formatsComplets(cle, largeur, new Set(image.fichiers));
    if (!estSegment(dossier.id)) return "nom";
    if (!formats.includes("jpeg")) return "incomplete";
    rows.begin();
    await sansChemin(files.writeAll(dossier, fichiers));
    const { collection, id } = dossier;
    adding.run(
      ...[path, collection, id, cle, largeur, hauteur, teinte ?? "", misDeCote ? 1 : 0, ajouteeLe.toISOString()],
      ...[formats.includes("webp"), formats.includes("avif"), image.fichiers.includes(nomDePartage(cle))].map(Number),
    );
    return null;
  }

  return {
    lireImages: () => Promise.all(listing.all().map((ligne) => faite(ligne as LigneEntiere))),
    lireFichier: ({ dossier }, nom) => sansChemin(files.read(dossier, nom)),
    lireAncienne() {
      throw new Error("unreachable: every picture of a data folder was made by this site");
    },
    ajouterImage,

    // The key of a picture tells which bytes it was made from.
    async repriseDe({ dossier: { collection, id } }, octets) {
      const lignes = listingFolder.all(collection, id) as Pick<Ligne, "path" | "cle">[];
      for (const { path, cle } of lignes) if (cle === (await cleDe(path, octets))) return path;
      return null;
    },

    async ajouterAncienne(ancienne, octets, reserves) {
      const { collection, id } = ancienne.dossier;
      const preparee = await imagerie.preparer(octets, { aPartager: collection === A_PARTAGER, ancienne: true });
      if (!preparee.ok)
        return preparee.raison === "illisible" && !imagerie.reconnaitre(octets) ? "sans-image" : preparee.raison;
      const { largeur, hauteur, teinte, variantes, partage, master } = preparee.valeur;
      const path = cheminLibre(ancienne, (candidat) => reserves.has(candidat) || rows.has(candidat));
      const cle = await cleDe(path, octets);
      const fichiers = new Map([...variantes].map(([l, contenu]) => [nomDeVariante(cle, l, "jpeg"), contenu]));
      fichiers.set(nomDeMaster(cle), master);
      if (partage) fichiers.set(nomDePartage(cle), partage);
      const { misDeCote, ajouteeLe } = ancienne;
      const dossier = { collection, id };
      return ajouterImage(
        { path, dossier, cle, largeur, hauteur, teinte, misDeCote, ajouteeLe, fichiers: [...fichiers.keys()] },
        fichiers,
      );
    },
  };
}

/** @returns the path that a picture of an existing project gets: its own, where this site may write it so */
function cheminLibre({ path, dossier }: ImageAncienne, estPris: (path: string) => boolean): string {
  const prefixe = `${dossier.collection}/${dossier.id}/`;
  for (const nom of nomsDeFichier(path.slice(prefixe.length))) if (!estPris(prefixe + nom)) return prefixe + nom;
  throw new Error("unreachable: there is always another name to try");
}

/** The system's own messages hold paths, and so people's names. */
async function sansChemin<T>(travail: Promise<T>): Promise<T> {
  try {
    return await travail;
  } catch (panne) {
    const { code } = panne as NodeJS.ErrnoException;
    throw code ? new Error(`A file of a picture in the data folder cannot be read or written (${code}).`) : panne;
  }
}
