/** The list that closes a backup: what is in it, and how to tell that nothing of it has changed. */
import { createHash } from "node:crypto";
import { z } from "zod";

/** Counts up when an older version could not read what a newer one writes. */
const FORMAT = 1;

const MARQUE = /^jeunesse-sauvegarde-(\d{1,6})$/;
const NOM = /^manifest-([0-9a-f]{64})\.json$/;

const schema = z.strictObject({
  format: z.literal(FORMAT),
  /** When the database was copied. */
  faite: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string(),
  /** Files of pictures that the database names and that were lost before the backup was made. */
  manquants: z.array(z.string()),
  fichiers: z.array(
    z.strictObject({ nom: z.string(), taille: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export type Manifest = z.infer<typeof schema>;
export type Listed = Manifest["fichiers"][number];

/** Most bytes of a manifest: some two hundred thousand files. */
export const MANIFEST_MAX = 32 * 1024 * 1024;

/** The name of the first entry, which is empty: it says what the file is, and in which format. */
export const MARK = `jeunesse-sauvegarde-${FORMAT}`;

/** @returns the format that a first entry announces; null when it announces none */
export function formatOf(name: string): number | null {
  const numero = MARQUE.exec(name)?.[1];
  return numero === undefined ? null : Number(numero);
}

export const isKnownFormat = (format: number): boolean => format === FORMAT;

const empreinte = (octets: Buffer) => createHash("sha256").update(octets).digest("hex");

/** @returns the last entry: its name holds the checksum of its contents */
export function writeManifest(manifest: Omit<Manifest, "format">): { name: string; bytes: Buffer } {
  const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`);
  return { name: `manifest-${empreinte(bytes)}.json`, bytes };
}

export const isManifest = (name: string): boolean => NOM.test(name);

/** @returns the manifest; null when it is not what was written */
export function readManifest(name: string, bytes: Buffer): Manifest | null {
  if (NOM.exec(name)?.[1] !== empreinte(bytes)) return null;
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
}
