import { useState } from "react";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";

/** A poster that is not stored yet, framed as the planning will frame it. */
export function PosterPreview({ src }: { src: string }) {
  const [poster, setPoster] = useState<{ width: number; height: number } | null>(null);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => setPoster({ width, height });
  return (
    <PrintFrame poster={poster}>
      <img
        // A picture that was there before script is measured as well.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0 && !poster) measure(image);
        }}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        src={src}
        width="800"
        height="640"
        alt=""
      />
    </PrintFrame>
  );
}
