import { Form } from "react-router";
import { type ActionToConfirm, ConfirmAction } from "#app/session/confirm-password.tsx";
import { PasskeyButton, usePasskeyHost } from "#app/session/passkey-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { AccountsView } from "./accounts.server.ts";
import { type RefusedAccountName, RenameForm } from "./rename-account.tsx";

const LAST_KEY_HINT_ID = "derniere-cle";

type Props = AccountsView["own"] & { pending: ActionToConfirm | null; refusedName: RefusedAccountName | null };

export function OwnPasskeys({ passkeys, passwordless, isConfirmed, pending, refusedName }: Props) {
  const host = usePasskeyHost();
  const isSingle = passkeys.length === 1;
  return (
    <section className="own-sessions" id="cles" aria-labelledby="own-keys">
      <h2 id="own-keys">Vos clés d’accès</h2>
      <p>
        Une clé ouvre votre compte avec Face ID, une empreinte ou une clé de sécurité, sans rien taper.
        {host && ` Elle ne marche que sur ${host}\u00a0: avant de changer d’adresse, gardez une autre entrée.`}
      </p>
      <ul role="list">
        {passkeys.map((passkey) => (
          <Passkey
            key={passkey.id}
            passkey={passkey}
            isLast={passwordless && isSingle}
            refused={refusedName?.id === passkey.id ? refusedName : null}
          />
        ))}
      </ul>
      {passwordless && isSingle && (
        <p id={LAST_KEY_HINT_ID}>C’est votre seule entrée&nbsp;: elle ne peut pas être retirée.</p>
      )}
      {isSingle && (
        <p className="tip">
          <img src={star} width="92" height="92" alt="" />
          <span>Deux valent mieux qu’une&nbsp;: ajoutez une clé sur un autre appareil.</span>
        </p>
      )}
      {host ? (
        <AddPasskey isConfirmed={isConfirmed} />
      ) : (
        <p>Le site n’a pas encore d’adresse sûre (https)&nbsp;: les navigateurs n’y font pas de clé.</p>
      )}
      {pending && (
        <ConfirmAction
          pending={pending}
          verb={pending.intention === "remove-passkey" ? "Retirer la clé" : "Continuer"}
          action="/comptes"
        />
      )}
    </section>
  );
}

type PasskeyProps = {
  passkey: AccountsView["own"]["passkeys"][number];
  isLast: boolean;
  refused: RefusedAccountName | null;
};

const Passkey = ({ passkey: { id, name, addedAt, usedAt }, isLast, refused }: PasskeyProps) => (
  <li className="row">
    <b>
      <bdi>{name}</bdi>
    </b>
    <span>
      Ajoutée le <span className="instant">{addedAt}</span>, {usedAt ? "utilisée le " : "jamais utilisée"}
      {usedAt && <span className="instant">{usedAt}</span>}
    </span>
    <RenameForm
      id={id}
      refused={refused}
      intention="rename-passkey"
      field={{ name: "name", label: "Nom", value: name }}
      verb="Renommer"
      of={name}
    />
    <ConfirmButton
      dialogId={`remove-${id}`}
      verb="Retirer"
      icon={<Bin />}
      name={name}
      danger
      blockedBy={isLast ? LAST_KEY_HINT_ID : undefined}
      question="Êtes-vous sûr de vouloir retirer cette clé&nbsp;?"
      fields={{ intention: "remove-passkey", id }}
      action="/comptes"
    >
      <p>Elle n’ouvrira plus votre compte. Si l’appareil la propose encore, effacez-la aussi dans ses réglages.</p>
    </ConfirmButton>
  </li>
);

const AddPasskey = ({ isConfirmed }: { isConfirmed: boolean }) =>
  isConfirmed ? (
    <>
      <PasskeyButton purpose="add" className="btn btn--small" action="/comptes" fields={{ intention: "add-passkey" }}>
        Ajouter cet appareil
      </PasskeyButton>
      <noscript>
        <p>Pour ajouter une clé, le navigateur a besoin de JavaScript.</p>
      </noscript>
    </>
  ) : (
    <Form method="post" action="/comptes" preventScrollReset>
      <SubmitButton className="btn btn--small" intention="confirm-passkey" label="Ajouter une clé" />
    </Form>
  );
