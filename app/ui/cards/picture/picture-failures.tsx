import { FailureNotice } from "#app/ui/form/failure-notice.tsx";
import { FaultNotice } from "#app/ui/form/fault-notice.tsx";
import type { PictureAnswer } from "./picture-answer.ts";

/** Why the picture is as it was. */
export const PictureFailures = ({ answer: { failed, gone, conflict, own } }: { answer: PictureAnswer }) => (
  <>
    {failed && (
      <FaultNotice
        title="Rien n’a été enregistré."
        text="Le site n’a pas pu garder votre image. Réessayez dans un instant."
      />
    )}
    {gone && (
      <FailureNotice
        title="Cette fiche n’existe plus."
        text="Quelqu’un d’autre vient de la supprimer. Rien n’a été enregistré."
      />
    )}
    {conflict && (
      <FailureNotice
        title={
          own
            ? "Vous venez d’enregistrer cette fiche."
            : `${conflict.by ?? "Quelqu’un d’autre"} vient de modifier cette fiche.`
        }
        text="Cet envoi-ci n’a rien changé. Regardez l’image qu’elle montre maintenant&nbsp;; pour la remplacer, envoyez encore une fois."
      />
    )}
  </>
);
