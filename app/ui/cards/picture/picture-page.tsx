import type { RefObject } from "react";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { SessionEnded } from "#app/session/session-ended.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { CurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import type { PictureAnswer } from "./current-picture.tsx";
import { PictureForm } from "./picture-form.tsx";

type Props = {
  kind: CardKind;
  /** Name of the event or member. */
  name: string;
  /** Path of the form that edits the event or member. */
  form: string;
  version: string;
  image: CurrentPicture | null;
  answer: PictureAnswer;
};

export function PicturePage({ kind, name, form, version: loadedVersion, image, answer }: Props) {
  const version = answer.conflict?.version ?? loadedVersion;
  const formRef = useRef<HTMLFormElement>(null);
  const buttonRef = useRef<HTMLFormElement>(null);
  const { intention = "save", picture = "" } = answer.typed ?? {};
  const resubmit = () => (intention === "save" ? formRef : buttonRef).current?.requestSubmit();
  return (
    <div className="page-frame picture-page">
      <p className="picture-page__name">
        <bdi>{name}</bdi>
      </p>
      <PictureFailures answer={answer} />
      {intention === "undo" && (
        <ActionForm {...{ version, picture }} formRef={buttonRef} intention="undo" verb={CARD_KINDS[kind].undo} />
      )}
      <PictureForm {...{ kind, form, version, image, answer, formRef }} />
      {kind === "membre" && image && intention !== "undo" && (
        <ActionForm {...{ version }} formRef={buttonRef} intention="remove" verb="Retirer la photo" />
      )}
      <SessionEnded ended={answer.sessionEnded ? answer : null} resubmit={resubmit} />
    </div>
  );
}

type ActionFormProps = {
  formRef: RefObject<HTMLFormElement | null>;
  intention: "remove" | "undo";
  version: string;
  /** Key of the picture to restore; empty for other actions. */
  picture?: string;
  verb: string;
};

/** A form with one button. No confirmation is needed, because the change can be undone. */
function ActionForm({ formRef, intention, version, picture = "", verb }: ActionFormProps) {
  const busy = useNavigation().state !== "idle";
  const isRemoval = intention === "remove";
  return (
    <Form ref={formRef} method="post">
      <input type="hidden" name="intention" value={intention} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="picture" value={picture} />
      <button
        className={isRemoval ? "btn btn--small btn--neige danger-link" : "btn btn--small btn--neige"}
        type="submit"
        disabled={busy}
      >
        {isRemoval && <Bin />}
        {verb}
      </button>
    </Form>
  );
}

const PictureFailures = ({ answer: { failed, gone, conflict, own } }: { answer: PictureAnswer }) => (
  <>
    {failed && (
      <ErrorNotice
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
