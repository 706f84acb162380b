/**
 * Toasts that are asked for. The library that shows them comes with the first one: most visitors never see any.
 * Where it cannot be had (the network is gone), the last toast is shown plainly.
 */
import { useSyncExternalStore } from "react";
import type { Avis } from "#app/avis-codes.ts";
import { TOAST_DURATIONS_MS } from "./toast-durations.ts";

type Demande = Avis | { readonly type: "loading"; readonly texte: string };

export const chargerLesToasts = () => import("./toasts.tsx");

let derniere: Demande | null = null;
const abonnes = new Set<() => void>();

function noter(demande: Demande | null): void {
  derniere = demande;
  for (const abonne of abonnes) abonne();
}

function abonner(abonne: () => void): () => void {
  abonnes.add(abonne);
  return () => abonnes.delete(abonne);
}

/** @returns the toast that was asked for last; null: none yet */
export const useDernierToast = (): Demande | null =>
  useSyncExternalStore(
    abonner,
    () => derniere,
    () => null,
  );

/** Shows a toast. @param id the toast whose place it takes */
export async function montrer(demande: Demande, id?: string): Promise<void> {
  noter(demande);
  const toasts = await chargerLesToasts().catch(() => null);
  toasts?.toast[demande.type](demande.texte, { id, duration: TOAST_DURATIONS_MS[demande.type] });
}

/** Takes a toast away. @param id as it was shown */
export async function retirer(id: string): Promise<void> {
  const toasts = await chargerLesToasts().catch(() => null);
  toasts?.toast.remove(id);
}
