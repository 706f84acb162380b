import type { InscriptionVue } from "#app/boite.ts";
import Vu from "#app/images/sign-tick.svg?dessin";
import Triangle from "#app/images/sign-warning.svg?dessin";
import { BoutonAction } from "./bouton-action.tsx";

type Props = {
  inscription: InscriptionVue;
  /** Address of the list as it is shown. */
  ici: string;
};

/** Marks a birth date that the form proposed, until the committee has asked the person. */
export function BirthDateToVerify({ inscription: { id, nom, naissance, birthDateToVerify }, ici }: Props) {
  if (!birthDateToVerify) return null;
  return (
    <div className="fiche__birth-date">
      <p>
        <Triangle />
        <span>
          <b>Né·e le {naissance}</b>, date proposée par le formulaire&nbsp;: à vérifier
        </span>
      </p>
      <BoutonAction ici={ici} id={id} intention="verify-birth-date" className="btn btn--petit btn--neige">
        <Vu />
        Date de naissance vérifiée
        <span className="vh">&nbsp;: {nom}</span>
      </BoutonAction>
    </div>
  );
}
