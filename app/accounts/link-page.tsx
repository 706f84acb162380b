import type { ComponentProps, ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { PasswordField } from "#app/ui/form/password-field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { PASSWORD_HINT } from "#domain/accounts/password.ts";
import type { LinkRefusal } from "#stores/account-types.ts";
import { NightPage } from "./night-page.tsx";

type Refusal = { readonly title: string; readonly sentence: string };

const EXPIRED = "Ce lien a expiré";
const UNKNOWN = "Ce lien ne marche plus";

export const INVITATION_REFUSALS: Record<LinkRefusal, Refusal> = {
  expired: {
    title: EXPIRED,
    sentence:
      "Demandez-en un nouveau à une personne du comité\u00a0: elle le crée en un instant sous «\u00a0Comptes\u00a0». Pour le tout premier compte, redémarrez le site\u00a0: il affiche un nouveau lien.",
  },
  unknown: {
    title: UNKNOWN,
    sentence:
      "Il a déjà servi, ou un autre l’a remplacé. Si vous avez choisi votre mot de passe, connectez-vous. Sinon, demandez un nouveau lien à une personne du comité.",
  },
};

/** Shown for the link of the first account: no other account can send a new link. */
export const FIRST_REFUSALS: Record<LinkRefusal, Refusal> = {
  expired: { title: EXPIRED, sentence: "Redémarrez le site\u00a0: il affiche un nouveau lien dans son terminal." },
  unknown: {
    title: UNKNOWN,
    sentence:
      "Il a déjà servi, ou le site a redémarré depuis. Si vous avez choisi votre mot de passe, connectez-vous. Sinon, redémarrez le site\u00a0: il affiche un nouveau lien dans son terminal.",
  },
};

export type LinkAnswer = FormAnswer<{ link?: LinkRefusal }>;

type Props = {
  /** Null if the link was valid when the page was opened. */
  refusal: LinkRefusal | null;
  refusals: Record<LinkRefusal, Refusal>;
  title: string;
  lead?: string;
  schema: ComponentProps<typeof CheckedForm>["schema"];
  answer: LinkAnswer;
  offer?: ReactNode;
  children: ReactNode;
};

export function LinkPage({ refusal, refusals, title, lead, schema, answer, offer, children }: Props) {
  const { errors, failed, link = refusal } = answer;
  const pending = useNavigation().state !== "idle";
  return (
    <NightPage>
      {link ? (
        <RefusedLink {...refusals[link]} />
      ) : (
        <>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
          {offer}
          <CheckedForm className="form" errors={errors} schema={schema}>
            {children}
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
    </NightPage>
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
