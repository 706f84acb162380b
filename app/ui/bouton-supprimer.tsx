import { Form, useNavigation } from "react-router";
import accrochee from "#app/images/etoile-accrochee.svg";
import { Dialogue } from "./dialogue.tsx";
import { Corbeille } from "./pictogrammes.tsx";

type Props = {
  /** Where the deletion is posted. */
  action: string;
  id: string;
  /** What goes, for the button's spoken name. */
  nom: string;
  question: string;
  detail: string;
};

/** Where the browser does not open a dialog by itself yet (`command`), script does. */
function ouvrir(idDialogue: string) {
  const dialogue = document.getElementById(idDialogue);
  if (dialogue instanceof HTMLDialogElement && !dialogue.open) dialogue.showModal();
}

function fermer(idDialogue: string) {
  const dialogue = document.getElementById(idDialogue);
  if (dialogue instanceof HTMLDialogElement) dialogue.close();
}

/** The button that deletes a card, and the confirmation it opens; both work without JavaScript. */
export function BoutonSupprimer({ action, id, nom, question, detail }: Props) {
  const { state, formData } = useNavigation();
  const idDialogue = `supprimer-${id}`.replaceAll(" ", "_");
  const enCours = state !== "idle" && formData?.get("id") === id;
  const commande = { command: "show-modal", commandfor: idDialogue };
  return (
    <>
      <button
        className="btn btn--petit btn--neige lien-danger"
        type="button"
        disabled={enCours}
        onClick={() => ouvrir(idDialogue)}
        {...commande}
      >
        <Corbeille />
        Supprimer<span className="vh"> {nom}</span>
      </button>
      <Dialogue id={idDialogue} titre={question} image={{ src: accrochee, largeur: 260, hauteur: 210 }} danger>
        <p>{detail}</p>
        <div className="rangee">
          <Form method="post" action={action} onSubmit={() => fermer(idDialogue)}>
            <input type="hidden" name="id" value={id} />
            <button className="btn btn--brique" type="submit">
              Supprimer
            </button>
          </Form>
          <form method="dialog">
            <button
              className="btn btn--neige"
              type="submit"
              // biome-ignore lint/a11y/noAutofocus: in a dialog that deletes, focus starts on the way out
              autoFocus
              ref={(bouton) => bouton?.setAttribute("autofocus", "")}
            >
              Annuler
            </button>
          </form>
        </div>
      </Dialogue>
    </>
  );
}
