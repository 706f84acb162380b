/**
 * Shows toasts. The toast library is loaded with the first toast, because most visitors never see one. If it cannot be
 * loaded, toast-zone.tsx shows the last toast without it.
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

/** @returns the last requested toast; null before the first one */
export const useLastToast = (): ToastRequest | null =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );

/** @param id identifies the toast, so that it can be replaced or dismissed later */
export async function showToast(requested: ToastRequest, id?: string): Promise<void> {
  setLastToast(requested);
  const toasts = await loadToasts().catch(() => null);
  toasts?.displayToast(requested, id);
}

async function dismissToast(id: string): Promise<void> {
  const toasts = await loadToasts().catch(() => null);
  toasts?.removeToast(id);
}

/**
 * Shows a loading toast while a form is being sent (docs/specification.md section 4).
 * @param id id of the toast, one per form
 * @returns whether a form is being sent
 */
export function useLoadingToast(id: string, text = "Mise à jour en cours..."): boolean {
  const pending = useSending();
  useEffect(() => {
    if (!pending) return;
    void showToast({ type: "loading", text }, id);
    return () => void dismissToast(id);
  }, [pending, text, id]);
  return pending;
}
