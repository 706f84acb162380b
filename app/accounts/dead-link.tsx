import { Link } from "react-router";
import type { LinkRefusal } from "#stores/account-types.ts";

type Refusal = { readonly title: string; readonly sentence: string };

const EXPIRED = "Ce lien a expiré";
const UNKNOWN = "Ce lien ne marche plus";

/** What is said of a link that lets nobody in any more. */
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

/** The same of the link to the first account, which no committee can replace. */
export const FIRST_REFUSALS: Record<LinkRefusal, Refusal> = {
  expired: { title: EXPIRED, sentence: "Redémarrez le site\u00a0: il affiche un nouveau lien dans son terminal." },
  unknown: {
    title: UNKNOWN,
    sentence:
      "Il a déjà servi, ou le site a redémarré depuis. Si vous avez choisi votre mot de passe, connectez-vous. Sinon, redémarrez le site\u00a0: il affiche un nouveau lien dans son terminal.",
  },
};

export const DeadLink = ({ title, sentence }: Refusal) => (
  <>
    <h1>{title}</h1>
    <p>{sentence}</p>
    <div className="row">
      <Link className="btn btn--large" to="/login">
        Se connecter
      </Link>
      <Link className="strong-link" to="/">
        Retour à l’accueil
      </Link>
    </div>
  </>
);
