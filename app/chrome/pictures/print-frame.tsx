import type { ReactNode } from "react";

type Props = {
  /** Shown whole on a ground of ink, not cut to the frame. */
  whole?: boolean | undefined;
  children: ReactNode;
};

/** Frames one picture in ink, over a block of colour printed off it. */
export const PrintFrame = ({ whole, children }: Props) => (
  <div className={whole ? "print print--whole" : "print"}>{children}</div>
);
