/**
 * Makes `portrait.heic`, the one picture of the tests that nothing installed by npm can encode. Run by hand:
 * `node tests/images/make-heic.ts` needs `heif-enc` with x265 (Debian: libheif-examples).
 *
 * The file is what an iPhone writes: pixels stored lying, a rotation property that turns them upright, an EXIF
 * orientation that says the same thing a second time, a position, and colours in Display P3.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GPS, HEIC, lyingPixels } from "./pictures.ts";

const folder = mkdtempSync(join(tmpdir(), "heic-"));
const lying = await lyingPixels(96, 64)
  .withMetadata({ orientation: 6 })
  .withExifMerge({ IFD3: GPS })
  .withIccProfile("p3")
  .jpeg({ quality: 100 })
  .toBuffer();
writeFileSync(join(folder, "lying.jpg"), lying);
execFileSync("heif-enc", ["-q", "90", join(folder, "lying.jpg"), "-o", join(folder, "lying.heic")]);
writeFileSync(HEIC, turned(readFileSync(join(folder, "lying.heic"))));

/**
 * Adds the rotation that heif-enc does not write: a property box, and its number among those of the picture.
 * Knows only the layout that heif-enc writes for one small picture.
 */
function turned(file: Buffer): Buffer {
  const find = (type: string) => file.indexOf(type, 0, "latin1") - 4;
  const end = (box: number) => box + file.readUInt32BE(box);
  const ipco = find("ipco");
  const ipma = find("ipma");
  const iloc = find("iloc");
  const irot = Buffer.from([0, 0, 0, 9, ...Buffer.from("irot"), 3]); // three quarter turns anticlockwise
  let property = 1;
  for (let box = ipco + 8; box < end(ipco); box = end(box)) property++;
  const added = irot.length + 1;
  const insertions = [end(ipco), end(ipma)] as const;

  file.writeUInt8(file.readUInt8(ipma + 18) + 1, ipma + 18);
  for (let entry = iloc + 16; entry < end(iloc); entry += 18)
    file.writeUInt32BE(file.readUInt32BE(entry + 4) + added, entry + 4);
  for (const [box, bytes] of [
    [find("meta"), added],
    [find("iprp"), added],
    [ipco, irot.length],
    [ipma, 1],
  ] as const)
    file.writeUInt32BE(file.readUInt32BE(box) + bytes, box);

  return Buffer.concat([
    file.subarray(0, insertions[0]),
    irot,
    file.subarray(insertions[0], insertions[1]),
    Buffer.from([0x80 | property]),
    file.subarray(insertions[1]),
  ]);
}
