import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  id: string;
  title: string;
  image: { src: string; width: number; height: number };
  danger?: boolean;
  /** Contains a form: the content scrolls. */
  long?: boolean;
  /** Opens the dialog: on each new object, and without script if the server renders the page with an object. */
  openFor?: object | null | undefined;
  onClose?: () => void;
  /** A popover is not modal. A button opens the popover by id, also without script. */
  popover?: boolean;
  children: ReactNode;
};

export function Dialog({ id, title, image, danger, long, openFor, onClose, popover, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!openFor || !dialog) return;
    dialog.close();
    dialog.showModal();
    // Browsers focus content that scrolls, instead of its first control.
    if (document.activeElement?.matches(".dialog__body"))
      dialog.querySelector<HTMLElement>("a[href], button")?.focus({ preventScroll: true });
  }, [openFor]);
  return (
    <dialog
      className={`dialog${danger ? " dialog--danger" : ""}${long ? " dialog--long" : ""}`}
      id={id}
      ref={ref}
      // Only the server sets `open`, to show the dialog without script.
      open={import.meta.env.SSR && Boolean(openFor)}
      closedby="closerequest"
      popover={popover ? "auto" : undefined}
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

/** Works without JavaScript. */
export const CloseButton = ({ ink = "brique" }: { ink?: "brique" | "neige" }) => (
  <form method="dialog">
    <button className={`btn btn--${ink}`} type="submit">
      Fermer
    </button>
  </form>
);
