/**
 * The script of the planning: the ways into an agenda, and « Partager », which opens the telephone's own sheet; where
 * there is none, it copies the address and says so; where that is refused, it shows the address, selected. Listens before
 * React does, which leaves alone what was prevented.
 */
import { putAndroidCalendarFirst } from "./android-calendar.ts";
import { copyOnClick, REFUSED } from "./copy-button.ts";

putAndroidCalendarFirst();
copyOnClick();

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
  async (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-share]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const status = link.parentElement?.querySelector("[data-share-said]") ?? null;
    if (!navigator.share) return copy(link.href, status);
    await navigator.share({ title: link.dataset.share ?? "", url: link.href }).catch((refusal: unknown) => {
      const givenUp = refusal instanceof DOMException && refusal.name === "AbortError";
      return givenUp ? undefined : copy(link.href, status);
    });
  },
  { capture: true },
);
