/** Finds files of pictures that a failing disk has cut short or overwritten, without decoding them. */
import { type FileHandle, open } from "node:fs/promises";
import { extname } from "node:path";

/** @returns `longueur` bytes from a place in the file; fewer where it ends */
async function bytesAt(file: FileHandle, ou: number, longueur: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longueur), 0, longueur, Math.max(0, ou));
  return buffer.subarray(0, bytesRead);
}

const CHECKS: Record<string, (file: FileHandle, taille: number) => Promise<boolean>> = {
  async ".jpg"(file, taille) {
    const [debut, fin] = [await bytesAt(file, 0, 3), await bytesAt(file, taille - 2, 2)];
    return debut.toString("hex") === "ffd8ff" && fin.toString("hex") === "ffd9";
  },
  async ".webp"(file, taille) {
    const debut = await bytesAt(file, 0, 12);
    return /^RIFF.{4}WEBP$/s.test(debut.toString("latin1")) && debut.readUInt32LE(4) + 8 === taille;
  },
  /** A row of boxes that each tell their length. */
  async ".avif"(file, taille) {
    let ou = 0;
    while (ou < taille) {
      const boite = await bytesAt(file, ou, 8);
      if (boite.length < 8 || (ou === 0 && boite.toString("latin1", 4) !== "ftyp")) return false;
      const longueur = boite.readUInt32BE(0);
      if (longueur < 8) return longueur === 0;
      ou += longueur;
    }
    return ou > 0 && ou === taille;
  },
};

/**
 * @param path of a variant, by whose extension its kind is known
 * @returns whether it is there, begins as its kind does and is as long as it says. A flipped bit inside is not noticed
 */
export async function isIntact(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch {
    return false;
  }
  try {
    const { size } = await file.stat();
    return (await CHECKS[extname(path)]?.(file, size)) ?? false;
  } finally {
    await file.close();
  }
}
