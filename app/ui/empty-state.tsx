import type { ReactNode } from "react";

type Props = {
  /** Drawing, 640 pixels wide. */
  image: string;
  /** Its height. */
  height?: number;
  title: string;
  children: ReactNode;
};

/** What stands where a list has nothing to show yet. */
export function EmptyState({ image, height = 400, title, children }: Props) {
  return (
    <div className="page-frame empty">
      <img src={image} width="640" height={height} alt="" />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
