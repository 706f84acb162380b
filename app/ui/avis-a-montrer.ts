/**
 * Toasts that are asked for. The library, and the zone that shows them, come with the first one: most visitors
 * never see any.
 */
import { useSyncExternalStore } from "react";
import type { Avis } from "#app/avis-codes.ts";

type Demande = Avis | { readonly type: "loading"; readonly texte: string };

/** Fetched ahead where a toast may have to be shown although the network is gone. */
export const chargerLesToasts = () => import("./toasts.tsx");

let demande = false;
const abonnes = new Set<() => void>();

function abonner(abonne: () => void): () => void {
  abonnes.add(abonne);
  return () => abonnes.delete(abonne);
}

/** @returns whether a toast was ever asked for */
export const useToastDemande = (): boolean =>
  useSyncExternalStore(
    abonner,
    () => demande,
    () => false,
  );

/** Shows a toast; where the library cannot be had, what the page says itself must do. @param id one toast at a time */
export async function montrer({ type, texte }: Demande, id?: string): Promise<void> {
  demande = true;
  for (const abonne of abonnes) abonne();
  const toasts = await chargerLesToasts().catch(() => null);
  toasts?.toast[type](texte, { id });
}

export async function retirer(id: string): Promise<void> {
  const toasts = await chargerLesToasts().catch(() => null);
  toasts?.toast.remove(id);
}
