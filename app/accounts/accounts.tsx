import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { type ActionToConfirm, ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { HANDOVER_URL } from "#app/ui/handover-url.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { invitationSchema } from "#domain/accounts/account-forms.ts";
import type { Route } from "./+types/accounts.ts";
import { AccountRow, LAST_ACCOUNT_HINT_ID } from "./account-row.tsx";
import { type AccountsResult, type AccountsView, accountsAction, readAccounts } from "./accounts.server.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnReminders } from "./own-reminders.tsx";
import type { RefusedAccountName } from "./rename-account.tsx";

export const handle: Handle = { help: "inviter-ou-retirer-quelquun" };

export const meta = privateMeta(
  "Comptes",
  "Qui peut entrer dans l’espace du comité\u00a0: inviter, réinitialiser, retirer.",
);

export const loader = (args: Route.LoaderArgs) => readAccounts(args);

export const action = (args: Route.ActionArgs) => accountsAction(args);

const INVITATION = invitationSchema();

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const REFUSALS = {
  last: {
    title: "Ce compte n’a pas été retiré.",
    text: "C’est le dernier qui peut se connecter\u00a0: il faut toujours un compte. Invitez d’abord une autre personne.",
  },
  absent: { title: "Ce compte n’existe plus.", text: "Quelqu’un d’autre vient de le retirer." },
} as const;

const refusedNameOf = ({ typed, errors }: AccountsResult): RefusedAccountName | null =>
  errors && typed?.id && typed.intention?.startsWith("rename")
    ? { id: typed.id, errors, name: typed.firstName ?? typed.name ?? "" }
    : null;

/** @returns null for renaming and inviting, whose forms have a password field of their own */
function pendingActionOf({ typed, errors }: AccountsResult): ActionToConfirm | null {
  const { id = "", intention = "" } = typed ?? {};
  if (!errors || !isPasswordAsked(errors) || intention.startsWith("rename") || intention === "invite") return null;
  return { id, intention, errors };
}

/** A constant: a new object for each render would run the effects again. */
const NO_RESULT: AccountsResult = {};

type InviteProps = { result: AccountsResult; errors: AccountsResult["errors"]; mailed: boolean; busy: boolean };

function Invite({ result, errors, mailed, busy }: InviteProps) {
  const { typed, link, invite } = result;
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (result.invite) formRef.current?.reset();
  }, [result]);
  return (
    <section className="invite" id="inviter" aria-labelledby="invite">
      <h2 id="invite">Inviter par lien</h2>
      <p>
        {mailed ? "Créez un lien, il part par e-mail" : "Créez un lien, envoyez-le vous-même"}&nbsp;: la personne
        choisit son mot de passe. Le lien marche une seule fois, pendant sept jours.
      </p>
      {!mailed && <p>Ce site n’envoie pas d’e-mail aux comptes&nbsp;: personne n’est averti quand un compte change.</p>}
      <CheckedForm className="addition" action="/comptes" schema={INVITATION} errors={errors} formRef={formRef}>
        <Field name="firstName" label="Prénom" autoComplete="off" defaultValue={typed?.firstName} />
        <Field
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={typed?.email}
        />
        {isPasswordAsked(errors) && <ConfirmPassword>L’invitation n’est pas encore faite.</ConfirmPassword>}
        <button className="btn" type="submit" name="intention" value="invite" disabled={busy}>
          <LinkIcon />
          Créer le lien
        </button>
      </CheckedForm>
      {link && invite && <OneTimeLink link={link} />}
    </section>
  );
}

export default function AccountsPage({
  loaderData: { accounts, isSingle, mailed, sessions, own, reminders },
  actionData,
}: Route.ComponentProps) {
  const result: AccountsResult = actionData ?? NO_RESULT;
  const { link, invite, failed } = result;
  const pending = pendingActionOf(result);
  const isOwnKey = pending?.intention.endsWith("passkey") === true;
  const isAbsent = pending && !isOwnKey && !accounts.some(({ id }) => id === pending.id);
  const refusal = result.refusal ?? (isAbsent ? "absent" : undefined);
  const refusedName = refusedNameOf(result);
  const errors = pending || refusedName ? undefined : result.errors;
  const busy = useNavigation().state !== "idle";
  return (
    <Screen
      style="paille"
      title="Comptes"
      lead="Qui a la clé du mazot."
      className="accounts"
      failed={failed && !busy && "Rien n’a changé."}
      advice="Le site n’a pas pu s’en occuper&nbsp;: réessayez dans un instant."
    >
      {refusal && <FailureNotice {...REFUSALS[refusal]} />}
      <ListLinks>
        <a className="strong-link" href="#inviter">
          Inviter par lien
        </a>
        <a className="strong-link" href="#rappels">
          Vos rappels
        </a>
        <a className="strong-link" href="#cles">
          Vos clés d’accès
        </a>
        <a className="strong-link" href="#appareils">
          Vos appareils
        </a>
        <StrongLink to={HANDOVER_URL}>Passer la main</StrongLink>
      </ListLinks>
      <ul role="list" className="list list--cards list--accounts">
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            link={link && !invite && link.accountId === account.id ? link : null}
            isNew={invite === true && link?.accountId === account.id}
            pending={pending?.id === account.id ? pending : null}
            refusedName={refusedName?.id === account.id ? refusedName : null}
          />
        ))}
      </ul>
      {isSingle && (
        <p className="tip" id={LAST_ACCOUNT_HINT_ID}>
          <img src={star} width="92" height="92" alt="" />
          <span>
            Le dernier compte ne peut pas être retiré&nbsp;: il faut toujours un compte. Invitez d’abord une autre
            personne.
          </span>
        </p>
      )}
      <Invite result={result} errors={errors} mailed={mailed} busy={busy} />
      <OwnReminders reminders={reminders} mailed={mailed} />
      <OwnPasskeys {...own} pending={isOwnKey ? pending : null} refusedName={refusedName} />
      <OwnSessions sessions={sessions} />
    </Screen>
  );
}

function OwnSessions({ sessions }: Pick<AccountsView, "sessions">) {
  return (
    <section className="own-sessions" id="appareils" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Vos appareils</h2>
      <p>
        Où votre compte est ouvert en ce moment. Un appareil inconnu&nbsp;? Déconnectez-le, et changez votre mot de
        passe.
      </p>
      <ul role="list">
        {sessions.map(({ device, openedAt, usedAt, current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sessions can be equal in all other values
          <li className="row" key={index}>
            <b>{device || "Appareil inconnu"}</b>
            {current && (
              <b className="badge badge--new">
                <img src={star} width="92" height="92" alt="" />
                Celui-ci
              </b>
            )}
            <span>
              Ouvert le <span className="instant">{openedAt}</span>
              {!current && (
                <>
                  , utilisé le <span className="instant">{usedAt}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ActionButton className="btn btn--small btn--neige" action="/comptes" intention="sign-out-others">
          Déconnecter les autres
        </ActionButton>
      )}
    </section>
  );
}
