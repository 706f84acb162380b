import type { ReactNode } from "react";
import { posterFrame } from "./poster-frame.ts";

type Props = {
  /** The poster in it, shown whole. Absent, or null: what is in it fills it. */
  poster?: { readonly width: number; readonly height: number } | null | undefined;
  children: ReactNode;
};

/** Frames one picture in ink, over a block of colour printed off it. */
export const PrintFrame = ({ poster = null, children }: Props) => (
  <div className={`print ${posterFrame(poster)}`.trim()}>{children}</div>
);
