/**
 * The script of the planning: the ways into an agenda, and « Partager », which opens the telephone's own sheet where there
 * is one; everywhere else its link opens the event's page. Listens before React does, which leaves alone what was prevented.
 */
import { androidFirst } from "./agenda.ts";
import { copierAuClic } from "./copier.ts";

androidFirst();
copierAuClic();

document.addEventListener(
  "click",
  (evenement) => {
    const lien = evenement.target instanceof Element && evenement.target.closest<HTMLAnchorElement>("a[data-partage]");
    if (!lien || !navigator.share || evenement.ctrlKey || evenement.metaKey) return;
    evenement.preventDefault();
    navigator.share({ title: lien.dataset.partage ?? "", url: lien.href }).catch((refus: unknown) => {
      const renonce = refus instanceof DOMException && refus.name === "AbortError";
      if (!renonce) location.assign(lien.href);
    });
  },
  { capture: true },
);
