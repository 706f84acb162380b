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
  /** Tells the action what is asked of it, where it can do several things. */
  intention?: string;
  /** The button is its sign alone, with a spoken name. */
  icone?: boolean;
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
export function BoutonSupprimer({ action, id, nom, question, detail, intention, icone }: Props) {
  const { state, formData } = useNavigation();
  const idDialogue = `supprimer-${id}`.replaceAll(" ", "_");
  const enCours = state !== "idle" && formData?.get("id") === id;
  const commande = { command: "show-modal", commandfor: idDialogue };
  return (
    <>
      <button
        className={`btn btn--petit btn--neige ${icone ? "btn--icone" : "lien-danger"}`}
        type="button"
        title={icone ? "Supprimer" : undefined}
        disabled={enCours}
        onClick={() => ouvrir(idDialogue)}
        {...commande}
      >
        <Corbeille />
        {icone ? <span className="vh">Supprimer {nom}</span> : "Supprimer"}
        {!icone && <span className="vh"> {nom}</span>}
      </button>
      <Dialogue id={idDialogue} titre={question} image={{ src: accrochee, largeur: 260, hauteur: 210 }} danger>
        <p>
          <bdi>{detail}</bdi>
        </p>
        <div className="rangee">
          <Form method="post" action={action} preventScrollReset onSubmit={() => fermer(idDialogue)}>
            <input type="hidden" name="id" value={id} />
            {intention && <input type="hidden" name="intention" value={intention} />}
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
