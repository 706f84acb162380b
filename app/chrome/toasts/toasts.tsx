import { toast, useToaster } from "react-hot-toast/headless";
import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from "./toast-durations.ts";
import { CLASSES, KindIcon, type ToastKind } from "./toast-kind.tsx";

export { toast };

const hasKind = (type: string): type is ToastKind => type in CLASSES;

/** Toasts at the bottom centre. The limit of 20 is the library's own (SPEC.md section 9). */
export function Toasts() {
  const { toasts, handlers } = useToaster({
    success: { duration: SUCCESS_TOAST_MS },
    error: { duration: ERROR_TOAST_MS },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast under the pointer only stays longer
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts
        .filter(({ visible }) => visible)
        .map(({ id, type, message, ariaProps }) => (
          <p key={id} className={hasKind(type) ? CLASSES[type] : "toast"} {...ariaProps}>
            {hasKind(type) && <KindIcon form={type} />}
            <span>{String(message)}</span>
          </p>
        ))}
    </div>
  );
}
