import type { ReactNode } from "react";

type Props = {
  /** Drawing, 640 pixels wide. */
  image: string;
  /** Its height. */
  hauteur?: number;
  titre: string;
  children: ReactNode;
};

/** What stands where a list has nothing to show yet. */
export function EtatVide({ image, hauteur = 400, titre, children }: Props) {
  return (
    <div className="cadre-page vide">
      <img src={image} width="640" height={hauteur} alt="" />
      <h2>{titre}</h2>
      {children}
    </div>
  );
}
