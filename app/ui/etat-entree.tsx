/** Where an entry stands: with the committee, and on its way by mail. */
import type { CourrierVu } from "#app/boite.ts";
import etoile from "#app/images/etoile.svg";
import Dossier from "#app/images/sign-drawer.svg?dessin";
import Sablier from "#app/images/sign-hourglass.svg?dessin";
import Vu from "#app/images/sign-tick.svg?dessin";
import Triangle from "#app/images/sign-warning.svg?dessin";
import { keptHere } from "#domain/kept-here.ts";
import { BoutonAction } from "./bouton-action.tsx";

/** New, or treated and since when. @param feminin words agree with « inscription » */
export const PastilleEtat = ({ traiteLe, feminin }: { traiteLe: string | null; feminin?: boolean }) =>
  traiteLe === null ? (
    <span className="pastille pastille--nouveau">
      <img src={etoile} width="92" height="92" alt="" />
      {feminin ? "Nouvelle" : "Nouveau"}
    </span>
  ) : (
    <span className="pastille">
      <Vu />
      {feminin ? "Traitée" : "Traité"} le {traiteLe}
    </span>
  );

/** A button that marks an entry treated, or new again. @param de whom or what, for its spoken name @param feminin words agree with « inscription » */
export const BoutonTraiter = ({
  ici,
  id,
  traiteLe,
  de,
  feminin,
}: {
  ici: string;
  id: string;
  traiteLe: string | null;
  de: string;
  feminin?: boolean;
}) => (
  <BoutonAction
    ici={ici}
    id={id}
    intention={traiteLe === null ? "traiter" : "rouvrir"}
    className="btn btn--petit btn--neige"
  >
    {traiteLe === null && <Vu />}
    {traiteLe === null ? `Marquer ${feminin ? "traitée" : "traité"}` : "Remettre à traiter"}
    <span className="vh">&nbsp;: {de}</span>
  </BoutonAction>
);

const TEXTE: Record<Exclude<CourrierVu["etat"], "garde">, string> = {
  envoye: "E-mail envoyé",
  "en-attente": "E-mail en attente",
  echec: "Échec de l’e-mail",
};

/** Where the mail to the committee stands, why it does not go out, and the button that sends it again. */
export function EtatDuCourrier({
  courrier,
  ici,
  id,
  de,
}: {
  courrier: CourrierVu;
  ici: string;
  id: string;
  de: string;
}) {
  const { etat, raison, mailLeaves } = courrier;
  return (
    <>
      <span className={etat === "echec" ? "pastille pastille--echec" : "pastille"}>
        {etat === "envoye" && <Vu />}
        {etat === "en-attente" && <Sablier />}
        {etat === "echec" && <Triangle />}
        {etat === "garde" && <Dossier />}
        {etat === "garde" ? keptHere(mailLeaves) : TEXTE[etat]}
      </span>
      {raison && <span className="raison">{raison}</span>}
      {(etat === "echec" || (etat === "garde" && mailLeaves)) && (
        <BoutonAction ici={ici} id={id} intention="renvoyer" className="bouton-lien">
          {etat === "echec" ? "Renvoyer l’e-mail" : "Envoyer l’e-mail"}
          <span className="vh"> de {de}</span>
        </BoutonAction>
      )}
    </>
  );
}
