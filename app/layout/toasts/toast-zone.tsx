import { lazy, Suspense, useEffect, useState } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { loadToasts, showToast, useLastToast } from "./show-toast.ts";
import { ERROR_TOAST_MS, TOAST_CLASSES, ToastIcon, type ToastKind } from "./toast-kind.tsx";
import type { Toast } from "./toast-texts.ts";

function PlainToast({ type, text, fixed }: { type: ToastKind; text: string; fixed?: boolean }) {
  return (
    <div className="toasts">
      <p
        className={`${TOAST_CLASSES[type]}${fixed ? " toast--sticky" : ""}`}
        role={type === "error" ? "alert" : "status"}
      >
        <ToastIcon kind={type} />
        <span>{text}</span>
      </p>
    </div>
  );
}

function LastToast() {
  const last = useLastToast();
  const [expired, setExpired] = useState<typeof last>(null);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(last), ERROR_TOAST_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last && last !== expired && last.type !== "loading" && <PlainToast {...last} />;
}

const Toasts = lazy(() =>
  loadToasts().then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: LastToast }),
  ),
);

export function ToastZone() {
  const last = useLastToast();
  if (!last) return null;
  return (
    <Suspense fallback={"fixed" in last && <PlainToast {...last} />}>
      <Toasts />
    </Suspense>
  );
}

/**
 * Without JavaScript, the toast is part of the page.
 * @param toast must be a new object to show the same text again
 * @param id a new toast replaces a toast with the same id
 */
export function AnnouncedToast({ toast, id }: { toast: Toast | null | undefined; id?: string }) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (toast) void showToast(toast, id);
  }, [toast, id]);
  return toast && !hydrated && <PlainToast {...toast} fixed />;
}
