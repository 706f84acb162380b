import { normaliseUnicode, typedLengthMax } from "#domain/text/normal-form.ts";

export type PictureFormat = "webp" | "jpeg";

export const PICTURE_FORMATS = ["webp", "jpeg"] as const satisfies readonly PictureFormat[];

const EXTENSIONS: Record<PictureFormat, string> = { webp: "webp", jpeg: "jpg" };

export const PICTURE_MEDIA_TYPES = { webp: "image/webp", jpeg: "image/jpeg" } as const;

/** Media type of a picture file by its extension. Undefined for other extensions. */
export function pictureMediaType(name: string): string | undefined {
  const format = PICTURE_FORMATS.find((candidate) => name.endsWith(`.${EXTENSIONS[candidate]}`));
  return format && PICTURE_MEDIA_TYPES[format];
}

const WIDTHS = [480, 960, 1600] as const;
/** Maximum height of a variant in pixels. WebP allows at most 16,383. */
const HEIGHT_MAX = 16_000;

/** Size in pixels of the largest variant. Parameters: size of the picture after the EXIF rotation. */
export function largestVariantSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, WIDTHS[2] / width, HEIGHT_MAX / height);
  const shrink = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shrink(width), height: shrink(height) };
}

/** Widths of all variants, narrowest first. `largest`: width of the largest variant. */
export const variantWidths = (largest: number): number[] => [...WIDTHS.filter((l) => l < largest), largest];

/** File name and URL segment of a variant. `key`: 20 hexadecimal digits. */
export const variantName = (key: string, width: number, format: PictureFormat): string =>
  `${key}-${width}.${EXTENSIONS[format]}`;

/** File name of the picture for link previews. */
export const sharePictureName = (key: string): string => `${key}-partage.jpg`;

/** Width of a thumbnail in pixels: twice its displayed width, for high-density screens. */
export const THUMBNAIL_WIDTH = 240;

/** File name of the thumbnail. */
export const thumbnailName = (key: string): string => `${key}-vignette.webp`;

/** All file names of a picture. `largest`: width of the largest variant. `shared`: with link preview and thumbnail. */
export const pictureFiles = (key: string, largest: number, shared: boolean): string[] => [
  ...PICTURE_FORMATS.flatMap((format) => variantWidths(largest).map((width) => variantName(key, width, format))),
  ...(shared ? [sharePictureName(key), thumbnailName(key)] : []),
];

const SERVED = /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:webp|jpg)|partage\.jpg|vignette\.webp)$/;

/** Whether a file name has the form of a picture file under /images. */
export const isPictureFileName = (name: string): boolean => SERVED.test(name);

const LENGTH_MAX = 100;

/** The file name of a path. Shortens a very long name in the middle, so that the extension remains. */
function lastSegment(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const max = typedLengthMax(LENGTH_MAX);
  return last.length > max ? last.slice(0, max / 2) + last.slice(-max / 2) : last;
}

/** Safe file names to try until one is free: `affiche.jpg`, `affiche-2.jpg`… At most 100 characters. */
export function* pictureFileNameCandidates(sentName: string): Generator<string, never> {
  const clean = normaliseUnicode(lastSegment(sentName), "NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, "")
    .replace(/ +/g, " ")
    .replace(/[. ]+$/, "");
  const extension = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? "";
  const root = [...clean.slice(0, clean.length - extension.length).replace(/^[. ]+/, "")];
  for (let n = 1; ; n++) {
    const rest = (n === 1 ? "" : `-${n}`) + extension;
    yield (root
      .slice(0, LENGTH_MAX - rest.length)
      .join("")
      .trimEnd() || "image") + rest;
  }
}
