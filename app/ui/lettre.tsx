/** The reading pane of the messages. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MessageVu } from "#app/boite.ts";
import Retour from "#app/images/sign-back.svg?dessin";
import Enveloppe from "#app/images/sign-envelope.svg?dessin";
import { BoutonSupprimer } from "./bouton-supprimer.tsx";
import { BoutonTraiter, EtatDuCourrier, PastilleEtat } from "./etat-entree.tsx";

/** From so many characters on a subject is set smaller, so that the message below it is still seen. */
const SUJET_LONG = 90;

/** @returns the address that opens an answer in the mail program */
const reponseA = ({ email, sujet }: MessageVu): string =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=${encodeURIComponent(`Re: ${sujet}`)}`;

const Feuille = ({ retour, children }: { retour: string; children: ReactNode }) => (
  <article className="lettre" id="lettre" tabIndex={-1} aria-labelledby="lettre-titre">
    <Link className="lien-fort lettre__retour" to={retour}>
      <Retour />
      Tous les messages
    </Link>
    {children}
  </article>
);

type Props = {
  message: MessageVu;
  /** Address of the list with this message open. */
  ici: string;
  /** Address of the list alone. */
  retour: string;
};

/** One message in full, and what can be done with it. */
export function Lettre({ message, ici, retour }: Props) {
  const { id, nom, email, sujet, recu, traiteLe, courrier } = message;
  return (
    <Feuille retour={retour}>
      <h2 id="lettre-titre" className={sujet.length > SUJET_LONG ? "lettre__sujet--long" : undefined}>
        <bdi>{sujet}</bdi>
      </h2>
      <dl>
        <dt>De</dt>
        <dd>
          <bdi>{nom}</bdi>
        </dd>
        <dt>E-mail</dt>
        <dd>
          <a href={reponseA(message)}>
            <bdi>{email}</bdi>
          </a>
        </dd>
        <dt>Reçu le</dt>
        <dd>
          <time dateTime={recu.iso}>{recu.texte}</time>
        </dd>
        <dt>État</dt>
        <dd className="fiche__etats">
          <PastilleEtat traiteLe={traiteLe} />
        </dd>
        <dt>Transmis</dt>
        <dd className="fiche__etats">
          <EtatDuCourrier courrier={courrier} ici={ici} id={id} de={nom} />
        </dd>
      </dl>
      <p className="lettre__texte">{message.message}</p>
      <div className="rangee">
        <a className="btn btn--brique" href={reponseA(message)}>
          <Enveloppe />
          Répondre
        </a>
        <BoutonTraiter ici={ici} id={id} traiteLe={traiteLe} de={sujet} />
        <BoutonSupprimer
          action={ici}
          intention="supprimer"
          id={id}
          nom={sujet}
          question="Êtes-vous sûr de vouloir supprimer ce message&nbsp;?"
          detail={`${sujet}, ${nom}`}
        />
      </div>
    </Feuille>
  );
}

/** What stands there when somebody else has deleted the message in the meantime. */
export const LettreDisparue = ({ retour }: { retour: string }) => (
  <Feuille retour={retour}>
    <h2 id="lettre-titre">Ce message n’existe plus.</h2>
    <p>Quelqu’un du comité l’a supprimé, ou son temps de conservation est passé.</p>
  </Feuille>
);
