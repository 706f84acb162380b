import type { ReactNode } from "react";

type Props = {
  /** The poster in it, shown whole. Absent, or null: what is in it fills it. */
  poster?: { readonly width: number; readonly height: number } | null | undefined;
  children: ReactNode;
};

/** Frames one picture in ink, over a block of colour printed off it. */
export const PrintFrame = ({ poster = null, children }: Props) => (
  <div className={`print ${posterFrame(poster)}`.trim()}>{children}</div>
);

/** Pixels of a picture. */
type Size = { readonly width: number; readonly height: number };

/** Width over height from which on a poster is about square, fills the frame of 5:4, or is wider than that. */
const SQUARE_FROM = 0.88;
const FITTING_FROM = 1.13;
const WIDE_FROM = 1.4;

/**
 * @param poster upright; null: none
 * @returns the class of the frame around it: `print--whole` for one that would lose its head and its foot, with
 * `print--square` where it is about as wide as high; `print--wide` for one that would lose its sides. Empty for one that
 * fills a frame of 5:4.
 */
function posterFrame(poster: Size | null): string {
  const ratio = poster ? poster.width / poster.height : FITTING_FROM;
  if (ratio < SQUARE_FROM) return "print--whole";
  if (ratio < FITTING_FROM) return "print--whole print--square";
  return ratio < WIDE_FROM ? "" : "print--wide";
}
