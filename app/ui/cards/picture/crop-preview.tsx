import { useState } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { focusClasses } from "#app/ui/pictures/focus-classes.ts";
import { type Focus, focusPoint } from "#domain/pictures/focus.ts";
import { SHARE_PICTURE_SIZE } from "#domain/pictures/stored-image.ts";
import type { CardKind } from "./card-kinds.ts";

type Props = {
  kind: CardKind;
  src: string;
  /** Address of the share picture as it is now; null: there is none, or another picture was chosen. */
  share: string | null;
  focus: Focus;
};

/** What is left of a picture in its frame: on the committee's page, or in a shared link. */
export const CropPreview = ({ kind, ...picture }: Props) =>
  kind === "evenement" ? <ShareCrop {...picture} /> : <PortraitCrop {...picture} />;

const PortraitCrop = ({ src, focus }: Pick<Props, "src" | "focus">) => (
  <div className="membre">
    <div className="print">
      <img className={focusClasses(focus) || undefined} src={src} width="400" height="480" alt="" />
    </div>
  </div>
);

type Size = { readonly width: number; readonly height: number };

/** Of a poster that has nearly the shape of a share picture, a little is cut off without asking. */
const CUT_MAX = 0.12;

/** @returns where in a picture the crop begins, in percent of the way it may go: its middle as near to the point as can be */
function wayOf(tenths: number, side: number, part: number): number {
  if (side <= part) return 50;
  return (100 * Math.min(side - part, Math.max(0, (tenths / 10) * side - part / 2))) / (side - part);
}

/** @returns how a picture lies in the frame of the share picture, as styles */
function layOut(focus: Focus, { width, height }: Size) {
  const point = focusPoint(focus);
  const { width: w, height: h } = SHARE_PICTURE_SIZE;
  const excess = width / height / (w / h);
  if (!point) return { objectFit: Math.min(excess, 1 / excess) >= 1 - CUT_MAX ? "cover" : "contain" } as const;
  const scale = Math.min(width / w, height / h);
  const position = `${wayOf(point.x, width, w * scale)}% ${wayOf(point.y, height, h * scale)}%`;
  return { objectFit: "cover", objectPosition: position } as const;
}

function ShareCrop({ src, share, focus }: Omit<Props, "kind">) {
  const hydrated = useHydrated();
  const [size, setSize] = useState<Size | null>(null);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => setSize({ width, height });
  if (!hydrated && share)
    return (
      <div className="share-crop">
        <img src={share} {...SHARE_PICTURE_SIZE} alt="" />
      </div>
    );
  return (
    <div className="share-crop">
      <img
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0 && !size) measure(image);
        }}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        src={src}
        {...SHARE_PICTURE_SIZE}
        alt=""
        // Set by script, as the policy has it; nothing of it stands in the page's tags.
        style={size && hydrated ? layOut(focus, size) : undefined}
      />
    </div>
  );
}
