import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { ConfirmButton } from "./confirm-button.tsx";

type Props = {
  action: string;
  id: string;
  /** Name of the deleted item, for screen readers. */
  name: string;
  question: string;
  detail: string;
  intention?: string;
  iconOnly?: boolean;
};

/** HTML id of the dialog that confirms the deletion of the item `id`. */
export const deleteDialogId = (id: string): string => `supprimer-${id}`.replaceAll(" ", "_");

export const DeleteButton = ({ action, id, name, question, detail, intention, iconOnly }: Props) => (
  <ConfirmButton
    dialogId={deleteDialogId(id)}
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
