import { AvisDEchec } from "./avis-d-echec.tsx";
import { useEnLigne } from "./en-ligne.ts";

const HORS_LIGNE =
  "Vous êtes hors ligne. Tout est resté en place, et rien ne partira sans vous\u00a0: recommencez dès que le réseau est revenu.";

/**
 * Says that something did not reach the site or failed there. Whoever is offline is told that instead, until the
 * network is back: it is the person who sends again, never the page.
 */
export function AvisDePanne({ titre, texte }: { titre: string; texte: string }) {
  return <AvisDEchec titre={titre} texte={useEnLigne() ? texte : HORS_LIGNE} />;
}
