import Corbeille from "#app/images/sign-bin.svg?dessin";
import { BoutonConfirme } from "./bouton-confirme.tsx";

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

/** @returns the id of the question about one card */
export const questionAbout = (id: string): string => `supprimer-${id}`.replaceAll(" ", "_");

/** The button that deletes a card, and the confirmation it opens. */
export const BoutonSupprimer = ({ action, id, nom, question, detail, intention, icone }: Props) => (
  <BoutonConfirme
    idDialogue={questionAbout(id)}
    verbe="Supprimer"
    pictogramme={<Corbeille />}
    nom={nom}
    danger
    icone={icone}
    question={question}
    champs={{ id, ...(intention && { intention }) }}
    action={action}
  >
    <p>
      <bdi>{detail}</bdi>
    </p>
  </BoutonConfirme>
);
