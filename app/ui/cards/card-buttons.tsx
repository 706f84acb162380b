import { Link } from "react-router";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";

type Props = {
  /** Page of the list, where the deletion is posted. */
  list: string;
  /** Page of the form, without the id. */
  form: string;
  id: string;
  name: string;
  question: string;
  /** What goes, as the question shows it; what is empty is left out. */
  detail: readonly string[];
};

/** What the committee does with one card of a list: change it, or delete it after a question. */
export const CardActions = ({ list, form, id, name, question, detail }: Props) => (
  <>
    <Link className="btn btn--small btn--neige" to={`${form}/${encodeURIComponent(id)}`}>
      <Pencil />
      Modifier<span className="sr-only"> {name}</span>
    </Link>
    <DeleteButton action={list} id={id} name={name} question={question} detail={detail.filter(Boolean).join(", ")} />
  </>
);
