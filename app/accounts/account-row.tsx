import type { ComponentProps } from "react";
import { Form, Link } from "react-router";
import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Hourglass from "#app/ui/drawings/sign-hourglass.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import type { LinkKind } from "#domain/accounts/account-link.ts";
import { shownName } from "#domain/person.ts";
import { ConfirmAccountAction, type PendingAction } from "./confirm-account-action.tsx";
import { OneTimeLink, type ShownLink } from "./one-time-link.tsx";
import { type RefusedName, RenameAccount } from "./rename-account.tsx";

export type ShownAccount = {
  readonly id: string;
  readonly email: string;
  /** Empty: nobody has said yet. */
  readonly firstName: string;
  /** The account of the person who looks at the page. */
  readonly me: boolean;
  /** No other account can sign in. */
  readonly last: boolean;
  /** `05.08.2008, 14:30`; null: never. */
  readonly login: string | null;
  /** The one-time link that is out. */
  readonly link: {
    readonly kind: LinkKind;
    readonly until: string;
    readonly expired: boolean;
  } | null;
};

/** Id of the sentence that says why the last account stays. */
export const LAST_ACCOUNT_ID = "seul";

const PENDING_SENTENCES = {
  invitation: { valid: "Invitation en attente jusqu’au", expired: "Invitation expirée le" },
  reinitialisation: { valid: "Réinitialisé, lien valable jusqu’au", expired: "Réinitialisé, lien expiré le" },
} as const;

function AccountStates({ login, link }: ShownAccount) {
  const invite = link?.kind === "invitation";
  return (
    <div className="record__states">
      {link && (
        <span className="badge">
          <Hourglass />
          <span>
            {PENDING_SENTENCES[link.kind][link.expired ? "expired" : "valid"]}{" "}
            <span className="instant">{link.until}</span>
          </span>
        </span>
      )}
      {!invite && (
        <span className="badge">
          {login ? <Tick /> : <Hourglass />}
          <span>
            Dernière connexion&nbsp;: <span className="instant">{login ?? "jamais"}</span>
          </span>
        </span>
      )}
    </div>
  );
}

type AskProps = Omit<ComponentProps<typeof ConfirmButton>, "dialogId" | "fields" | "action" | "name"> & {
  account: Pick<ShownAccount, "id" | "email">;
  intention: "remove" | "reset";
  name?: string;
};

/** Does something to an account once it is confirmed. */
const Ask = ({ account: { id, email }, intention, name = email, children, ...button }: AskProps) => (
  <ConfirmButton {...button} dialogId={`${intention}-${id}`} name={name} fields={{ intention, id }} action="/comptes">
    <p>
      <bdi>{email}</bdi>
    </p>
    <p>{children}</p>
  </ConfirmButton>
);

function InvitationActions({ id, email }: ShownAccount) {
  return (
    <>
      <Form method="post" action="/comptes">
        <input type="hidden" name="intention" value="reset" />
        <input type="hidden" name="id" value={id} />
        <button className="btn btn--small btn--neige" type="submit">
          <LinkIcon />
          Nouveau lien<span className="sr-only"> pour {email}</span>
        </button>
      </Form>
      <Ask
        account={{ id, email }}
        intention="remove"
        verb="Annuler l’invitation"
        icon={<Bin />}
        name={`de ${email}`}
        danger
        question="Êtes-vous sûr de vouloir annuler cette invitation&nbsp;?"
      >
        Le lien déjà envoyé ne marchera plus.
      </Ask>
    </>
  );
}

function AccountActions({ id, email, me, last }: ShownAccount) {
  return (
    <>
      {me ? (
        <Link className="btn btn--small btn--neige" to="/mot-de-passe">
          <LinkIcon />
          Changer mon mot de passe
        </Link>
      ) : (
        <Ask
          account={{ id, email }}
          intention="reset"
          verb="Réinitialiser"
          icon={<LinkIcon />}
          question="Êtes-vous sûr de vouloir réinitialiser ce compte&nbsp;?"
        >
          Ses sessions se ferment tout de suite. Vous recevez un lien à lui transmettre pour un nouveau mot de passe.
        </Ask>
      )}
      <Ask
        account={{ id, email }}
        intention="remove"
        verb="Retirer"
        icon={<Bin />}
        danger
        blockedBy={last ? LAST_ACCOUNT_ID : undefined}
        question="Êtes-vous sûr de vouloir retirer ce compte&nbsp;?"
      >
        {me
          ? "C’est votre compte\u00a0: vous quittez tout de suite l’espace du comité."
          : "Ses sessions se ferment tout de suite."}
      </Ask>
    </>
  );
}

/** What the button says that does it. */
function verbOf({ link }: ShownAccount, { intention }: PendingAction): string {
  const invited = link?.kind === "invitation";
  if (intention === "remove") return invited ? "Annuler l’invitation" : "Retirer";
  return invited ? "Nouveau lien" : "Réinitialiser";
}

type Props = {
  account: ShownAccount;
  /** A link that was just made for it. */
  link: ShownLink | null;
  /** It was just made itself. */
  made: boolean;
  /** What waits for the password. */
  pending: PendingAction | null;
  /** A first name that was refused. */
  refusedName: RefusedName | null;
  /** Address of the account of the person who looks at the page. */
  mine: string;
};

/** One account in the register, with what can be done about it. */
export function AccountRow({ account, link, made, pending, refusedName, mine }: Props) {
  const Actions = account.link?.kind === "invitation" ? InvitationActions : AccountActions;
  return (
    <li className={made ? "record record--made" : "record"}>
      <div className="record__who">
        <h2>
          <bdi>{shownName(account)}</bdi>
        </h2>
        {account.firstName && (
          <p className="record__address">
            <bdi>{account.email}</bdi>
          </p>
        )}
        <RenameAccount account={account} refused={refusedName} mine={mine} />
        {account.me && (
          <p>
            <b className="badge badge--new">
              <img src={star} width="92" height="92" alt="" />
              Vous
            </b>
          </p>
        )}
      </div>
      <AccountStates {...account} />
      <div className="record__actions row">
        <Actions {...account} />
      </div>
      {link && <OneTimeLink link={link} />}
      {pending && <ConfirmAccountAction pending={pending} email={mine} verb={verbOf(account, pending)} />}
    </li>
  );
}
