import { Link } from "react-router";
import Camera from "#app/ui/drawings/sign-camera.svg?drawing";
import { CARD_KINDS, type CardKind } from "./card-kinds.ts";

type Props = {
  kind: CardKind;
  image: string | null;
};

/** The link may leave the form: typed values stay in the tab's storage while the user is on the picture page. */
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
