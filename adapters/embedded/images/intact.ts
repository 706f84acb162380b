/** Whether a picture's file is whole, told without decoding it: a failing disk leaves files cut short, empty or overwritten. */
import { extname } from "node:path";

const CHECKS: Record<string, (file: Buffer) => boolean> = {
  ".jpg": (file) => file.toString("hex", 0, 3) === "ffd8ff" && file.toString("hex", file.length - 2) === "ffd9",
  ".webp": (file) => /^RIFF.{4}WEBP$/s.test(file.toString("latin1", 0, 12)) && file.readUInt32LE(4) + 8 === file.length,
};

/**
 * @param name of a variant, by whose extension its kind is known
 * @returns whether its file begins as its kind does and is as long as it says. A flipped bit inside is not noticed
 */
export const isIntact = (name: string, file: Buffer): boolean => CHECKS[extname(name)]?.(file) ?? false;
