import type { ComponentProps } from "react";
import { Form, Link } from "react-router";
import etoile from "#app/images/etoile.svg";
import Corbeille from "#app/images/sign-bin.svg?dessin";
import Sablier from "#app/images/sign-hourglass.svg?dessin";
import Chainon from "#app/images/sign-link.svg?dessin";
import Vu from "#app/images/sign-tick.svg?dessin";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import { BoutonConfirme } from "./bouton-confirme.tsx";
import { ConfirmAccountAction, type PendingAction } from "./confirm-account-action.tsx";
import { type LienAffiche, LienCree } from "./lien-cree.tsx";

export type CompteAffiche = {
  readonly id: string;
  readonly email: string;
  /** The account of the person who looks at the page. */
  readonly moi: boolean;
  /** No other account can sign in. */
  readonly dernier: boolean;
  /** `05.08.2008, 14:30`; null: never. */
  readonly connexion: string | null;
  /** The one-time link that is out. */
  readonly lien: {
    readonly genre: GenreDeLien;
    readonly jusqua: string;
    readonly expire: boolean;
  } | null;
};

/** Id of the sentence that says why the last account stays. */
export const ID_DERNIER = "seul";

const ATTENTES = {
  invitation: { valable: "Invitation en attente jusqu’au", expire: "Invitation expirée le" },
  reinitialisation: { valable: "Réinitialisé, lien valable jusqu’au", expire: "Réinitialisé, lien expiré le" },
} as const;

function Etats({ connexion, lien }: CompteAffiche) {
  const invite = lien?.genre === "invitation";
  return (
    <div className="fiche__etats">
      {lien && (
        <span className="pastille">
          <Sablier />
          <span>
            {ATTENTES[lien.genre][lien.expire ? "expire" : "valable"]} <span className="instant">{lien.jusqua}</span>
          </span>
        </span>
      )}
      {!invite && (
        <span className="pastille">
          {connexion ? <Vu /> : <Sablier />}
          <span>
            Dernière connexion&nbsp;: <span className="instant">{connexion ?? "jamais"}</span>
          </span>
        </span>
      )}
    </div>
  );
}

type AskProps = Omit<ComponentProps<typeof BoutonConfirme>, "idDialogue" | "champs" | "action" | "nom"> & {
  account: Pick<CompteAffiche, "id" | "email">;
  intention: "retirer" | "reinitialiser";
  nom?: string;
};

/** Does something to an account once it is confirmed. */
const Ask = ({ account: { id, email }, intention, nom = email, children, ...button }: AskProps) => (
  <BoutonConfirme {...button} idDialogue={`${intention}-${id}`} nom={nom} champs={{ intention, id }} action="/comptes">
    <p>
      <bdi>{email}</bdi>
    </p>
    <p>{children}</p>
  </BoutonConfirme>
);

function ActionsInvitation({ id, email }: CompteAffiche) {
  return (
    <>
      <Form method="post" action="/comptes">
        <input type="hidden" name="intention" value="reinitialiser" />
        <input type="hidden" name="id" value={id} />
        <button className="btn btn--petit btn--neige" type="submit">
          <Chainon />
          Nouveau lien<span className="vh"> pour {email}</span>
        </button>
      </Form>
      <Ask
        account={{ id, email }}
        intention="retirer"
        verbe="Annuler l’invitation"
        pictogramme={<Corbeille />}
        nom={`de ${email}`}
        danger
        question="Êtes-vous sûr de vouloir annuler cette invitation&nbsp;?"
      >
        Le lien déjà envoyé ne marchera plus.
      </Ask>
    </>
  );
}

function ActionsCompte({ id, email, moi, dernier }: CompteAffiche) {
  return (
    <>
      {moi ? (
        <Link className="btn btn--petit btn--neige" to="/mot-de-passe">
          <Chainon />
          Changer mon mot de passe
        </Link>
      ) : (
        <Ask
          account={{ id, email }}
          intention="reinitialiser"
          verbe="Réinitialiser"
          pictogramme={<Chainon />}
          question="Êtes-vous sûr de vouloir réinitialiser ce compte&nbsp;?"
        >
          Ses sessions se ferment tout de suite. Vous recevez un lien à lui transmettre pour un nouveau mot de passe.
        </Ask>
      )}
      <Ask
        account={{ id, email }}
        intention="retirer"
        verbe="Retirer"
        pictogramme={<Corbeille />}
        danger
        empechePar={dernier ? ID_DERNIER : undefined}
        question="Êtes-vous sûr de vouloir retirer ce compte&nbsp;?"
      >
        {moi
          ? "C’est votre compte\u00a0: vous quittez tout de suite l’espace du comité."
          : "Ses sessions se ferment tout de suite."}
      </Ask>
    </>
  );
}

/** What the button says that does it. */
function verbOf({ lien }: CompteAffiche, { intention }: PendingAction): string {
  const invited = lien?.genre === "invitation";
  if (intention === "retirer") return invited ? "Annuler l’invitation" : "Retirer";
  return invited ? "Nouveau lien" : "Réinitialiser";
}

type Props = {
  compte: CompteAffiche;
  /** A link that was just made for it. */
  lien: LienAffiche | null;
  /** It was just made itself. */
  made: boolean;
  /** What waits for the password. */
  pending: PendingAction | null;
  /** Address of the account of the person who looks at the page. */
  mine: string;
};

/** One account in the register, with what can be done about it. */
export function FicheCompte({ compte, lien, made, pending, mine }: Props) {
  const Actions = compte.lien?.genre === "invitation" ? ActionsInvitation : ActionsCompte;
  return (
    <li className={made ? "fiche fiche--made" : "fiche"}>
      <div className="fiche__qui">
        <h2>
          <bdi>{compte.email}</bdi>
        </h2>
        {compte.moi && (
          <p>
            <b className="pastille pastille--nouveau">
              <img src={etoile} width="92" height="92" alt="" />
              Vous
            </b>
          </p>
        )}
      </div>
      <Etats {...compte} />
      <div className="fiche__actions">
        <Actions {...compte} />
      </div>
      {lien && <LienCree lien={lien} />}
      {pending && <ConfirmAccountAction pending={pending} email={mine} verb={verbOf(compte, pending)} />}
    </li>
  );
}
