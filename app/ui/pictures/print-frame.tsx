import type { ReactNode } from "react";

type Size = { readonly width: number; readonly height: number };

type Props = {
  /** Size in pixels of an uncropped poster, whose shape the frame takes. Absent for a picture that fills the frame. */
  poster?: Size;
  children: ReactNode;
};

export const PrintFrame = ({ poster, children }: Props) => (
  <div className={poster ? `print print--poster ${ratioClass(poster)}` : "print"}>{children}</div>
);

/** Classes of pictures.css, in twentieths. A wider poster never reaches its maximum height. */
const STEPS = { per: 20, min: 1, max: 30 } as const;

/**
 * The picture gives the frame its exact shape; the class limits the width of a poster that is high. A class, because the
 * Content-Security-Policy forbids style attributes. Rounded down: the poster is never higher than the limit.
 */
function ratioClass({ width, height }: Size): string {
  const steps = Math.floor((STEPS.per * width) / height);
  return `ratio-${Math.min(STEPS.max, Math.max(STEPS.min, steps))}`;
}
