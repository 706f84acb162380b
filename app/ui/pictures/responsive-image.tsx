import { type FocalPoint, focalPointCoordinates } from "#domain/pictures/focal-point.ts";
import type { ShownPicture } from "#domain/pictures/picture.ts";

export type DisplayedPicture = Pick<
  ShownPicture,
  "url" | "width" | "height" | "tint" | "focus" | "sources" | "thumbnail"
>;

export function focalPositionClasses(focus: FocalPoint): string {
  const point = focalPointCoordinates(focus);
  return point ? `focus-x-${point.x} focus-y-${point.y}` : "";
}

export const focalPointClasses = (focus: FocalPoint): string => focus && `focused ${focalPositionClasses(focus)}`;

type Props = {
  image: DisplayedPicture;
  sizes: string;
  alt: string;
  lazy?: boolean | undefined;
  /** For a visible picture that must not delay fonts and content. */
  lowPriority?: boolean | undefined;
  small?: boolean | undefined;
};

const classOf = ({ tint, focus }: DisplayedPicture) =>
  `${tint ? `tint-${tint}` : ""} ${focalPointClasses(focus)}`.trim() || undefined;

const srcSet = (variants: DisplayedPicture["sources"][number]["variants"]) =>
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
