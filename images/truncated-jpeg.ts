import type { Pixels } from "./pixels.ts";

/** libjpeg fills the missing part with this grey. A colour profile may change it by a few steps. */
const FILLED = 128;
const TOLERANCE = 4;

/** The missing part at the end of a decoded JPEG, from 0 to 1. @param orientation of the file, from its EXIF data */
export function missingJpegPart({ data, width, height }: Pixels, orientation = 1): number {
  const isFilled = (pixel: number) =>
    [0, 1, 2].every((channel) => Math.abs((data[3 * pixel + channel] as number) - FILLED) <= TOLERANCE);
  const isRotated = orientation > 4;
  const lines = isRotated ? width : height;
  const length = isRotated ? height : width;
  // EXIF: in these orientations, the last line of the file is the upright picture's first row or column.
  const isReversed = [3, 4, 6, 7].includes(orientation);
  for (let missing = 0; missing < lines; missing++) {
    const line = isReversed ? missing : lines - 1 - missing;
    for (let i = 0; i < length; i++)
      if (!isFilled(isRotated ? i * width + line : line * width + i)) return missing / lines;
  }
  return 1;
}

const START_OF_SCAN = 0xda;
/** Markers RST0 to RST7, and the byte 0xff as data: both occur inside a scan. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Whether a JPEG without an end contains all frequencies of each colour component. A progressive JPEG has them in several
 * scans: with only the first scans, it is blurred. The last scans may only add precision. Source: ITU-T T.81, B.2.
 */
export function hasAllJpegFrequencies(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts: Parts | null = null;
  let areAllComplete = false;
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 4 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1);
    if (isInScan(marker) || marker === 0xff) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at + 4, at + 2 + length);
    if (isFrame(marker)) parts ??= partsOf(segment);
    if (marker === START_OF_SCAN && parts) {
      areAllComplete = parts.missing.size === 0;
      readScan(segment, parts);
    }
    at += 2 + length;
  }
  return parts !== null && (areAllComplete || parts.imprecise.size === 0);
}

/** The lowest and highest frequencies of each component that no scan contains yet, or none with full precision. */
type Parts = { readonly missing: Set<string>; readonly imprecise: Set<string> };

function partsOf(frame: Uint8Array): Parts {
  const parts: string[] = [];
  for (let i = 6; i < frame.length; i += 3) parts.push(`${frame[i]} lowest`, `${frame[i]} highest`);
  return { missing: new Set(parts), imprecise: new Set(parts) };
}

function readScan(scan: Uint8Array, { missing, imprecise }: Parts): void {
  const [first, last, precision = 0] = scan.subarray(-3);
  const sets = (precision & 15) === 0 ? [missing, imprecise] : [missing];
  for (let i = 1; i < scan.length - 3; i += 2)
    for (const set of sets) {
      if (first === 0) set.delete(`${scan[i]} lowest`);
      if (last === 63) set.delete(`${scan[i]} highest`);
    }
}
