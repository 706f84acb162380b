import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { ERROR_TOAST_MS, SUCCESS_TOAST_MS, TOAST_CLASSES, ToastIcon, type ToastKind } from "./toast-kind.tsx";
import type { Toast, ToastRequest } from "./toast-texts.ts";
import { Undo } from "./undo-notice.tsx";

export const removeToast = toast.remove;

export function displayToast(requested: ToastRequest, id?: string): void {
  const { type, text } = requested;
  const undo = "undo" in requested ? requested.undo : undefined;
  const style = "fixed" in requested ? { animation: "none" } : undefined;
  toast[type](undo ? () => <UndoableText text={text} undo={undo} /> : text, { id, style });
}

const UndoableText = ({ text, undo }: { text: string; undo: NonNullable<Toast["undo"]> }) => (
  <>
    {text}
    <Undo undo={undo} />
  </>
);

const hasKind = (type: string): type is ToastKind => type in TOAST_CLASSES;

/** At most 20 toasts, the limit of react-hot-toast (docs/specification.md section 9). */
export function Toasts() {
  const { toasts, handlers } = useToaster({
    success: { duration: SUCCESS_TOAST_MS },
    error: { duration: ERROR_TOAST_MS },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing a toast only makes it stay longer
    <div
      className="toasts"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map((shown) => (
          <div
            key={shown.id}
            className={hasKind(shown.type) ? TOAST_CLASSES[shown.type] : "toast"}
            style={shown.style}
            {...shown.ariaProps}
          >
            {hasKind(shown.type) && <ToastIcon kind={shown.type} />}
            <span>{resolveValue(shown.message, shown)}</span>
          </div>
        ))}
    </div>
  );
}
