import { useEffect } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import type { Avis } from "#app/avis-codes.ts";
import signe from "#app/images/signe.svg";
import { useHydrate } from "./hydratation.ts";
import { Triangle, Vu } from "./pictogrammes.tsx";

const CLASSE = {
  success: "toast toast--succes",
  error: "toast toast--erreur",
  loading: "toast toast--attente",
} as const;

type Forme = keyof typeof CLASSE;
const aUneForme = (type: string): type is Forme => type in CLASSE;

function Pictogramme({ forme }: { forme: Forme }) {
  return (
    <i aria-hidden="true">
      {forme === "loading" && <img src={signe} width="64" height="64" alt="" />}
      {forme === "error" && <Triangle />}
      {forme === "success" && <Vu />}
    </i>
  );
}

/** Where toasts appear, bottom centre. Durations and the limit of 20 are the library's own (SPEC.md section 9). */
export function ZoneDAvis() {
  const { toasts, handlers } = useToaster();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast under the pointer only stays longer
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts
        .filter(({ visible }) => visible)
        .map(({ id, type, message, ariaProps }) => (
          <p key={id} className={aUneForme(type) ? CLASSE[type] : "toast"} {...ariaProps}>
            {aUneForme(type) && <Pictogramme forme={type} />}
            <span>{String(message)}</span>
          </p>
        ))}
    </div>
  );
}

/**
 * Announces one toast that came with the page: part of the page without JavaScript, handed to the zone with it.
 * @param avis a new object for each announcement, or null for none
 */
export function Annonce({ avis }: { avis: Avis | null | undefined }) {
  const hydrate = useHydrate();
  useEffect(() => {
    if (avis) toast[avis.type](avis.texte);
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
