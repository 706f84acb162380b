import { lazy, Suspense, useEffect, useState } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { loadToasts, showToast, useLastToast } from "./show-toast.ts";
import { ERROR_TOAST_MS } from "./toast-durations.ts";
import { CLASSES, KindIcon, type ToastKind } from "./toast-kind.tsx";
import type { Toast } from "./toast-texts.ts";

function PlainToast({ type, text, fixed }: { type: ToastKind; text: string; fixed?: boolean }) {
  return (
    <div className="toasts">
      <p
        className={fixed ? `${CLASSES[type]} toast--sticky` : CLASSES[type]}
        role={type === "error" ? "alert" : "status"}
      >
        <KindIcon form={type} />
        <span>{text}</span>
      </p>
    </div>
  );
}

/**
 * Stands in for the library: the last toast, until the next or for as long as errors stay (docs/specification.md
 * section 9).
 */
function LastToast() {
  const last = useLastToast();
  const [past, setPast] = useState<typeof last>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPast(last), ERROR_TOAST_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last && last !== past && last.type !== "loading" && <PlainToast {...last} />;
}

const Toasts = lazy(() =>
  loadToasts().then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: LastToast }),
  ),
);

/** Where toasts appear, once there is one. */
export function ToastZone() {
  if (!useLastToast()) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

/**
 * Announces one toast that came with the page: part of the page without JavaScript, handed to the zone with it.
 * @param toast a new object for each announcement, or null for none
 * @param id of toasts of which one stands at a time: the next one takes its place
 */
export function AnnouncedToast({ toast, id }: { toast: Toast | null | undefined; id?: string }) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (toast) void showToast(toast, id);
  }, [toast, id]);
  return toast && !hydrated && <PlainToast {...toast} fixed />;
}
