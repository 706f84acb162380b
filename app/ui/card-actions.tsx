import { Link } from "react-router";
import Crayon from "#app/images/sign-pencil.svg?dessin";
import { BoutonSupprimer } from "./bouton-supprimer.tsx";

type Props = {
  /** Page of the list, where the deletion is posted. */
  list: string;
  /** Page of the form, without the id. */
  form: string;
  id: string;
  nom: string;
  question: string;
  /** What goes, as the question shows it; what is empty is left out. */
  detail: readonly string[];
};

/** What the committee does with one card of a list: change it, or delete it after a question. */
export const CardActions = ({ list, form, id, nom, question, detail }: Props) => (
  <>
    <Link className="btn btn--petit btn--neige" to={`${form}/${encodeURIComponent(id)}`}>
      <Crayon />
      Modifier<span className="vh"> {nom}</span>
    </Link>
    <BoutonSupprimer action={list} id={id} nom={nom} question={question} detail={detail.filter(Boolean).join(", ")} />
  </>
);
