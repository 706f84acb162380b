import { type ReactNode, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
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

/** Names in the address the question that stands open: without script, the server shows it. */
const ASKED = "confirmer";

/** @returns the id of the question that the address names; null: none */
export const useQuestionAsked = (): string | null => new URLSearchParams(useLocation().search).get(ASKED);

/** A button whose action is confirmed first: by a dialog that is there only while it is asked. */
export function BoutonConfirme(props: Props) {
  const { idDialogue, verbe, pictogramme, nom, danger, icone, empechePar, champs } = props;
  const { state, formData } = useNavigation();
  const { pathname, search } = useLocation();
  const named = useQuestionAsked();
  const [asked, setAsked] = useState(() => (named === idDialogue ? {} : null));
  const part = [...new URLSearchParams(search)].filter(([key]) => key !== ASKED);
  const enCours = state !== "idle" && Object.entries(champs).every(([cle, valeur]) => formData?.get(cle) === valeur);
  const classe = icone ? " btn--icone" : danger && !empechePar ? " lien-danger" : "";
  return (
    <>
      <form className="confirmation" action={pathname} onSubmit={(event) => event.preventDefault()}>
        {part.map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <button
          className={`btn btn--petit btn--neige${classe}`}
          type="submit"
          name={ASKED}
          value={idDialogue}
          title={icone ? verbe : undefined}
          disabled={enCours || empechePar !== undefined}
          aria-describedby={empechePar}
          onClick={() => setAsked({})}
        >
          {pictogramme}
          {icone ? <span className="vh">{verbe}</span> : verbe}
          <span className="vh"> {nom}</span>
        </button>
      </form>
      {asked && <Question {...props} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

type QuestionProps = Props & { asked: object; onClose: () => void };

function Question({ idDialogue, question, danger, verbe, champs, action, children, asked, onClose }: QuestionProps) {
  return (
    <Dialogue
      id={idDialogue}
      titre={question}
      image={{ src: accrochee, largeur: 260, hauteur: 210 }}
      danger
      ouvertPour={asked}
      onClose={onClose}
    >
      {children}
      <div className="rangee">
        <Form
          method="post"
          action={action}
          preventScrollReset
          onSubmit={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
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
  );
}
