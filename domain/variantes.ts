/** The encodings of a picture, the widths it is offered in, and the names of their files. */
import { normalForm, typedMax } from "./normal-form.ts";

export type Format = "avif" | "webp" | "jpeg";

/** What is made of a picture, whole or not at all: a format in all its widths, or what chats show of a link. */
export type Part = Format | "share";

const EXTENSIONS: Record<Format, string> = { avif: "avif", webp: "webp", jpeg: "jpg" };

export const TYPES = { avif: "image/avif", webp: "image/webp", jpeg: "image/jpeg" } as const;

/** @returns the type of a file by the end of its name; undefined for none of a picture */
export function typeDeFichier(nom: string): string | undefined {
  const format = (["avif", "webp", "jpeg"] as const).find((un) => nom.endsWith(`.${EXTENSIONS[un]}`));
  return format && TYPES[format];
}

const LARGEURS = [480, 960, 1600] as const;
/** WebP holds at most 16,383 pixels in each direction. */
const HAUTEUR_MAX = 16_000;

/** @returns the size of the largest variant of a picture that is `largeur` × `hauteur` upright: never enlarged */
export function tailleMaximale(largeur: number, hauteur: number): { largeur: number; hauteur: number } {
  const echelle = Math.min(1, LARGEURS[2] / largeur, HAUTEUR_MAX / hauteur);
  const reduire = (cote: number) => Math.max(1, Math.round(cote * echelle));
  return { largeur: reduire(largeur), hauteur: reduire(hauteur) };
}

/** @returns the widths of all variants, narrowest first. @param maximale the width of the largest one */
export const largeursDe = (maximale: number): number[] => [...LARGEURS.filter((l) => l < maximale), maximale];

/** @returns the name of one variant, as a file and in its URL. @param cle the picture's key: 20 hexadecimal digits */
export const nomDeVariante = (cle: string, largeur: number, format: Format): string =>
  `${cle}-${largeur}.${EXTENSIONS[format]}`;

/** @returns the name, as a file and in its URL, of what chats show of a link to the picture's document */
export const nomDePartage = (cle: string): string => `${cle}-partage.jpg`;

/** @returns the name of the file that the later variants are made from; it is never served */
export const nomDeMaster = (cle: string): string => `${cle}-master.jpg`;

/** @returns the names of the files of one part. @param maximale the width of the largest variant */
export const partFiles = (cle: string, maximale: number, part: Part): string[] =>
  part === "share" ? [nomDePartage(cle)] : largeursDe(maximale).map((largeur) => nomDeVariante(cle, largeur, part));

/** What tells which files a picture has. */
type Possession = {
  readonly key: string;
  readonly width: number;
  readonly webp: boolean;
  readonly avif: boolean;
  readonly share: boolean;
};

/** @returns the names of the files of a picture: the parts that are ready, and the master until all formats are */
export function ownedFiles({ key, width, ...ready }: Possession): string[] {
  const parts: Part[] = ["jpeg", ...(["webp", "avif", "share"] as const).filter((part) => ready[part])];
  const files = parts.flatMap((part) => partFiles(key, width, part));
  return ready.webp && ready.avif ? files : [...files, nomDeMaster(key)];
}

/** @returns the parts of a picture whose files are all among these. @param maximale the width of the largest variant */
export const partsAmong = (cle: string, maximale: number, noms: ReadonlySet<string>): Part[] =>
  (["avif", "webp", "jpeg", "share"] as const).filter((part) =>
    partFiles(cle, maximale, part).every((nom) => noms.has(nom)),
  );

const SERVI = /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|partage\.jpg)$/;

/** @returns whether a name is that of a variant or of a share picture */
export const estServi = (nom: string): boolean => SERVI.test(nom);

const WRITTEN = /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|(?:partage|master)\.jpg)(?:\.[0-9a-f]{8}\.tmp)?$/;

/** @returns whether a name among pictures is one that this site writes, whatever became of the file */
export const isOwnName = (nom: string): boolean => WRITTEN.test(nom);

const LONGUEUR_MAX = 100;

/** The last part of a path; of a very long one its beginning and its end, where the extension stands. */
function lastSegment(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const max = typedMax(LONGUEUR_MAX);
  return last.length > max ? last.slice(0, max / 2) + last.slice(-max / 2) : last;
}

/**
 * The names to try for a file, best first: `affiche.jpg`, `affiche-2.jpg`… They hold letters, digits, dots,
 * dashes, underscores and single spaces, at most 100 characters, and never start or end with a dot or a space.
 * @param envoye the name as it was sent, with or without a path
 */
export function* nomsDeFichier(envoye: string): Generator<string, never> {
  const propre = normalForm(lastSegment(envoye), "NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, "")
    .replace(/ +/g, " ")
    .replace(/[. ]+$/, "");
  const extension = /\.[a-z0-9]{1,10}$/i.exec(propre)?.[0] ?? "";
  const racine = [...propre.slice(0, propre.length - extension.length).replace(/^[. ]+/, "")];
  for (let n = 1; ; n++) {
    const suite = (n === 1 ? "" : `-${n}`) + extension;
    yield (racine
      .slice(0, LONGUEUR_MAX - suite.length)
      .join("")
      .trimEnd() || "image") + suite;
  }
}
