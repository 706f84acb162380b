/** Assembles HEIC files as phones write them from the pictures of simple ones, because no npm package encodes HEIC. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** 512 × 512 pixels with the detail of a photo: 40 KB, encoded by heif-enc. */
export const DETAILED_TILE = join(import.meta.dirname, "detailed-tile.heic");

/** A coded picture: its bit stream, and the decoder's configuration. */
export type Coded = { hvcC: Buffer; data: Buffer; width: number; height: number };

/** Several columns or rows are a grid, as iPhones write it. Sizes are before rotation. */
type Shown = {
  /** By rows; the list is repeated. */
  tiles: readonly Coded[];
  columns?: number;
  rows?: number;
  width?: number;
  height?: number;
  /** The middle of the picture. */
  crop?: { width: number; height: number };
  /** Quarter turns anticlockwise. */
  turns?: number;
  mirror?: "left-right" | "top-bottom";
};

type Item = { id: number; type: string; hidden: boolean; data: Buffer; properties: number[]; tiles?: number[] };

/** @returns the picture of a file with one picture, such as `HEIC` */
export function codedPicture(path: string): Coded {
  const file = readFileSync(path);
  const box = (type: string) => {
    const start = file.indexOf(type, 0, "latin1") - 4;
    return file.subarray(start, start + file.readUInt32BE(start));
  };
  const location = box("iloc").subarray(16);
  const start = location.readUInt32BE(4) + location.readUInt32BE(10);
  const ispe = box("ispe");
  return {
    hvcC: box("hvcC"),
    data: file.subarray(start, start + location.readUInt32BE(14)),
    width: ispe.readUInt32BE(12),
    height: ispe.readUInt32BE(16),
  };
}

const HVCC =
  "AAAAeGh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACtCAQEDcAAAAwCQAAADAAADAB6gIIEFlupJKa5uBAQMCAAAAwAIAAADAAhAIgABAAdEAcFysCJA";

const colourTile = (data: string): Coded => ({
  hvcC: Buffer.from(HVCC, "base64"),
  data: Buffer.from(data, "base64"),
  width: 64,
  height: 64,
});

/** Tiles of 64 × 64 pixels in one colour, encoded by heif-enc. */
export const COLOUR_TILES = {
  "#d02020": colourTile("AAAAGCgBrxOA5TPAn//uco//eRzw/FjatUPU+A=="),
  "#20a030": colourTile("AAAAGCgBrxOA5TPAn//Vaj/+HfV/5zna1Q9T4A=="),
  "#2040d0": colourTile("AAAAGCgBrxOA5TPAn//yGKK/8wTV/zuArVD1Pg=="),
  "#d0c020": colourTile("AAAAGSgBrxOA5qhw07/+IRR//osZ4d+oLSeb98A="),
  "#9020b0": colourTile("AAAAGCgBrxOA5TPAn//wJKK/7a/PD4pqrVD1Pg=="),
  "#20b0b0": colourTile("AAAAFygBrxOA5TPAnf9aor/Y91f+x0ytUPU+"),
} as const;

/** @returns a file with several pictures. @param primary index of the picture that is to be shown */
export function heicFile(pictures: readonly Shown[], primary = 0): Buffer {
  const properties: Buffer[] = [];
  const items: Item[] = [];
  const shown: number[] = [];
  const property = (bytes: Buffer) => properties.push(bytes);
  for (const { tiles, columns = 1, rows = 1, turns = 0, mirror, crop, ...size } of pictures) {
    const first = tiles[0] as Coded;
    const { width = first.width * columns, height = first.height * rows } = size;
    const common = [property(first.hvcC), property(ispe(first.width, first.height))];
    const transformations = [
      ...(crop ? [property(clap(crop.width, crop.height))] : []),
      ...(turns ? [property(box("irot", Buffer.from([turns])))] : []),
      ...(mirror ? [property(box("imir", Buffer.from([mirror === "left-right" ? 1 : 0])))] : []),
    ];
    const add = (item: Omit<Item, "id">) => items.push({ id: items.length + 1, ...item });
    if (columns * rows === 1) {
      add({ type: "hvc1", hidden: false, data: first.data, properties: [...common, ...transformations] });
    } else {
      const ids = Array.from({ length: columns * rows }, (_, i) => {
        const { data } = tiles[i % tiles.length] as Coded;
        return add({ type: "hvc1", hidden: true, data, properties: common });
      });
      const data = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), int32(width), int32(height)]);
      const ofGrid = [property(ispe(width, height)), ...transformations];
      add({ type: "grid", hidden: false, data, properties: ofGrid, tiles: ids });
    }
    shown.push(items.length);
  }

  const start = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic"));
  const stored = [...new Set(items.map(({ data }) => data))];
  const located = (offset: number) => meta(items, shown[primary] as number, properties, stored, offset);
  return Buffer.concat([start, located(start.length + located(0).length + 8), box("mdat", ...stored)]);
}

/** @param stored data of the items, without duplicates @param offset position of `stored` in the file */
function meta(
  items: readonly Item[],
  primary: number,
  properties: readonly Buffer[],
  stored: readonly Buffer[],
  offset: number,
): Buffer {
  const extents = items.map(({ id, data }) => {
    const before = stored.slice(0, stored.indexOf(data)).reduce((sum, { length }) => sum + length, offset);
    return Buffer.concat([int16(id), int16(0), int16(1), int32(before), int32(data.length)]);
  });
  const infos = items.map(({ id, type, hidden }) =>
    fullBox("infe", 2, hidden ? 1 : 0, int16(id), int16(0), Buffer.from(`${type}\0`)),
  );
  const associations = items.map((item) =>
    Buffer.from([
      item.id >> 8,
      item.id & 0xff,
      item.properties.length,
      ...item.properties.map((index) => 0x80 | index),
    ]),
  );
  const references = items.flatMap(({ id, tiles }) =>
    tiles ? [box("dimg", int16(id), int16(tiles.length), ...tiles.map(int16))] : [],
  );
  const content = [
    fullBox("hdlr", 0, 0, int32(0), Buffer.from("pict"), Buffer.alloc(13)),
    fullBox("pitm", 0, 0, int16(primary)),
    fullBox("iloc", 0, 0, Buffer.from([0x44, 0]), int16(items.length), ...extents),
    fullBox("iinf", 0, 0, int16(items.length), ...infos),
    box("iprp", box("ipco", ...properties), fullBox("ipma", 0, 0, int32(items.length), ...associations)),
    ...(references.length > 0 ? [fullBox("iref", 0, 0, ...references)] : []),
  ];
  return fullBox("meta", 0, 0, ...content);
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([int32(length), Buffer.from(type), ...content]);
}

const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, flags]), ...content);

const ispe = (width: number, height: number) => fullBox("ispe", 0, 0, int32(width), int32(height));

const clap = (width: number, height: number) => box("clap", ...[width, 1, height, 1, 0, 1, 0, 1].map(int32));
