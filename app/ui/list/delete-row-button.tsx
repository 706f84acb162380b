import { ActionButton } from "#app/ui/action-button.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";

type Props = {
  action: string;
  id: string;
  /** Name of the row, for screen readers. */
  name: string;
};

/** Deletes a row in one tap, because the row stays and offers to undo it. */
export const DeleteRowButton = ({ action, id, name }: Props) => (
  <ActionButton
    className="btn btn--small btn--neige btn--icon"
    title="Supprimer"
    action={action}
    id={id}
    intention="delete"
  >
    <Bin />
    <span className="sr-only">Supprimer&nbsp;: {name}</span>
  </ActionButton>
);
