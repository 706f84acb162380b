import { lazy, Suspense, useEffect } from "react";
import type { Avis } from "#app/avis-codes.ts";
import { chargerLesToasts, montrer, useToastDemande } from "./avis-a-montrer.ts";
import { CLASSE, Pictogramme } from "./forme-toast.tsx";
import { useHydrate } from "./hydratation.ts";

const Toasts = lazy(async () => ({ default: (await chargerLesToasts()).Toasts }));

/**
 * Where toasts appear, once there is one.
 * @param attendu whether one may be needed when the network is gone
 */
export function ZoneDAvis({ attendu }: { attendu: boolean }) {
  const demande = useToastDemande();
  useEffect(() => {
    if (attendu) chargerLesToasts().catch(() => {});
  }, [attendu]);
  if (!demande) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

/**
 * Announces one toast that came with the page: part of the page without JavaScript, handed to the zone with it.
 * @param avis a new object for each announcement, or null for none
 */
export function Annonce({ avis }: { avis: Avis | null | undefined }) {
  const hydrate = useHydrate();
  useEffect(() => {
    if (avis) void montrer(avis);
  }, [avis]);
  if (!avis || hydrate) return null;
  return (
    <div className="toasts">
      <p className={`${CLASSE[avis.type]} toast--fixe`} role={avis.type === "error" ? "alert" : "status"}>
        <Pictogramme forme={avis.type} />
        <span>{avis.texte}</span>
      </p>
    </div>
  );
}
