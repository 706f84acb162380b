import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from "./toast-durations.ts";
import { CLASSES, KindIcon, type ToastKind } from "./toast-kind.tsx";
import type { ToastRequest } from "./toast-texts.ts";
import { UndoDeletion } from "./undo-deletion.tsx";

export const remove = toast.remove;

export function displayToast(requested: ToastRequest, id?: string): void {
  const { type, text } = requested;
  const undo = "undo" in requested ? requested.undo : undefined;
  toast[type](undo ? () => <UndoableText text={text} undo={undo} /> : text, { id });
}

const UndoableText = ({ text, undo }: { text: string; undo: string }) => (
  <>
    {text}
    <UndoDeletion undo={undo} />
  </>
);

const hasKind = (type: string): type is ToastKind => type in CLASSES;

/** Toasts at the bottom centre. The limit of 20 is the library's own (docs/specification.md section 9). */
export function Toasts() {
  const { toasts, handlers } = useToaster({
    success: { duration: SUCCESS_TOAST_MS },
    error: { duration: ERROR_TOAST_MS },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast under the pointer, or with the focus in it, only stays longer
    <div
      className="toasts"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map((one) => (
          <div key={one.id} className={hasKind(one.type) ? CLASSES[one.type] : "toast"} {...one.ariaProps}>
            {hasKind(one.type) && <KindIcon form={one.type} />}
            <span>{resolveValue(one.message, one)}</span>
          </div>
        ))}
    </div>
  );
}
