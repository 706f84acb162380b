import type { ReactNode } from "react";

type Props = {
  /** The drawing is 640 pixels wide. */
  image: string;
  /** Height of the drawing in pixels. */
  height?: number;
  title: string;
  children: ReactNode;
};

export function EmptyState({ image, height = 400, title, children }: Props) {
  return (
    <div className="page-frame empty">
      <img src={image} width="640" height={height} alt="" />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
