import { asksPassword } from "#app/confirmation.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import { AvisDEchec } from "./avis-d-echec.tsx";
import { AvisDePanne } from "./avis-de-panne.tsx";
import { ConfirmPassword } from "./confirm-password.tsx";

export type SaveBarProps = {
  /** Address of the account of the person who looks at the page. */
  email: string;
  /** Mail to the accounts leaves the site. */
  noticesLeave: boolean;
  /** The last save, in words; null until there was one. */
  derniere: string | null;
  reponse: FormAnswer;
  enCours: boolean;
};

const phraseOfNotice = (noticesLeave: boolean): string =>
  noticesLeave
    ? "L’argent ou le courrier irait ailleurs. Rien n’est encore enregistré\u00a0; ensuite, chaque compte est averti par e-mail."
    : "L’argent ou le courrier irait ailleurs. Rien n’est encore enregistré. Ce site n’envoie pas d’e-mail aux comptes\u00a0: personne ne sera averti.";

/** What saves, and why it did not: it stays in sight. */
export function SaveBar({ email, noticesLeave, derniere, reponse, enCours }: SaveBarProps) {
  const { erreurs, echec, conflit } = reponse;
  return (
    <div className="reglages__barre">
      {echec && !enCours && (
        <AvisDePanne
          titre="Rien n’a été enregistré."
          texte="Le site n’a pas pu garder vos changements. Tout est resté dans les champs&nbsp;: réessayez dans un instant."
        />
      )}
      {conflit && !enCours && (
        <AvisDEchec
          titre="Quelqu’un d’autre vient de modifier les réglages."
          texte={`Rien n’a été écrasé. Ils disent maintenant\u00a0: ${conflit.actuel.join(", ")}. Enregistrez encore une fois pour les remplacer par vos champs.`}
        />
      )}
      {asksPassword(erreurs) ? (
        <ConfirmPassword email={email}>{phraseOfNotice(noticesLeave)}</ConfirmPassword>
      ) : (
        erreurs &&
        !enCours && <p className="reglages__refus">Rien n’a été enregistré&nbsp;: corrigez les champs marqués.</p>
      )}
      <button className="btn btn--brique" type="submit" disabled={enCours}>
        Enregistrer
      </button>
      {derniere && <span>{derniere}</span>}
    </div>
  );
}
