import { toast, useToaster } from "react-hot-toast/headless";
import { CLASSE, type Forme, Pictogramme } from "./forme-toast.tsx";

export { toast };

const aUneForme = (type: string): type is Forme => type in CLASSE;

/** Toasts at the bottom centre. The limit of 20 is the library's own (SPEC.md section 9). */
export function Toasts() {
  const { toasts, handlers } = useToaster();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast under the pointer only stays longer
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts
        .filter(({ visible }) => visible)
        .map(({ id, type, message, ariaProps }) => (
          <p key={id} className={aUneForme(type) ? CLASSE[type] : "toast"} {...ariaProps}>
            {aUneForme(type) && <Pictogramme forme={type} />}
            <span>{String(message)}</span>
          </p>
        ))}
    </div>
  );
}
