/** Script of the planning: subscribing, copying and sharing. */
import { COPY_REFUSED, enableCopyButtons } from "./copy-button.ts";

enableCopyButtons();
putAndroidCalendarFirst();

/** Android cannot open `webcal:` URLs. On a hydrated page, React sets the order. */
function putAndroidCalendarFirst(): void {
  if (!/Android/.test(navigator.userAgent) || "__reactRouterContext" in window) return;
  const options = [...document.querySelectorAll<HTMLElement>(".subscription > [data-android]")].reverse();
  options[0]?.parentElement?.prepend(...options);
  for (const option of options) option.setAttribute("open", "");
}

const COPIED = "Adresse copiée\u00a0: il ne reste qu’à la coller.";

function createAddressField(url: string): HTMLInputElement {
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = url;
  field.setAttribute("aria-label", "Adresse à copier");
  return field;
}

async function copy(url: string, status: Element | null): Promise<void> {
  // Clear the text: screen readers announce an unchanged text only once.
  status?.replaceChildren();
  try {
    await navigator.clipboard.writeText(url);
    status?.append(COPIED);
  } catch {
    const field = createAddressField(url);
    status?.append(`${COPY_REFUSED} Voici l’adresse, à copier à la main.`, field);
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
    await navigator.share({ title: link.dataset.share ?? "", url: link.href }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      return isCancelled ? undefined : copy(link.href, status);
    });
  },
  { capture: true },
);
