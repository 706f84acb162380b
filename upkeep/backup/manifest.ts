import { createHash } from "node:crypto";
import { z } from "zod";

/** Increase this number if older versions of the site cannot read a new backup. */
const FORMAT = 1;

const NAME = /^manifest-([0-9a-f]{64})\.json$/;

const schema = z.strictObject({
  format: z.literal(FORMAT),
  faite: z.iso.datetime(),
  schema: z.string(),
  /** Picture files that were already lost when the backup was made. */
  manquants: z.array(z.string()),
  fichiers: z.array(
    z.strictObject({ nom: z.string(), taille: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export type ListedFile = { name: string; size: number; sha256: string };
export type Manifest = { made: string; schema: string; missing: string[]; files: ListedFile[] };

/** Bytes, enough for about 200,000 files. */
export const MANIFEST_MAX = 32 * 1024 * 1024;

/** Name of the empty first file in a backup. The name tells the format. */
export const MARKER_NAME = `jeunesse-sauvegarde-${FORMAT}`;

export const isMarkerName = (name: string): boolean => /^jeunesse-sauvegarde-\d{1,6}$/.test(name);

const fingerprint = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export function writeManifest({ made, schema, missing, files }: Manifest): { name: string; bytes: Buffer } {
  const fichiers = files.map(({ name, size, sha256 }) => ({ nom: name, taille: size, sha256 }));
  const inFile = { format: FORMAT, faite: made, schema, manquants: missing, fichiers };
  const bytes = Buffer.from(`${JSON.stringify(inFile, null, 1)}\n`);
  return { name: `manifest-${fingerprint(bytes)}.json`, bytes };
}

export const isManifest = (name: string): boolean => NAME.test(name);

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
