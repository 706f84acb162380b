import type { StoredImage } from "#domain/pictures/stored-image.ts";
import { focusClasses } from "./focus-classes.ts";

/** What a page needs of a picture. */
export type Image = Pick<StoredImage, "url" | "width" | "height" | "tint" | "focus" | "sources" | "thumbnail">;

type Props = {
  image: Image;
  /** How wide it is shown, for the browser's choice of a file. */
  sizes: string;
  alt: string;
  /** Below the fold: loaded when it comes near. */
  lazy?: boolean | undefined;
  /** In view at once, but not before fonts and what stands above it. */
  after?: boolean | undefined;
  /** In a row of a long list: its thumbnail, if it has one. */
  small?: boolean | undefined;
};

/** The ink in its place until it is there, and the point that its frame keeps in sight. */
const classOf = ({ tint, focus }: Image) => `${tint ? `tint-${tint}` : ""} ${focusClasses(focus)}`.trim() || undefined;

const srcSet = (variants: Image["sources"][number]["variants"]) =>
  variants.map(({ url, width }) => `${url} ${width}w`).join(", ");

/** A picture of the store in the best encoding and the right width for the screen. */
export function ResponsiveImage({ image, sizes, alt, lazy, after, small }: Props) {
  const thumbnail = small ? image.thumbnail : null;
  const jpeg = image.sources.find(({ type }) => type === "image/jpeg");
  return (
    <picture>
      {thumbnail && <source type="image/webp" srcSet={thumbnail} />}
      {image.sources
        .filter((source) => source !== jpeg)
        .map(({ type, variants }) => (
          <source key={type} type={type} srcSet={srcSet(variants)} sizes={sizes} />
        ))}
      <img
        loading={lazy ? "lazy" : undefined}
        fetchPriority={after ? "low" : undefined}
        decoding="async"
        className={classOf(image)}
        srcSet={jpeg && srcSet(jpeg.variants)}
        sizes={jpeg && sizes}
        src={image.url}
        width={image.width}
        height={image.height}
        alt={alt}
      />
    </picture>
  );
}
