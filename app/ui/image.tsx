import type { StoredImage } from "#domain/stored-image.ts";

/** What a page needs of a picture. */
export type Image = Pick<StoredImage, "url" | "largeur" | "hauteur" | "teinte" | "sources">;

/** @returns whether a picture would lose its head and its foot in a frame that is wider than high */
export const isUpright = (image: Pick<Image, "largeur" | "hauteur"> | null): boolean =>
  image !== null && image.hauteur >= image.largeur;

type Props = {
  image: Image;
  /** How wide it is shown, for the browser's choice of a file. */
  sizes: string;
  alt: string;
  /** Below the fold: loaded when it comes near. */
  lazy?: boolean | undefined;
  /** In view at once, but not before fonts and what stands above it. */
  apres?: boolean | undefined;
};

const srcSet = (variantes: Image["sources"][number]["variantes"]) =>
  variantes.map(({ url, largeur }) => `${url} ${largeur}w`).join(", ");

/** A picture of the store in the best encoding and the right width for the screen. */
export function ImageAdaptee({ image, sizes, alt, lazy, apres }: Props) {
  const jpeg = image.sources.find(({ type }) => type === "image/jpeg");
  return (
    <picture>
      {image.sources
        .filter((source) => source !== jpeg)
        .map(({ type, variantes }) => (
          <source key={type} type={type} srcSet={srcSet(variantes)} sizes={sizes} />
        ))}
      <img
        loading={lazy ? "lazy" : undefined}
        fetchPriority={apres ? "low" : undefined}
        decoding="async"
        className={image.teinte ? `teinte-${image.teinte}` : undefined}
        srcSet={jpeg && srcSet(jpeg.variantes)}
        sizes={sizes}
        src={image.url}
        width={image.largeur}
        height={image.hauteur}
        alt={alt}
      />
    </picture>
  );
}
