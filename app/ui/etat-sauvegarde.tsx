import Triangle from "#app/images/sign-warning.svg?dessin";

type Props = {
  texte: string;
  /** Somebody has to do something. */
  alerte: boolean;
};

/** How it stands with the backups, in one sentence or a warning. */
export function EtatSauvegarde({ texte, alerte }: Props) {
  if (!alerte) return <p className="sauvegarde pleine">{texte}</p>;
  // No role: it stands there for as long as it lasts, and interrupts nobody.
  return (
    <div className="avis pleine">
      <Triangle />
      <b>Le site n’est pas bien sauvegardé.</b>
      <span>{texte}</span>
    </div>
  );
}
