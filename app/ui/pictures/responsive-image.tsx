import { coordinatesOf, type FocalPoint } from "#domain/pictures/focal-point.ts";
import type { ShownPicture } from "#domain/pictures/picture.ts";

export type Image = Pick<ShownPicture, "url" | "width" | "height" | "tint" | "focus" | "sources" | "thumbnail">;

export function pointClasses(focus: FocalPoint): string {
  const point = coordinatesOf(focus);
  return point ? `focus-x-${point.x} focus-y-${point.y}` : "";
}

export const focusClasses = (focus: FocalPoint): string => focus && `focused ${pointClasses(focus)}`;

type Props = {
  image: Image;
  sizes: string;
  alt: string;
  lazy?: boolean | undefined;
  /** For a visible picture that must not delay fonts and content. */
  lowPriority?: boolean | undefined;
  small?: boolean | undefined;
};

const classOf = ({ tint, focus }: Image) => `${tint ? `tint-${tint}` : ""} ${focusClasses(focus)}`.trim() || undefined;

const srcSet = (variants: Image["sources"][number]["variants"]) =>
  variants.map(({ url, width }) => `${url} ${width}w`).join(", ");

export function ResponsiveImage({ image, sizes, alt, lazy, lowPriority, small }: Props) {
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
        fetchPriority={lowPriority ? "low" : undefined}
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
