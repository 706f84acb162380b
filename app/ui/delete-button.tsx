import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { ConfirmButton } from "./confirm-button.tsx";

type Props = {
  /** Where the deletion is posted. */
  action: string;
  id: string;
  /** What goes, for the button's spoken name. */
  name: string;
  question: string;
  detail: string;
  /** Tells the action what is asked of it, where it can do several things. */
  intention?: string;
  /** The button is its sign alone, with a spoken name. */
  iconOnly?: boolean;
};

/** @returns the id of the question about one card */
export const dialogId = (id: string): string => `supprimer-${id}`.replaceAll(" ", "_");

/** The button that deletes a card, and the confirmation it opens. */
export const DeleteButton = ({ action, id, name, question, detail, intention, iconOnly }: Props) => (
  <ConfirmButton
    dialogId={dialogId(id)}
    verb="Supprimer"
    icon={<Bin />}
    name={name}
    danger
    iconOnly={iconOnly}
    question={question}
    fields={{ id, ...(intention && { intention }) }}
    action={action}
  >
    <p>
      <bdi>{detail}</bdi>
    </p>
  </ConfirmButton>
);
