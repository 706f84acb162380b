import { Link } from "react-router";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";

type Props = {
  /** Path of the list, whose action deletes the card. */
  list: string;
  /** Path of the form that edits a card, without the id. */
  form: string;
  id: string;
  name: string;
  question: string;
  /** Shown in the confirmation; empty strings are left out. */
  detail: readonly string[];
};

export const CardButtons = ({ list, form, id, name, question, detail }: Props) => (
  <>
    <Link className="btn btn--small btn--neige" to={`${form}/${encodeURIComponent(id)}`}>
      <Pencil />
      Modifier<span className="sr-only"> {name}</span>
    </Link>
    <DeleteButton action={list} id={id} name={name} question={question} detail={detail.filter(Boolean).join(", ")} />
  </>
);
