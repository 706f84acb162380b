import type { ReactNode } from "react";

type Props = {
  /** Size in pixels of an uncropped poster. Null or absent for content that fills the frame. */
  poster?: { readonly width: number; readonly height: number } | null | undefined;
  children: ReactNode;
};

export const PrintFrame = ({ poster = null, children }: Props) => (
  <div className={`print ${posterFrame(poster)}`.trim()}>{children}</div>
);

type Size = { readonly width: number; readonly height: number };

/** Minimum ratios of width to height. `FITTING_FROM` is for the default frame of 5:4. */
const SQUARE_FROM = 0.88;
const FITTING_FROM = 1.13;
const WIDE_FROM = 1.4;

/** @returns an empty string for a poster that fills the 5:4 frame */
function posterFrame(poster: Size | null): string {
  const ratio = poster ? poster.width / poster.height : FITTING_FROM;
  if (ratio < SQUARE_FROM) return "print--whole";
  if (ratio < FITTING_FROM) return "print--whole print--square";
  return ratio < WIDE_FROM ? "" : "print--wide";
}
