import { useEffect, useSyncExternalStore } from "react";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import type { ToastRequest } from "./toast-texts.ts";

type ShownToast = { readonly id: string; readonly request: ToastRequest };

/** Limits of docs/specification.md section 9. */
const MAX_TOASTS = 20;

const NO_TOASTS: readonly ShownToast[] = [];
let toasts = NO_TOASTS;
let count = 0;
const subscribers = new Set<() => void>();

function setToasts(next: readonly ShownToast[]): void {
  toasts = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** @returns the visible toasts, newest first */
export const useToasts = (): readonly ShownToast[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NO_TOASTS,
  );

/** @param id toasts with the same id replace each other, in the same place */
export function showToast(request: ToastRequest, id = `toast ${++count}`): void {
  const isShown = toasts.some((shown) => shown.id === id);
  const next = isShown
    ? toasts.map((shown) => (shown.id === id ? { id, request } : shown))
    : [{ id, request }, ...toasts].slice(0, MAX_TOASTS);
  setToasts(next);
}

export const removeToast = (id: string): void => setToasts(toasts.filter((shown) => shown.id !== id));

/** Shows a toast while a form is being sent (docs/specification.md section 4). Returns whether one is being sent. */
export function useLoadingToast(id: string, text = "Mise à jour en cours..."): boolean {
  const pending = useIsSending();
  useEffect(() => {
    if (!pending) return;
    showToast({ type: "loading", text }, id);
    return () => removeToast(id);
  }, [pending, text, id]);
  return pending;
}
