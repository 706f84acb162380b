import { useState } from "react";
import { isUpright } from "./image.tsx";
import { Tirage } from "./tirage.tsx";

/** A poster that is not stored yet, framed as the planning will frame it. */
export function PosterPreview({ src }: { src: string }) {
  const [upright, setUpright] = useState(false);
  const measure = ({ naturalWidth: largeur, naturalHeight: hauteur }: HTMLImageElement) =>
    setUpright(isUpright({ largeur, hauteur }));
  return (
    <Tirage whole={upright}>
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
    </Tirage>
  );
}
