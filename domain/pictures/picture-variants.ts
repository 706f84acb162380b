/** The encodings of a picture, the widths it is offered in, and the names of their files. */
import { normalForm, typedMax } from "#domain/text/normal-form.ts";

export type Format = "webp" | "jpeg";

/** Best compression first. */
export const FORMATS = ["webp", "jpeg"] as const satisfies readonly Format[];

const EXTENSIONS: Record<Format, string> = { webp: "webp", jpeg: "jpg" };

export const TYPES = { webp: "image/webp", jpeg: "image/jpeg" } as const;

/** @returns the type of a file by the end of its name; undefined for none of a picture */
export function fileType(name: string): string | undefined {
  const format = FORMATS.find((one) => name.endsWith(`.${EXTENSIONS[one]}`));
  return format && TYPES[format];
}

const WIDTHS = [480, 960, 1600] as const;
/** WebP holds at most 16,383 pixels in each direction. */
const HEIGHT_MAX = 16_000;

/** @returns the size of the largest variant of a picture that is `width` × `height` upright: never enlarged */
export function largestSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, WIDTHS[2] / width, HEIGHT_MAX / height);
  const shrink = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shrink(width), height: shrink(height) };
}

/** @returns the widths of all variants, narrowest first. @param largest the width of the largest one */
export const widthsFor = (largest: number): number[] => [...WIDTHS.filter((l) => l < largest), largest];

/** @returns the name of one variant, as a file and in its URL. @param key the picture's key: 20 hexadecimal digits */
export const variantName = (key: string, width: number, format: Format): string =>
  `${key}-${width}.${EXTENSIONS[format]}`;

/** @returns the name, as a file and in its URL, of what chats show of a link to the picture's document */
export const sharePictureName = (key: string): string => `${key}-partage.jpg`;

/** Pixels: twice what a row shows. */
export const THUMBNAIL_WIDTH = 240;

/** @returns the name, as a file and in its URL, of the small WebP for long lists */
export const thumbnailName = (key: string): string => `${key}-vignette.webp`;

/**
 * @param largest the width of the largest variant
 * @param shared whether links to the picture's document are shared
 * @returns the names of all files of a picture
 */
export const pictureFiles = (key: string, largest: number, shared: boolean): string[] => [
  ...FORMATS.flatMap((format) => widthsFor(largest).map((width) => variantName(key, width, format))),
  ...(shared ? [sharePictureName(key), thumbnailName(key)] : []),
];

const SERVED = /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:webp|jpg)|partage\.jpg|vignette\.webp)$/;

/** @returns whether a name is that of a variant, a share picture or a thumbnail */
export const isServed = (name: string): boolean => SERVED.test(name);

const UNFINISHED = /\.[0-9a-f]{8}\.tmp$/;

/** @returns whether a name among pictures is one that this site writes, whatever became of the file */
export const isOwnName = (name: string): boolean => isServed(name.replace(UNFINISHED, ""));

const LENGTH_MAX = 100;

/** The last part of a path; of a very long one its beginning and its end, where the extension stands. */
function lastSegment(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const max = typedMax(LENGTH_MAX);
  return last.length > max ? last.slice(0, max / 2) + last.slice(-max / 2) : last;
}

/**
 * The names to try for a file, best first: `affiche.jpg`, `affiche-2.jpg`… They hold letters, digits, dots,
 * dashes, underscores and single spaces, at most 100 characters, and never start or end with a dot or a space.
 * @param sentName the name as it was sent, with or without a path
 */
export function* fileNameCandidates(sentName: string): Generator<string, never> {
  const clean = normalForm(lastSegment(sentName), "NFC")
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
