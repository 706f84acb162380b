import type { RefObject } from "react";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { SessionEnded } from "#app/session/session-ended.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { FailureNotice } from "#app/ui/form/failure-notice.tsx";
import type { CurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import type { PictureAnswer } from "./picture-answer.ts";
import { PictureForm } from "./picture-form.tsx";

type Props = {
  kind: CardKind;
  /** What the card is called. */
  name: string;
  /** Path of its form. */
  form: string;
  version: string;
  /** Null: it has none. */
  image: CurrentPicture | null;
  answer: PictureAnswer;
};

/** Changes the picture of a card: another file, another point of it, none. */
export function PicturePage({ kind, name, form, version: read, image, answer }: Props) {
  const version = answer.conflict?.version ?? read;
  const formRef = useRef<HTMLFormElement>(null);
  const tapRef = useRef<HTMLFormElement>(null);
  const { intention = "save", picture = "" } = answer.typed ?? {};
  const resubmit = () => (intention === "save" ? formRef : tapRef).current?.requestSubmit();
  return (
    <div className="page-frame picture-page">
      <p className="picture-page__name">
        <bdi>{name}</bdi>
      </p>
      <PictureFailures answer={answer} />
      {intention === "undo" && (
        <OneTap {...{ version, picture }} formRef={tapRef} intention="undo" verb={CARD_KINDS[kind].undo} />
      )}
      <PictureForm {...{ kind, form, version, image, answer, formRef }} />
      {kind === "membre" && image && intention !== "undo" && (
        <OneTap {...{ version }} formRef={tapRef} intention="remove" verb="Retirer la photo" />
      )}
      <SessionEnded ended={answer.sessionEnded ? answer : null} resubmit={resubmit} />
    </div>
  );
}

type OneTapProps = {
  formRef: RefObject<HTMLFormElement | null>;
  intention: "remove" | "undo";
  version: string;
  /** Of the picture that comes back; empty: none does. */
  picture?: string;
  verb: string;
};

/** What one tap does at once: the form of the card offers to take it back. */
function OneTap({ formRef, intention, version, picture = "", verb }: OneTapProps) {
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

/** Why the picture is as it was. */
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
