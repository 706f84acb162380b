import { BoutonConfirme } from "./bouton-confirme.tsx";
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

/** The button that deletes a card, and the confirmation it opens. */
export const BoutonSupprimer = ({ action, id, nom, question, detail }: Props) => (
  <BoutonConfirme
    idDialogue={`supprimer-${id}`.replaceAll(" ", "_")}
    verbe="Supprimer"
    pictogramme={<Corbeille />}
    nom={nom}
    danger
    question={question}
    champs={{ id }}
    action={action}
  >
    <p>{detail}</p>
  </BoutonConfirme>
);
