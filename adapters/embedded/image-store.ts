/**
 * Pictures in files, and what is known of them in SQLite. Rows decide: files are written before their row and
 * deleted after it, so that a crash leaves files without a row at worst, which `resume` removes.
 */
import type { DatabaseSync } from "node:sqlite";
import { estSegment } from "#domain/identifiants.ts";
import { createLimit } from "#domain/limit.ts";
import { createQueue } from "#domain/queue.ts";
import { accepte } from "#domain/resultat.ts";
import {
  type Format,
  type FormatTardif,
  largeursDe,
  nomDePartage,
  nomDeVariante,
  nomsDeFichier,
  TYPES,
} from "#domain/variantes.ts";
import { A_PARTAGER, type Collection, type Dossier, type ImageStore, type StoredImage } from "#ports/image-store.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import { cleDe } from "./images/file-names.ts";
import { createFiles } from "./images/files.ts";
import { createRows, type Ligne } from "./images/rows.ts";

export { imageFile } from "./images/file-names.ts";

export type EmbeddedImageStore = ImageStore & {
  /**
   * Takes up the work that an earlier process left: makes the variants that are missing or damaged and removes files
   * that belong to no picture. Resolves when the work is queued. Call it once, before or after the first use.
   */
  resume(): Promise<void>;
  /** Resolves when no variant is left to be made. */
  idle(): Promise<void>;
  /** Ends the work in good order: the variant under way is finished, `resume` takes up the rest another time. */
  stop(): Promise<void>;
};

/**
 * Makes the image store of one process: no other process may write into the directory at the same time.
 * @param db as `openDatabase` gave it
 * @param directory where the files go; need not exist
 * @param imagerie what makes the pictures
 * @param urlPrefix where the server answers with them, through `imageFile`
 * @param onChange called after every change that a reader can see, with where it was; once the last of the later
 * variants is there, not for each
 * @param onError hears why a later variant could not be made; the picture keeps those it has, and the next
 * `resume` tries again
 * @param onDamage hears of a picture whose JPEG the disk has lost or cut short, found by `resume`: only a backup or a
 * new upload brings it back
 */
export function createImageStore({
  db,
  directory,
  imagerie,
  urlPrefix = "/images",
  onChange = () => {},
  onError = () => {},
  onDamage = () => {},
}: {
  db: DatabaseSync;
  directory: string;
  imagerie: Imagerie;
  urlPrefix?: string;
  onChange?: (collection: Collection) => void;
  onError?: (error: unknown) => void;
  onDamage?: (path: string) => void;
}): EmbeddedImageStore {
  const rows = createRows(db);
  const files = createFiles(directory);
  const queue = createQueue(onError);
  /** Under it rows and files agree. */
  const exclusively = createLimit(1);

  function stored(ligne: Ligne): StoredImage {
    const { path, collection, id, cle, largeur, hauteur } = ligne;
    const dossier = `${urlPrefix}/${collection}/${encodeURIComponent(id)}`;
    const adresse = (l: number, format: Format) => `${dossier}/${nomDeVariante(cle, l, format)}`;
    const formats = (["avif", "webp", "jpeg"] as const).filter((format) => format === "jpeg" || ligne[format]);
    return {
      path,
      url: adresse(largeur, "jpeg"),
      largeur,
      hauteur,
      teinte: ligne.teinte || null,
      sources: formats.map((format) => ({
        type: TYPES[format],
        variantes: largeursDe(largeur).map((l) => ({ url: adresse(l, format), largeur: l })),
      })),
      partage: ligne.partage ? `${dossier}/${nomDePartage(cle)}` : null,
    };
  }

  /** @returns the first free path for a file in a folder; what is set aside keeps its own */
  function freePath({ collection, id }: Dossier, nom: string): string {
    for (const candidat of nomsDeFichier(nom)) {
      const path = `${collection}/${id}/${candidat}`;
      if (!rows.has(path)) return path;
    }
    throw new Error("unreachable: there is always another name to try");
  }

  async function encodeLater(numero: number, format: FormatTardif): Promise<void> {
    const work = await exclusively(async () => {
      const ligne = rows.get(numero);
      return ligne && !ligne[format] ? { ligne, master: await files.readMaster(ligne) } : null;
    });
    if (!work) return;
    const variantes = await imagerie.encoder(work.master, work.ligne.largeur, format);
    const complete = await exclusively(async () => {
      if (!rows.get(numero)) return false;
      await files.write(work.ligne, format, variantes);
      const { webp, avif } = rows.finish(numero, format);
      if (!webp || !avif) return false;
      await files.removeMaster(work.ligne);
      return true;
    });
    // Once for both formats: each time, pages are made anew that were right already.
    if (complete) onChange(work.ligne.collection);
  }

  /** For a picture of an older site; the others have theirs from the beginning. */
  async function encodePartageLater(numero: number): Promise<void> {
    const work = await exclusively(async () => {
      const ligne = rows.get(numero);
      return ligne && { ligne, octets: await files.readLargest(ligne) };
    });
    if (!work) return;
    const octets = await imagerie.partager(work.octets);
    const written = await exclusively(async () => {
      if (!rows.get(numero)) return false;
      await files.writePartage(work.ligne, octets);
      rows.finish(numero, "partage");
      return true;
    });
    if (written) onChange(work.ligne.collection);
  }

  function queueRest({ numero, collection, webp, avif, partage }: Ligne): void {
    if (collection === A_PARTAGER && !partage) queue.add(() => encodePartageLater(numero));
    if (!webp) queue.add(() => encodeLater(numero, "webp"));
    if (!avif) queue.add(() => encodeLater(numero, "avif"));
  }

  /** Finds out what a failing disk did to a picture; what can be made again from its JPEG is. */
  async function mend(numero: number): Promise<void> {
    const mended = await exclusively(async () => {
      let ligne = rows.get(numero);
      if (!ligne) return null;
      if (!(await files.isWhole(ligne, "jpeg"))) {
        onDamage(ligne.path);
        return ligne;
      }
      const broken: ("webp" | "avif" | "partage")[] = [];
      for (const format of ["webp", "avif"] as const)
        if (ligne[format] && !(await files.isWhole(ligne, format))) broken.push(format);
      const complete = ligne.webp && ligne.avif && broken.length === 0;
      if (ligne.partage && !(await files.hasPartage(ligne))) broken.push("partage");
      // The file first: a row that promises it never stands alone.
      if (!complete && !(await files.hasMaster(ligne))) await files.masterFromJpeg(ligne);
      for (const format of broken) ligne = rows.redo(numero, format);
      if (broken.length > 0) onChange(ligne.collection);
      return ligne;
    });
    if (mended) queueRest(mended);
  }

  /** @param deleteRows deletes rows at once and says which */
  const deleteImages = (deleteRows: () => Ligne[]): Promise<Ligne[]> =>
    exclusively(async () => {
      const lignes = deleteRows();
      for (const ligne of lignes) await files.remove(ligne);
      return lignes;
    });

  return {
    async save({ collection, id }, { nom, octets }) {
      if (!estSegment(id)) throw new Error("The identifier of a folder of pictures cannot be a folder's name.");
      const prepared = await imagerie.preparer(octets, { aPartager: collection === A_PARTAGER });
      if (!prepared.ok) return prepared;
      const { largeur, hauteur, variantes, partage, teinte, master } = prepared.valeur;
      const ligne = await exclusively(async () => {
        const path = freePath({ collection, id }, nom);
        const image = {
          path,
          collection,
          id,
          cle: await cleDe(path, octets),
          largeur,
          hauteur,
          partage: partage ? 1 : 0,
          teinte,
        } as const;
        try {
          rows.begin();
          await files.write(image, "jpeg", variantes, master);
          if (partage) await files.writePartage(image, partage);
          return rows.add(image);
        } catch (panne) {
          // What this leaves on a broken disk is for `resume`; the fault to tell of is the first one.
          await files.remove(image).catch(() => {});
          throw panne;
        }
      });
      queueRest(ligne);
      onChange(collection);
      return accepte(stored(ligne));
    },

    async last(dossier) {
      const ligne = rows.last(dossier);
      return ligne ? stored(ligne) : null;
    },

    async lastOfEach(collection) {
      return new Map(rows.lastOfEach(collection).map((ligne) => [ligne.id, stored(ligne)]));
    },

    async folders(collection) {
      return rows
        .folders(collection)
        .map(({ id, misDeCote, depuis }) => ({ id, misDeCote: misDeCote === 1, depuis: new Date(depuis) }));
    },

    async remove(path) {
      for (const { collection } of await deleteImages(() => rows.remove(path))) onChange(collection);
    },

    async setAside(dossier) {
      rows.hide(dossier, true);
      onChange(dossier.collection);
    },

    async bringBack(dossier) {
      rows.hide(dossier, false);
      onChange(dossier.collection);
    },

    async discard(dossier) {
      await deleteImages(() => rows.discard(dossier));
    },

    async resume() {
      // Beside a database that is new, files are those of a lost one: nothing here may call them orphans.
      if (rows.everUsed()) await exclusively(() => files.sweep(rows.all()));
      for (const { numero } of rows.all()) queue.add(() => mend(numero));
    },

    idle: () => queue.idle(),
    stop: () => queue.stop(),
  };
}
