/**
 * Loads the toast library with the first toast, because most visitors never see a toast. If the library cannot be
 * loaded, `ToastZone` shows the last toast.
 */
import { useEffect, useSyncExternalStore } from "react";
import { useSending } from "#app/ui/form/use-sending.ts";
import type { ToastRequest } from "./toast-texts.ts";

export const loadToasts = () => import("./toasts.tsx");

let last: ToastRequest | null = null;
const subscribers = new Set<() => void>();

function setLastToast(requested: ToastRequest | null): void {
  last = requested;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const useLastToast = (): ToastRequest | null =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );

/** @param id toasts with the same id replace each other */
export async function showToast(requested: ToastRequest, id?: string): Promise<void> {
  setLastToast(requested);
  const toasts = await loadToasts().catch(() => null);
  toasts?.displayToast(requested, id);
}

async function dismissToast(id: string): Promise<void> {
  const toasts = await loadToasts().catch(() => null);
  toasts?.removeToast(id);
}

/** See docs/specification.md section 4. Returns whether a form is being sent. */
export function useLoadingToast(id: string, text = "Mise à jour en cours..."): boolean {
  const pending = useSending();
  useEffect(() => {
    if (!pending) return;
    void showToast({ type: "loading", text }, id);
    return () => void dismissToast(id);
  }, [pending, text, id]);
  return pending;
}
