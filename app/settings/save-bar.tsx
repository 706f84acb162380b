import { ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";

export type SaveBarProps = {
  /** True if the site can mail accounts about a changed bank account or mail recipient. */
  noticesLeave: boolean;
  last: string | null;
  result: FormResult;
  pending: boolean;
};

const noticeSentence = (noticesLeave: boolean): string =>
  noticesLeave
    ? "L’argent ou le courrier irait ailleurs. Rien n’est encore enregistré\u00a0; ensuite, chaque compte est averti par e-mail."
    : "L’argent ou le courrier irait ailleurs. Rien n’est encore enregistré. Ce site n’envoie pas d’e-mail aux comptes\u00a0: personne ne sera averti.";

export function SettingsSaveBar({ noticesLeave, last, result, pending }: SaveBarProps) {
  const { errors, failed, conflict } = result;
  return (
    <StickySubmitBar>
      {failed && !pending && (
        <ErrorNotice
          title="Rien n’a été enregistré."
          text="Le site n’a pas pu garder vos changements. Tout est resté dans les champs&nbsp;: réessayez dans un instant."
        />
      )}
      {conflict && !pending && (
        <FailureNotice
          title={`${conflict.by ?? "Quelqu’un d’autre"} vient de modifier les réglages.`}
          text={`Rien n’a été écrasé. Ils disent maintenant\u00a0: ${conflict.current.join(", ")}. Enregistrez encore une fois pour les remplacer par vos champs.`}
        />
      )}
      {isPasswordAsked(errors) ? (
        <ConfirmPassword>{noticeSentence(noticesLeave)}</ConfirmPassword>
      ) : (
        errors &&
        !pending && <p className="form-bar__refusals">Rien n’a été enregistré&nbsp;: corrigez les champs marqués.</p>
      )}
      <SubmitButton className="btn btn--brique" id="enregistrer" disabled={pending} label="Enregistrer" />
      <StrongLink to="/reglages/historique">Historique</StrongLink>
      {last && <span>{last}</span>}
    </StickySubmitBar>
  );
}
