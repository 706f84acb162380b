import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import accrochee from "#app/images/etoile-accrochee.svg";
import { Dialogue } from "./dialogue.tsx";

type Props = {
  /** Unique on the page, without spaces. */
  idDialogue: string;
  /** What the button says, and the dialog's button again. */
  verbe: string;
  pictogramme: ReactNode;
  /** What it concerns, for the button's spoken name. */
  nom: string;
  /** It takes something away for good. */
  danger?: boolean;
  /** The button is its sign alone, with a spoken name. */
  icone?: boolean | undefined;
  /** Id of the sentence that says why the button does nothing; absent: it works. */
  empechePar?: string | undefined;
  question: string;
  /** What is posted. */
  champs: Readonly<Record<string, string>>;
  /** Where it is posted. */
  action: string;
  /** What will happen, below the question. */
  children: ReactNode;
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

/** A button whose action is confirmed in a dialog first; both work without JavaScript. */
export function BoutonConfirme({
  idDialogue,
  verbe,
  pictogramme,
  nom,
  danger,
  icone,
  empechePar,
  question,
  champs,
  action,
  children,
}: Props) {
  const { state, formData } = useNavigation();
  const enCours = state !== "idle" && Object.entries(champs).every(([cle, valeur]) => formData?.get(cle) === valeur);
  const classe = icone ? " btn--icone" : danger && !empechePar ? " lien-danger" : "";
  const commande = { command: "show-modal", commandfor: idDialogue };
  return (
    <>
      <button
        className={`btn btn--petit btn--neige${classe}`}
        type="button"
        title={icone ? verbe : undefined}
        disabled={enCours || empechePar !== undefined}
        aria-describedby={empechePar}
        onClick={() => ouvrir(idDialogue)}
        {...commande}
      >
        {pictogramme}
        {icone ? <span className="vh">{verbe}</span> : verbe}
        <span className="vh"> {nom}</span>
      </button>
      <Dialogue id={idDialogue} titre={question} image={{ src: accrochee, largeur: 260, hauteur: 210 }} danger>
        {children}
        <div className="rangee">
          <Form method="post" action={action} preventScrollReset onSubmit={() => fermer(idDialogue)}>
            {Object.entries(champs).map(([cle, valeur]) => (
              <input key={cle} type="hidden" name={cle} value={valeur} />
            ))}
            <button className="btn btn--brique" type="submit">
              {verbe}
            </button>
          </Form>
          <form method="dialog">
            <button
              className="btn btn--neige"
              type="submit"
              // biome-ignore lint/a11y/noAutofocus: in a dialog that takes something away, focus starts on the way out
              autoFocus
              ref={(bouton) => bouton?.setAttribute("autofocus", "")}
            >
              {danger ? "Garder" : "Annuler"}
            </button>
          </form>
        </div>
      </Dialogue>
    </>
  );
}
