/** The list that closes a backup: what is in it, and how to tell that nothing of it has changed. */
import { createHash } from "node:crypto";
import { z } from "zod";

/** Counts up when an older version could not read what a newer one writes. */
const FORMAT = 1;

const MARK_PATTERN = /^jeunesse-sauvegarde-(\d{1,6})$/;
const NAME = /^manifest-([0-9a-f]{64})\.json$/;

/** As it stands in a file of format 1, whose words stay what they are. */
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

export type Listed = { name: string; size: number; sha256: string };
export type Manifest = { made: string; schema: string; missing: string[]; files: Listed[] };

/** Most bytes of a manifest: some two hundred thousand files. */
export const MANIFEST_MAX = 32 * 1024 * 1024;

/** The name of the first entry, which is empty: it says what the file is, and in which format. */
export const MARK = `jeunesse-sauvegarde-${FORMAT}`;

/** @returns the format that a first entry announces; null when it announces none */
export function formatOf(name: string): number | null {
  const number = MARK_PATTERN.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

export const isKnownFormat = (format: number): boolean => format === FORMAT;

const fingerprint = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** @returns the last entry: its name holds the checksum of its contents */
export function writeManifest({ made, schema, missing, files }: Manifest): { name: string; bytes: Buffer } {
  const fichiers = files.map(({ name, size, sha256 }) => ({ nom: name, taille: size, sha256 }));
  const inFile = { format: FORMAT, faite: made, schema, manquants: missing, fichiers };
  const bytes = Buffer.from(`${JSON.stringify(inFile, null, 1)}\n`);
  return { name: `manifest-${fingerprint(bytes)}.json`, bytes };
}

export const isManifest = (name: string): boolean => NAME.test(name);

/** @returns the manifest; null when it is not what was written */
export function readManifest(name: string, bytes: Buffer): Manifest | null {
  if (NAME.exec(name)?.[1] !== fingerprint(bytes)) return null;
  try {
    const { faite, manquants, fichiers, ...inFile } = schema.parse(JSON.parse(bytes.toString("utf8")));
    const files = fichiers.map(({ nom, taille, sha256 }) => ({ name: nom, size: taille, sha256 }));
    return { made: faite, schema: inFile.schema, missing: manquants, files };
  } catch {
    return null;
  }
}
