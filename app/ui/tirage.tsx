import type { ReactNode } from "react";

/** Frames one picture in ink, over a block of colour printed off it. */
export const Tirage = ({ children }: { children: ReactNode }) => <div className="tirage">{children}</div>;
