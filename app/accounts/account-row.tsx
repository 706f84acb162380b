import { Link } from "react-router";
import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { type ActionToConfirm, ConfirmAction } from "#app/session/confirm-password.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { WrappingText } from "#app/ui/breakable.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Hourglass from "#app/ui/drawings/sign-hourglass.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { accountDisplayName } from "#domain/person.ts";
import { withPreposition } from "#domain/text/elision.ts";
import type { AccountView } from "./accounts.server.ts";
import { OneTimeLink, type OneTimeLinkView } from "./one-time-link.tsx";
import { type RefusedAccountName, RenameForm } from "./rename-account.tsx";

export const LAST_ACCOUNT_HINT_ID = "seul";

const PENDING_SENTENCES = {
  invitation: { valid: "Invitation en attente jusqu’au", expired: "Invitation expirée le" },
  reinitialisation: { valid: "Réinitialisé, lien valable jusqu’au", expired: "Réinitialisé, lien expiré le" },
} as const;

function AccountBadges({ login, link }: AccountView) {
  return (
    <div className="list__states">
      {link && (
        <span className="badge">
          <Hourglass />
          <span>
            {PENDING_SENTENCES[link.kind][link.expired ? "expired" : "valid"]}{" "}
            <span className="instant">{link.until}</span>
          </span>
        </span>
      )}
      {link?.refused && (
        <>
          <span className="badge badge--failure">
            <Triangle />
            E-mail refusé
          </span>
          <span className="reason">{link.refused} Envoyez un nouveau lien vous-même.</span>
        </>
      )}
      {link?.kind !== "invitation" && (
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

function labelOf({ link }: Pick<AccountView, "link">, intention: string): string {
  const isInvited = link?.kind === "invitation";
  if (intention === "remove") return isInvited ? "Retirer l’invitation" : "Retirer";
  return isInvited ? "Nouveau lien" : "Réinitialiser";
}

function AccountActions({ id, email, me, last, link }: AccountView) {
  const isInvited = link?.kind === "invitation";
  const button = (intention: "reset" | "remove") => ({
    dialogId: `${intention}-${id}`,
    fields: { intention, id },
    action: "/comptes",
    name: email,
    verb: labelOf({ link }, intention),
  });
  const address = (
    <p>
      <WrappingText text={email} />
    </p>
  );
  return (
    <>
      {isInvited && (
        <ActionButton action="/comptes" id={id} intention="reset" className="btn btn--small btn--neige">
          <LinkIcon />
          Nouveau lien<span className="sr-only"> pour {email}</span>
        </ActionButton>
      )}
      {me && (
        <Link className="btn btn--small btn--neige" to="/mot-de-passe">
          <LinkIcon />
          Changer mon mot de passe
        </Link>
      )}
      {!isInvited && !me && (
        <ConfirmButton
          {...button("reset")}
          icon={<LinkIcon />}
          question="Êtes-vous sûr de vouloir réinitialiser ce compte&nbsp;?"
        >
          {address}
          <p>
            Ses sessions se ferment, ses clés d’accès et son lien d’agenda s’effacent tout de suite. Vous recevez un
            lien à lui transmettre pour un nouveau mot de passe.
          </p>
        </ConfirmButton>
      )}
      <ConfirmButton
        {...button("remove")}
        {...(isInvited && { name: withPreposition(email) })}
        icon={<Bin />}
        danger
        blockedBy={last ? LAST_ACCOUNT_HINT_ID : undefined}
        question={`Êtes-vous sûr de vouloir retirer ${isInvited ? "cette invitation" : "ce compte"}\u00a0?`}
      >
        {address}
        {isInvited && <p>Le lien déjà envoyé ne marchera plus.</p>}
        {!isInvited && !me && <p>Ses sessions se ferment tout de suite.</p>}
        {me && <p>C’est votre compte&nbsp;: vous quittez tout de suite l’espace du comité.</p>}
      </ConfirmButton>
    </>
  );
}

type Props = {
  account: AccountView;
  /** Null if the last action created no link for this account. */
  link: OneTimeLinkView | null;
  isNew: boolean;
  pending: ActionToConfirm | null;
  refusedName: RefusedAccountName | null;
};

export function AccountRow({ account, link, isNew, pending, refusedName }: Props) {
  return (
    <ListRow
      id={account.id}
      className={isNew ? "list__row--made" : undefined}
      name={
        <>
          <h2>
            <WrappingText text={accountDisplayName(account)} />
          </h2>
          {account.firstName && (
            <p className="account__address">
              <WrappingText text={account.email} />
            </p>
          )}
          <RenameForm
            id={account.id}
            intention="rename"
            field={{ name: "firstName", label: "Prénom", value: account.firstName }}
            verb={account.firstName ? "Changer le prénom" : "Ajouter le prénom"}
            of={withPreposition(account.email)}
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
        </>
      }
      actions={<AccountActions {...account} />}
      more={
        (link || pending) && (
          <>
            {link && <OneTimeLink link={link} />}
            {pending && (
              <ConfirmAction pending={pending} verb={labelOf(account, pending.intention)} action="/comptes" />
            )}
          </>
        )
      }
    >
      <AccountBadges {...account} />
    </ListRow>
  );
}
