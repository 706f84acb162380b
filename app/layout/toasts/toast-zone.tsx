import { useEffect, useEffectEvent, useRef, useState } from "react";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { removeToast, showToast, useToasts } from "./show-toast.ts";
import type { Toast, ToastRequest } from "./toast-texts.ts";
import { ToastUndo } from "./undo.tsx";

/** Behaviour of toasts: docs/specification.md section 9. */
const DURATIONS_MS = { success: 2000, error: 4000, loading: Number.POSITIVE_INFINITY } as const;

const CLASSES = {
  success: "toast toast--success",
  error: "toast toast--error",
  loading: "toast toast--pending",
} as const;

/**
 * The region is in the page before the first toast, because screen readers announce only text that is added to a live
 * region.
 */
export function ToastRegion() {
  const toasts = useToasts();
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  // If a toast ends under the pointer, as « Chargement » does, no `mouseleave` event follows.
  if (isHeld && toasts.length === 0) release();
  if (!useHydrated()) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing a toast only makes it stay longer
    <div
      className="toasts"
      aria-live="polite"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {toasts.map(({ id, request }) => (
        <TimedToast key={id} request={request} isHeld={isHeld} onEnd={() => removeToast(id)} onClose={release} />
      ))}
    </div>
  );
}

type TimedToastProps = {
  request: ToastRequest;
  /** Stops the timers of all toasts. */
  isHeld: boolean;
  onEnd: () => void;
  /** Browsers fire no `blur` event for a button that is removed. */
  onClose: () => void;
};

function TimedToast({ request, isHeld, onEnd, onClose }: TimedToastProps) {
  const { type, text } = request;
  const left = useRef({ request, ms: DURATIONS_MS[type] as number });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (left.current.request !== request) left.current = { request, ms: DURATIONS_MS[request.type] };
    const { ms } = left.current;
    if (isHeld || ms === Number.POSITIVE_INFINITY) return;
    const began = performance.now();
    const timer = setTimeout(() => end(), ms);
    return () => {
      clearTimeout(timer);
      left.current.ms = ms - (performance.now() - began);
    };
  }, [request, isHeld]);
  return (
    <div className={CLASSES[type]} style={"fixed" in request ? { animation: "none" } : undefined}>
      <ToastIcon kind={type} />
      <span>
        {text}
        {"undo" in request && request.undo && <ToastUndo undo={request.undo} />}
      </span>
      {type !== "loading" && (
        <button
          type="button"
          aria-label="Masquer l’avis"
          onClick={() => {
            onClose();
            onEnd();
          }}
        >
          ×
        </button>
      )}
    </div>
  );
}

/** Shows the kind of the toast without relying on colour. */
const ToastIcon = ({ kind }: { kind: ToastRequest["type"] }) => (
  <i aria-hidden="true">
    {kind === "loading" && <img src={signe} width="64" height="64" alt="" />}
    {kind === "error" && <Triangle />}
    {kind === "success" && <Tick />}
  </i>
);

/**
 * Without JavaScript, the toast is part of the page.
 * @param toast must be a new object to show the same text again
 */
export function AnnouncedToast({ toast }: { toast: Toast | null | undefined }) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (toast) showToast(toast, toast.id);
  }, [toast]);
  if (!toast || hydrated) return null;
  return (
    <div className="toasts">
      <p className={`${CLASSES[toast.type]} toast--sticky`} role={toast.type === "error" ? "alert" : "status"}>
        <ToastIcon kind={toast.type} />
        <span>{toast.text}</span>
      </p>
    </div>
  );
}
