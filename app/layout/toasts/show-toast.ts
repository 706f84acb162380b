/**
 * Toasts that are asked for. The library that shows them comes with the first one: most visitors never see any.
 * Where it cannot be had (the network is gone), the last toast is shown plainly.
 */
import { useSyncExternalStore } from "react";
import type { ToastRequest } from "./toast-texts.ts";

export const loadToasts = () => import("./toasts.tsx");

let last: ToastRequest | null = null;
const subscribers = new Set<() => void>();

function noteWait(requested: ToastRequest | null): void {
  last = requested;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** @returns the toast that was asked for last; null: none yet */
export const useLastToast = (): ToastRequest | null =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );

/** Shows a toast. @param id the toast whose place it takes */
export async function showToast(requested: ToastRequest, id?: string): Promise<void> {
  noteWait(requested);
  const toasts = await loadToasts().catch(() => null);
  toasts?.displayToast(requested, id);
}

/** Takes a toast away. @param id as it was shown */
export async function dismissToast(id: string): Promise<void> {
  const toasts = await loadToasts().catch(() => null);
  toasts?.remove(id);
}
