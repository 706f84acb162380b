import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  id: string;
  titre: string;
  image: { src: string; largeur: number; hauteur: number };
  /** For something that cannot be undone. */
  danger?: boolean;
  /** Opens the dialog each time it is a new object; in the server's HTML it stands open. */
  ouvertPour?: object | null | undefined;
  /** Called when it has closed, however that came about. */
  onClose?: () => void;
  children: ReactNode;
};

/** A modal dialog of the platform: focus stays inside, Escape closes it. */
export function Dialogue({ id, titre, image, danger, ouvertPour, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialogue = ref.current;
    if (!ouvertPour || !dialogue) return;
    dialogue.close();
    dialogue.showModal();
  }, [ouvertPour]);
  return (
    <dialog
      className={danger ? "fenetre fenetre--danger" : "fenetre"}
      id={id}
      ref={ref}
      // Only the server's HTML shows it open; then Escape has to close it without its being modal.
      open={import.meta.env.SSR && Boolean(ouvertPour)}
      closedby="closerequest"
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose?.();
      }}
      aria-labelledby={`${id}-titre`}
      suppressHydrationWarning
    >
      <div className="fenetre__corps">
        <img src={image.src} width={image.largeur} height={image.hauteur} alt="" />
        <h2 id={`${id}-titre`}>{titre}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Closes the dialog around it, also without JavaScript. */
export const BoutonFermer = ({ ink = "brique" }: { ink?: "brique" | "neige" }) => (
  <form method="dialog">
    <button className={`btn btn--${ink}`} type="submit">
      Fermer
    </button>
  </form>
);
