import { useState } from "react";
import { PrintFrame } from "#app/chrome/pictures/print-frame.tsx";
import { isUpright } from "#app/chrome/pictures/responsive-image.tsx";

/** A poster that is not stored yet, framed as the planning will frame it. */
export function PosterPreview({ src }: { src: string }) {
  const [upright, setUpright] = useState(false);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) =>
    setUpright(isUpright({ width, height }));
  return (
    <PrintFrame whole={upright}>
      <img
        // A picture that was there before script is measured as well.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) measure(image);
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
