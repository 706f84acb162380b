import type { ComponentProps } from "react";
import { Form, Link } from "react-router";
import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { ConfirmAction, type PendingAction } from "#app/session/confirm-password.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Hourglass from "#app/ui/drawings/sign-hourglass.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import type { LinkKind } from "#domain/accounts/account-link.ts";
import { shownName } from "#domain/person.ts";
import { type LinkView, OneTimeLink } from "./one-time-link.tsx";
import { type RefusedName, RenameForm } from "./rename-account.tsx";

export type AccountView = {
  readonly id: string;
  readonly email: string;
  /** First name; empty when unknown. */
  readonly firstName: string;
  /** Whether this is the signed-in account. */
  readonly me: boolean;
  /** Whether no other account can sign in. */
  readonly last: boolean;
  /** Last sign-in: `05.08.2008, 14:30`; null for none. */
  readonly login: string | null;
  /** The current one-time link; null for none. */
  readonly link: { readonly kind: LinkKind; readonly until: string; readonly expired: boolean } | null;
};

/** HTML id of the sentence that says why the last account cannot be removed. */
export const LAST_ACCOUNT_ID = "seul";

const PENDING_SENTENCES = {
  invitation: { valid: "Invitation en attente jusqu’au", expired: "Invitation expirée le" },
  reinitialisation: { valid: "Réinitialisé, lien valable jusqu’au", expired: "Réinitialisé, lien expiré le" },
} as const;

function AccountBadges({ login, link }: AccountView) {
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

type ActionButtonProps = Omit<ComponentProps<typeof ConfirmButton>, "dialogId" | "fields" | "action" | "name"> & {
  account: Pick<AccountView, "id" | "email">;
  intention: "remove" | "reset";
  name?: string;
};

const AccountActionButton = ({
  account: { id, email },
  intention,
  name = email,
  children,
  ...button
}: ActionButtonProps) => (
  <ConfirmButton {...button} dialogId={`${intention}-${id}`} name={name} fields={{ intention, id }} action="/comptes">
    <p>
      <bdi>{email}</bdi>
    </p>
    <p>{children}</p>
  </ConfirmButton>
);

function InvitationActions({ id, email }: AccountView) {
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
      <AccountActionButton
        account={{ id, email }}
        intention="remove"
        verb="Retirer l’invitation"
        icon={<Bin />}
        name={`de ${email}`}
        danger
        question="Êtes-vous sûr de vouloir retirer cette invitation&nbsp;?"
      >
        Le lien déjà envoyé ne marchera plus.
      </AccountActionButton>
    </>
  );
}

function AccountActions({ id, email, me, last }: AccountView) {
  return (
    <>
      {me ? (
        <Link className="btn btn--small btn--neige" to="/mot-de-passe">
          <LinkIcon />
          Changer mon mot de passe
        </Link>
      ) : (
        <AccountActionButton
          account={{ id, email }}
          intention="reset"
          verb="Réinitialiser"
          icon={<LinkIcon />}
          question="Êtes-vous sûr de vouloir réinitialiser ce compte&nbsp;?"
        >
          Ses sessions se ferment et ses clés d’accès s’effacent tout de suite. Vous recevez un lien à lui transmettre
          pour un nouveau mot de passe.
        </AccountActionButton>
      )}
      <AccountActionButton
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
      </AccountActionButton>
    </>
  );
}

function confirmLabel({ link }: AccountView, { intention }: PendingAction): string {
  const invited = link?.kind === "invitation";
  if (intention === "remove") return invited ? "Retirer l’invitation" : "Retirer";
  return invited ? "Nouveau lien" : "Réinitialiser";
}

type Props = {
  account: AccountView;
  /** The link when one was just created for this account, else null. */
  link: LinkView | null;
  /** Whether the account was just created. */
  isNew: boolean;
  pending: PendingAction | null;
  refusedName: RefusedName | null;
};

export function AccountRow({ account, link, isNew, pending, refusedName }: Props) {
  const Actions = account.link?.kind === "invitation" ? InvitationActions : AccountActions;
  return (
    <li className={isNew ? "record record--made" : "record"}>
      <div className="record__who">
        <h2>
          <bdi>{shownName(account)}</bdi>
        </h2>
        {account.firstName && (
          <p className="record__address">
            <bdi>{account.email}</bdi>
          </p>
        )}
        <RenameForm
          id={account.id}
          intention="rename"
          field={{ name: "firstName", label: "Prénom", value: account.firstName }}
          verb={account.firstName ? "Changer le prénom" : "Ajouter le prénom"}
          of={`de ${account.email}`}
          refused={refusedName}
        />
        {account.me && (
          <p>
            <b className="badge badge--new">
              <img src={star} width="92" height="92" alt="" />
              Vous
            </b>
          </p>
        )}
      </div>
      <AccountBadges {...account} />
      <div className="record__actions row">
        <Actions {...account} />
      </div>
      {link && <OneTimeLink link={link} />}
      {pending && <ConfirmAction pending={pending} verb={confirmLabel(account, pending)} action="/comptes" />}
    </li>
  );
}
