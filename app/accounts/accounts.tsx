import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { accountContext, confirmPasswordContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { ConfirmPassword, isPasswordAsked, type PendingAction } from "#app/session/confirm-password.tsx";
import { readSession } from "#app/session/cookies.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import star from "#app/ui/drawings/etoile.svg";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { invitationSchema } from "#domain/accounts/invitation.ts";
import { dateAndTime } from "#domain/dates.ts";
import type { Authenticator, CommitteeAccount } from "#stores/account-types.ts";
import type { Route } from "./+types/accounts.ts";
import { AccountRow, type AccountView, LAST_ACCOUNT_ID } from "./account-row.tsx";
import { type AccountsAnswer, manageAccounts } from "./manage-accounts.server.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnSessions, type SessionView } from "./own-sessions.tsx";
import type { RefusedName } from "./rename-account.tsx";

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Comptes", "Qui peut entrer dans l’espace du comité\u00a0: inviter, réinitialiser, retirer.", args);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, clock, accountMailer } = context.get(servicesContext);
  const me = context.get(accountContext);
  const [accounts, sessions, passkeys] = await Promise.all([
    auth.listAccounts(),
    ownSessions(auth, request),
    auth.listPasskeys(me?.id ?? ""),
  ]);
  const isSingle = accounts.filter(({ canSignIn }) => canSignIn).length === 1;
  const now = clock.now();
  const viewAccount = ({ id, email, firstName, canSignIn, lastSignIn, link }: CommitteeAccount): AccountView => ({
    id,
    email,
    firstName,
    me: id === me?.id,
    last: canSignIn && isSingle,
    login: lastSignIn && dateAndTime(lastSignIn),
    link: link && { kind: link.kind, until: dateAndTime(link.expiresAt), expired: link.expiresAt <= now },
  });
  return {
    accounts: accounts.map(viewAccount),
    isSingle,
    mailed: accountMailer !== null,
    sessions,
    own: {
      passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({
        ...{ id, name, addedAt: dateAndTime(addedAt), usedAt: usedAt && dateAndTime(usedAt) },
      })),
      passwordless: me?.hasNoPassword === true,
      isConfirmed: (await context.get(confirmPasswordContext)("")).ok,
    },
  };
}

async function ownSessions(auth: Authenticator, request: Request): Promise<SessionView[]> {
  const open = await auth.listSessions((await readSession(request)) ?? "");
  return open.map(({ device, openedAt, usedAt, current }) => ({
    device,
    openedAt: dateAndTime(openedAt),
    usedAt: dateAndTime(usedAt),
    current,
  }));
}

export const action = (args: Route.ActionArgs) => manageAccounts(args);

const INVITATION = invitationSchema();

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

const REFUSALS = {
  last: {
    title: "Ce compte n’a pas été retiré.",
    text: "C’est le dernier qui peut se connecter\u00a0: il faut toujours une clé. Invitez d’abord une autre personne.",
  },
  absent: { title: "Ce compte n’existe plus.", text: "Quelqu’un d’autre vient de le retirer." },
} as const;

/** @returns the submitted name that was refused or still requires the password; null for none */
const refusedNameOf = ({ typed, errors }: AccountsAnswer): RefusedName | null =>
  errors && typed?.id && typed.intention?.startsWith("rename")
    ? { id: typed.id, errors, name: typed.firstName ?? typed.name ?? "" }
    : null;

/** @returns the action that still requires the password; null for none, or for renaming, which has its own form */
function pendingActionOf({ typed, errors }: AccountsAnswer): PendingAction | null {
  const { id = "", intention = "" } = typed ?? {};
  if (!errors || !isPasswordAsked(errors) || intention.startsWith("rename") || intention === "invite") return null;
  return { id, intention, errors };
}

/** One shared object: with a new one at each render, effects that depend on the answer would run each time. */
const NO_ANSWER: AccountsAnswer = {};

type InviteProps = {
  answer: AccountsAnswer;
  errors: AccountsAnswer["errors"];
  /** Whether the site sends mail to accounts. */
  mailed: boolean;
  busy: boolean;
};

function Invite({ answer, errors, mailed, busy }: InviteProps) {
  const { typed, link, invite } = answer;
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer.invite) formRef.current?.reset();
  }, [answer]);
  return (
    <section className="invite" aria-labelledby="invite">
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
  loaderData: { accounts, isSingle, mailed, sessions, own },
  actionData,
}: Route.ComponentProps) {
  const answer: AccountsAnswer = actionData ?? NO_ANSWER;
  const { link, invite, failed } = answer;
  const pending = pendingActionOf(answer);
  const isOwnKey = pending?.intention.endsWith("passkey") === true;
  const isAbsent = pending && !isOwnKey && !accounts.some(({ id }) => id === pending.id);
  const refusal = answer.refusal ?? (isAbsent ? "absent" : undefined);
  const refusedName = refusedNameOf(answer);
  const errors = pending || refusedName ? undefined : answer.errors;
  const busy = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Banner low style="paille" art={art} title="Comptes">
        Qui a la clé du mazot.
      </Banner>
      <div className="page-frame accounts">
        {refusal && <FailureNotice {...REFUSALS[refusal]} />}
        {failed && !busy && (
          <ErrorNotice
            title="Rien n’a changé."
            text="Le site n’a pas pu s’en occuper&nbsp;: réessayez dans un instant."
          />
        )}
        <ul role="list" className="register register--accounts">
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
          <p className="tip" id={LAST_ACCOUNT_ID}>
            <img src={star} width="92" height="92" alt="" />
            <span>
              Le dernier compte ne peut pas être retiré&nbsp;: il faut toujours une clé. Invitez d’abord une autre
              personne.
            </span>
          </p>
        )}
        <Invite answer={answer} errors={errors} mailed={mailed} busy={busy} />
        <OwnPasskeys {...own} pending={isOwnKey ? pending : null} refusedName={refusedName} />
        <OwnSessions sessions={sessions} />
      </div>
    </main>
  );
}
