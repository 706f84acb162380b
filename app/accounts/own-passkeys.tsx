import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { PasskeyButton } from "#app/session/passkey-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ConfirmAccountAction, type PendingAction } from "./account-row.tsx";
import { type RefusedName, RenameForm } from "./rename-account.tsx";

/** Values of `intention`, each with the text of the button that confirms it. */
const VERBS = {
  "confirm-passkey": "Continuer",
  "add-passkey": "Continuer",
  "rename-passkey": "Enregistrer",
  "remove-passkey": "Retirer la clé",
  "make-codes": "Créer dix codes",
} as const;

export const PASSKEY_INTENTIONS: readonly string[] = Object.keys(VERBS);

/** HTML id of the sentence that says why the last key cannot be removed. */
const LAST_KEY_ID = "derniere-cle";

type PasskeyView = {
  readonly id: string;
  readonly name: string;
  /** `05.08.2008, 14:30`; `usedAt` is null for a key that was never used. */
  readonly addedAt: string;
  readonly usedAt: string | null;
};

type Props = {
  passkeys: readonly PasskeyView[];
  /** Number of unused recovery codes. */
  codes: number;
  /** Host of the site; null where browsers offer no passkeys. */
  host: string | null;
  /** The account has no password. */
  passwordless: boolean;
  /** The session need not ask for the password now. */
  isConfirmed: boolean;
  pending: PendingAction | null;
  refusedName: RefusedName | null;
  newCodes: readonly string[] | undefined;
  myEmail: string;
};

/** The signed-in account's passkeys and recovery codes. */
export function OwnPasskeys({ passkeys, codes, host, passwordless, pending, ...props }: Props) {
  const verb = VERBS[pending?.intention as keyof typeof VERBS];
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
            isLast={passwordless && passkeys.length === 1}
            refused={props.refusedName?.id === passkey.id ? props.refusedName : null}
            myEmail={props.myEmail}
          />
        ))}
      </ul>
      {passwordless && passkeys.length === 1 && (
        <p id={LAST_KEY_ID}>C’est votre seule entrée&nbsp;: elle ne peut pas être retirée.</p>
      )}
      {passkeys.length === 1 && (
        <p className="tip">
          <img src={star} width="92" height="92" alt="" />
          <span>Deux valent mieux qu’une&nbsp;: ajoutez une clé sur un autre appareil.</span>
        </p>
      )}
      {host ? (
        <AddPasskey isConfirmed={props.isConfirmed} />
      ) : (
        <p>Le site n’a pas encore d’adresse sûre (https)&nbsp;: les navigateurs n’y font pas de clé.</p>
      )}
      {pending && <ConfirmAccountAction pending={pending} email={props.myEmail} verb={verb} />}
      <RecoveryCodes left={codes} fresh={props.newCodes} email={props.myEmail} host={host} />
    </section>
  );
}

type PasskeyProps = { passkey: PasskeyView; isLast: boolean; refused: RefusedName | null; myEmail: string };

const Passkey = ({ passkey: { id, name, addedAt, usedAt }, isLast, refused, myEmail }: PasskeyProps) => (
  <li className="row">
    <b>
      <bdi>{name}</bdi>
    </b>
    <span>
      Ajoutée le <span className="instant">{addedAt}</span>,{" "}
      {usedAt ? (
        <>
          utilisée le <span className="instant">{usedAt}</span>
        </>
      ) : (
        "jamais utilisée"
      )}
    </span>
    <RenameForm
      {...{ id, refused, myEmail }}
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
      blockedBy={isLast ? LAST_KEY_ID : undefined}
      question="Êtes-vous sûr de vouloir retirer cette clé&nbsp;?"
      fields={{ intention: "remove-passkey", id }}
      action="/comptes"
    >
      <p>Elle n’ouvrira plus votre compte. L’appareil la garde&nbsp;: effacez-la aussi dans ses réglages.</p>
    </ConfirmButton>
  </li>
);

function AddPasskey({ isConfirmed }: { isConfirmed: boolean }) {
  const busy = useNavigation().state !== "idle";
  if (!isConfirmed)
    return (
      <Form method="post" action="/comptes" preventScrollReset>
        <button className="btn btn--small" type="submit" name="intention" value="confirm-passkey" disabled={busy}>
          Ajouter une clé
        </button>
      </Form>
    );
  return (
    <>
      <PasskeyButton
        purpose="add"
        className="btn btn--small"
        onServer
        action="/comptes"
        fields={{ intention: "add-passkey" }}
      >
        Ajouter cet appareil
      </PasskeyButton>
      <noscript>
        <p>Pour ajouter une clé, le navigateur a besoin de JavaScript.</p>
      </noscript>
    </>
  );
}

type CodesProps = { left: number; fresh: readonly string[] | undefined; email: string; host: string | null };

/** Recovery codes: the sheet to print when they were just made, else how many are left. */
function RecoveryCodes({ left, fresh, email, host }: CodesProps) {
  const hydrated = useHydrated();
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) sheet.current?.focus();
  }, [fresh]);
  if (!fresh)
    return (
      <Form className="codes" method="post" action="/comptes" preventScrollReset>
        <h3>Codes de secours</h3>
        <p>
          {left > 0
            ? `Il vous en reste ${left}. De nouveaux codes remplacent les anciens.`
            : "Téléphone perdu\u00a0? Un code imprimé ouvre votre compte une fois, à la place du mot de passe."}
        </p>
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="make-codes">
          {VERBS["make-codes"]}
        </button>
      </Form>
    );
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the browser scrolls to the new codes
    <div className="new-link recovery-sheet" tabIndex={-1} ref={sheet} autoFocus>
      <h3>Codes de secours</h3>
      <p>
        Compte <bdi>{email}</bdi>
        {host && ` sur ${host}`}. Chaque code marche une fois, à la place du mot de passe.
      </p>
      <ol>
        {fresh.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>Imprimez-les et gardez la feuille loin du téléphone&nbsp;: ils ne seront plus montrés.</p>
      {hydrated && (
        <button className="btn btn--small" type="button" onClick={() => print()}>
          Imprimer
        </button>
      )}
    </div>
  );
}
