import type { CardKind } from "#app/ui/cards/card-kinds.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { focalPointClasses } from "#app/ui/pictures/responsive-image.tsx";
import { useNaturalSize } from "#app/ui/pictures/use-natural-size.ts";
import { type FocalPoint, focalPointCoordinates } from "#domain/pictures/focal-point.ts";
import { SHARE_PICTURE_SIZE } from "#domain/pictures/picture.ts";

type Props = {
  kind: CardKind;
  src: string;
  /** Null if the card has no share picture, or if the user has chosen another picture. */
  share: string | null;
  focus: FocalPoint;
};

export const CropPreview = ({ kind, ...picture }: Props) =>
  kind === "evenement" ? <ShareCrop {...picture} /> : <PortraitCrop {...picture} />;

const PortraitCrop = ({ src, focus }: Pick<Props, "src" | "focus">) => (
  <div className="membre">
    <div className="print">
      <img className={focalPointClasses(focus) || undefined} src={src} width="400" height="480" alt="" />
    </div>
  </div>
);

type Size = { readonly width: number; readonly height: number };

/** Largest fraction of a poster without a focus point that cropping may cut off. */
const CUT_MAX = 0.12;

/** @returns the `object-position` in percent that centers the crop on the focus point, as far as the picture allows */
function positionOf(tenths: number, side: number, part: number): number {
  if (side <= part) return 50;
  return (100 * Math.min(side - part, Math.max(0, (tenths / 10) * side - part / 2))) / (side - part);
}

function cropStyle(focus: FocalPoint, { width, height }: Size) {
  const point = focalPointCoordinates(focus);
  const { width: w, height: h } = SHARE_PICTURE_SIZE;
  const excess = width / height / (w / h);
  if (!point) return { objectFit: Math.min(excess, 1 / excess) >= 1 - CUT_MAX ? "cover" : "contain" } as const;
  const scale = Math.min(width / w, height / h);
  const position = `${positionOf(point.x, width, w * scale)}% ${positionOf(point.y, height, h * scale)}%`;
  return { objectFit: "cover", objectPosition: position } as const;
}

function ShareCrop({ src, share, focus }: Omit<Props, "kind">) {
  const hydrated = useHydrated();
  const { size, measured } = useNaturalSize();
  if (!hydrated && share)
    return (
      <div className="share-crop">
        <img src={share} {...SHARE_PICTURE_SIZE} alt="" />
      </div>
    );
  return (
    <div className="share-crop">
      <img
        {...measured}
        src={src}
        {...SHARE_PICTURE_SIZE}
        alt=""
        // The Content-Security-Policy forbids style attributes in HTML: only script can set the style.
        style={size && hydrated ? cropStyle(focus, size) : undefined}
      />
    </div>
  );
}
