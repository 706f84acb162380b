import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  id: string;
  title: string;
  image: { src: string; width: number; height: number };
  /** For something that cannot be undone. */
  danger?: boolean;
  /** Opens the dialog each time it is a new object; in the server's HTML it stands open. */
  openFor?: object | null | undefined;
  /** Called when it has closed, however that came about. */
  onClose?: () => void;
  children: ReactNode;
};

/** A modal dialog of the platform: focus stays inside, Escape closes it. */
export function Dialog({ id, title, image, danger, openFor, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!openFor || !dialog) return;
    dialog.close();
    dialog.showModal();
  }, [openFor]);
  return (
    <dialog
      className={danger ? "dialog dialog--danger" : "dialog"}
      id={id}
      ref={ref}
      // Only the server's HTML shows it open; then Escape has to close it without its being modal.
      open={import.meta.env.SSR && Boolean(openFor)}
      closedby="closerequest"
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose?.();
      }}
      aria-labelledby={`${id}-titre`}
      suppressHydrationWarning
    >
      <div className="dialog__body">
        <img src={image.src} width={image.width} height={image.height} alt="" />
        <h2 id={`${id}-titre`}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Closes the dialog around it, also without JavaScript. */
export const CloseButton = ({ ink = "brique" }: { ink?: "brique" | "neige" }) => (
  <form method="dialog">
    <button className={`btn btn--${ink}`} type="submit">
      Fermer
    </button>
  </form>
);
