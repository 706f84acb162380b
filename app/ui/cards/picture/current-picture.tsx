import { Link } from "react-router";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";

type Props = {
  kind: CardKind;
  /** Address of the picture; null: none. */
  image: string | null;
};

/** The picture of a card on its form, and the way to the page that changes it: what was typed waits here meanwhile. */
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
