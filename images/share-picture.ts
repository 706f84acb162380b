import sharp, { type Sharp } from "sharp";
import { type FocalPoint, focalPointCoordinates } from "#domain/pictures/focal-point.ts";
import { SHARE_PICTURE_SIZE } from "#domain/pictures/picture.ts";
import { openPixels, type PixelSource } from "./pixels.ts";

/** Without a focus point, a crop may remove at most this part of a picture. Otherwise, the picture gets a frame. */
const CUT_MAX = 0.12;
const BACKGROUND = "#a9d3e0";
const BLOCK = "#2b6ca3";
const INK = "#17182b";

const MARGIN = 40;
const RULE = 8;
const OFFSET = 16;

export async function renderSharePicture(source: PixelSource, focus: FocalPoint = ""): Promise<Buffer> {
  const { width: shareWidth, height: shareHeight } = SHARE_PICTURE_SIZE;
  const { width, height } =
    source instanceof Uint8Array ? await sharp(source).metadata() : { width: source.width, height: source.height };
  const point = focalPointCoordinates(focus);
  if (point)
    return finish(
      openPixels(source)
        .extract(around(point, width, height))
        .resize(shareWidth, shareHeight),
    );
  const excess = (width / height) * (shareHeight / shareWidth);
  if (Math.min(excess, 1 / excess) >= 1 - CUT_MAX)
    return finish(openPixels(source).resize(shareWidth, shareHeight, { fit: "cover" }));

  const place = { width: shareWidth - 2 * (MARGIN + RULE), height: shareHeight - 2 * (MARGIN + RULE) };
  const scale = Math.min(place.width / width, place.height / height);
  const [w, h] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const poster = await openPixels(source).resize(w, h, { fit: "fill" }).png({ compressionLevel: 0 }).toBuffer();
  const [left, top] = [Math.round((shareWidth - w) / 2), Math.round((shareHeight - h) / 2)];
  const frame = { width: w + 2 * RULE, height: h + 2 * RULE };
  const position = { left: left - RULE, top: top - RULE };
  const canvas = sharp({ create: { width: shareWidth, height: shareHeight, channels: 3, background: BACKGROUND } });
  return finish(
    canvas.composite([
      { input: flat(frame, BLOCK), left: position.left + OFFSET, top: position.top + OFFSET },
      { input: flat(frame, INK), ...position },
      { input: poster, left, top },
    ]),
  );
}

function around({ x, y }: { x: number; y: number }, width: number, height: number) {
  const { width: shareWidth, height: shareHeight } = SHARE_PICTURE_SIZE;
  const scale = Math.min(width / shareWidth, height / shareHeight);
  const [w, h] = [shareWidth, shareHeight].map((side) => Math.max(1, Math.floor(side * scale))) as [number, number];
  const start = (tenths: number, side: number, part: number) =>
    Math.round(Math.min(side - part, Math.max(0, (tenths / 10) * side - part / 2)));
  return { left: start(x, width, w), top: start(y, height, h), width: w, height: h };
}

const flat = (size: { width: number; height: number }, background: string) => ({
  create: { ...size, channels: 3 as const, background },
});

const finish = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
