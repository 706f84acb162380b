/**
 * The script of the planning: the ways into an agenda, and « Partager », which opens the telephone's own sheet; where
 * there is none, it copies the address and says so; where that is refused, it shows the address, selected. Listens before
 * React does, which leaves alone what was prevented.
 */
import { androidFirst } from "./agenda.ts";
import { copierAuClic, REFUSED } from "./copier.ts";

androidFirst();
copierAuClic();

const COPIED = "Adresse copiée\u00a0: il ne reste qu’à la coller.";

/** @returns a field with the address in it, for whoever copies by hand */
function fieldWith(url: string): HTMLInputElement {
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = url;
  field.setAttribute("aria-label", "Adresse à copier");
  return field;
}

async function copy(url: string, status: Element | null): Promise<void> {
  // Emptied first: the same sentence twice would be announced once.
  status?.replaceChildren();
  try {
    await navigator.clipboard.writeText(url);
    status?.append(COPIED);
  } catch {
    const field = fieldWith(url);
    status?.append(`${REFUSED} Voici l’adresse, à copier à la main.`, field);
    field.select();
  }
}

document.addEventListener(
  "click",
  async (evenement) => {
    const lien = evenement.target instanceof Element && evenement.target.closest<HTMLAnchorElement>("a[data-partage]");
    if (!lien || evenement.ctrlKey || evenement.metaKey) return;
    evenement.preventDefault();
    const status = lien.parentElement?.querySelector("[data-partage-dit]") ?? null;
    if (!navigator.share) return copy(lien.href, status);
    await navigator.share({ title: lien.dataset.partage ?? "", url: lien.href }).catch((refus: unknown) => {
      const renonce = refus instanceof DOMException && refus.name === "AbortError";
      return renonce ? undefined : copy(lien.href, status);
    });
  },
  { capture: true },
);
