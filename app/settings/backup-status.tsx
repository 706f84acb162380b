import Triangle from "#app/forms/drawings/sign-warning.svg?dessin";

type Props = {
  text: string;
  /** Somebody has to do something. */
  urgent: boolean;
};

/** How it stands with the backups, in one sentence or a warning. */
export function BackupState({ text, urgent }: Props) {
  if (!urgent) return <p className="backup full">{text}</p>;
  // No role: it stands there for as long as it lasts, and interrupts nobody.
  return (
    <div className="notice full">
      <Triangle />
      <b>Le site n’est pas bien sauvegardé.</b>
      <span>{text}</span>
    </div>
  );
}
