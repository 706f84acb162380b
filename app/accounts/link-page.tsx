import { useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import { PasskeyButton } from "#app/session/passkey-button.tsx";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { PasswordField } from "#app/ui/form/password-field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { PASSWORD_HINT } from "#domain/accounts/password.ts";
import { type FieldErrors, type FormSchema, fieldErrorsOf } from "#domain/fields.ts";
import type { LinkRefusal } from "#stores/account-types.ts";
import { NightSceneFrame } from "./night-page.tsx";

type Refusal = { readonly title: string; readonly sentence: string };

const EXPIRED = "Ce lien a expiré";
const UNKNOWN = "Ce lien ne marche plus";

export const INVITATION_REFUSALS: Record<LinkRefusal, Refusal> = {
  expired: {
    title: EXPIRED,
    sentence:
      "Demandez-en un nouveau à une personne du comité\u00a0: elle le crée en un instant sous «\u00a0Comptes\u00a0».",
  },
  unknown: {
    title: UNKNOWN,
    sentence:
      "Il a déjà servi, ou un autre l’a remplacé. Si vous avez ouvert votre compte, connectez-vous. Sinon, demandez un nouveau lien à une personne du comité.",
  },
};

/** Advice for the first account: each start of the site prints a new link. */
const ASK_FOR_LINK = "Demandez-en un nouveau à la personne qui s’occupe du serveur";

/** Shown for the link of the first account: no other account can send a new link. */
export const FIRST_LINK_REFUSALS: Record<LinkRefusal, Refusal> = {
  expired: { title: EXPIRED, sentence: `${ASK_FOR_LINK}.` },
  unknown: {
    title: UNKNOWN,
    sentence: `Il a déjà servi, ou un autre l’a remplacé. Si vous avez ouvert votre compte, connectez-vous. Sinon, d${ASK_FOR_LINK.slice(1)}.`,
  },
};

export type AccountLinkResult = FormResult<{ link?: LinkRefusal }>;

type Props = {
  token: string;
  /** The address of the account. Null: the user of the link chooses the address. */
  email: string | null;
  /** Null if the link was valid when the page was opened. */
  refusal: LinkRefusal | null;
  refusals: Record<LinkRefusal, Refusal>;
  schema: FormSchema;
  result: AccountLinkResult;
};

/** The page of an invitation, of a new password and of the first account. */
export function AccountLinkPage({ token, email, refusal, refusals, schema, result }: Props) {
  const { errors, failed, link = refusal } = result;
  const pending = useNavigation().state !== "idle";
  const emailRef = useRef<HTMLInputElement>(null);
  const [emailErrors, setEmailErrors] = useState<FieldErrors | null>(null);

  function chosenEmail() {
    const typed = { email: emailRef.current?.value ?? "" };
    const { email: sentence } = fieldErrorsOf(schema, typed);
    setEmailErrors(sentence ? { email: sentence } : null);
    return sentence ? null : typed;
  }

  return (
    <NightSceneFrame>
      {link ? (
        <RefusedLink {...refusals[link]} />
      ) : (
        <>
          <h1>Ouvrez votre compte</h1>
          <CheckedForm className="form" errors={emailErrors ?? errors} schema={schema}>
            <Field
              label="E-mail"
              type="email"
              inputMode="email"
              autoComplete="username"
              ref={emailRef}
              {...(email === null
                ? { name: "email", defaultValue: result.typed?.email }
                : { name: "username", readOnly: true, value: email })}
            />
            <PasskeyButton
              purpose="join"
              token={token}
              fields={email === null ? chosenEmail : {}}
              className="btn btn--large"
              or="Ou choisissez un mot de passe&nbsp;:"
            >
              Accepter avec Face ID, une empreinte ou une clé
            </PasskeyButton>
            <PasswordField name="newPassword" label="Mot de passe" autoComplete="new-password" hint={PASSWORD_HINT} />
            {failed && !pending && (
              <ErrorNotice
                title="Rien n’a été enregistré."
                text="Le lien marche toujours&nbsp;: réessayez dans un instant."
              />
            )}
            <div>
              <SubmitButton className="btn btn--large" disabled={pending} label="Entrer" />
            </div>
          </CheckedForm>
        </>
      )}
    </NightSceneFrame>
  );
}

const RefusedLink = ({ title, sentence }: Refusal) => (
  <>
    <h1>{title}</h1>
    <p>{sentence}</p>
    <div className="row">
      <Link className="btn btn--large" to="/login">
        Se connecter
      </Link>
      <StrongLink to="/">Retour à l’accueil</StrongLink>
    </div>
  </>
);
