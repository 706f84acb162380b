import { useRef } from "react";
import { SessionEnded } from "#app/session/session-ended.tsx";
import type { CurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";
import { OneTap } from "./one-tap.tsx";
import type { PictureAnswer } from "./picture-answer.ts";
import { PictureFailures } from "./picture-failures.tsx";
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
  const sendAgain = () => (intention === "save" ? formRef : tapRef).current?.requestSubmit();
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
      <SessionEnded ended={answer.sessionEnded ? answer : null} sendAgain={sendAgain} />
    </div>
  );
}
