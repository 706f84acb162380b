import { Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { CARD_KINDS, type CardKind } from "#app/ui/cards/picture/card-kinds.ts";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Response of the action of a picture page. */
export type PictureAnswer = FormAnswer<{
  /** Whether the conflicting change came from the same account: another tab, or a double tap. */
  readonly own?: boolean;
}>;

/** Signing in again must not load a newer version into the form, but a conflict must load the current picture. */
export const shouldRevalidate = ({ formAction, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/login" && (defaultShouldRevalidate || actionStatus === 409);

type Props = {
  kind: CardKind;
  /** URL of the picture; null for none. */
  image: string | null;
};

/** Picture of a card on its form, with a link to the picture page. The form's draft preserves the typed values. */
export function CurrentPicture({ kind, image }: Props) {
  const { segment, change, add } = CARD_KINDS[kind];
  return (
    <div className="current-picture row full">
      {image && <img src={image} width="160" height="160" alt="" />}
      <Link className="btn btn--small btn--neige" to={segment}>
        <Camera />
        {image ? change : add}
      </Link>
    </div>
  );
}
