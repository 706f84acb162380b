import { lazy, Suspense, useEffect, useState } from "react";
import type { Avis } from "#app/avis-codes.ts";
import { chargerLesToasts, montrer, useDernierToast } from "./avis-a-montrer.ts";
import { CLASSE, type Forme, Pictogramme } from "./forme-toast.tsx";
import { useHydrate } from "./hydratation.ts";
import { TOAST_DURATIONS_MS } from "./toast-durations.ts";

function ToastSimple({ type, texte, fixe }: { type: Forme; texte: string; fixe?: boolean }) {
  return (
    <div className="toasts">
      <p className={fixe ? `${CLASSE[type]} toast--fixe` : CLASSE[type]} role={type === "error" ? "alert" : "status"}>
        <Pictogramme forme={type} />
        <span>{texte}</span>
      </p>
    </div>
  );
}

/** Stands in for the library: the last toast, until the next or for as long as errors stay (SPEC.md section 9). */
function ToastSansBibliotheque() {
  const dernier = useDernierToast();
  const [passe, setPasse] = useState<typeof dernier>(null);
  useEffect(() => {
    const minuterie = setTimeout(() => setPasse(dernier), TOAST_DURATIONS_MS.error);
    return () => clearTimeout(minuterie);
  }, [dernier]);
  return dernier && dernier !== passe && dernier.type !== "loading" && <ToastSimple {...dernier} />;
}

const Toasts = lazy(() =>
  chargerLesToasts().then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: ToastSansBibliotheque }),
  ),
);

/** Where toasts appear, once there is one. */
export function ZoneDAvis() {
  if (!useDernierToast()) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

/**
 * Announces one toast that came with the page: part of the page without JavaScript, handed to the zone with it.
 * @param avis a new object for each announcement, or null for none
 * @param id of toasts of which one stands at a time: the next one takes its place
 */
export function Annonce({ avis, id }: { avis: Avis | null | undefined; id?: string }) {
  const hydrate = useHydrate();
  useEffect(() => {
    if (avis) void montrer(avis, id);
  }, [avis, id]);
  return avis && !hydrate && <ToastSimple {...avis} fixe />;
}
