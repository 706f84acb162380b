import type { ReactNode } from "react";

type Props = {
  /** Drawing of 640 by 400 pixels. */
  image: string;
  titre: string;
  children: ReactNode;
};

/** What stands where a list has nothing to show yet. */
export function EtatVide({ image, titre, children }: Props) {
  return (
    <div className="cadre-page vide">
      <img src={image} width="640" height="400" alt="" />
      <h2>{titre}</h2>
      {children}
    </div>
  );
}
