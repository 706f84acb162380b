/** Script of pages to share, and of the planning: sharing, copying, subscribing. */
import { COPY_REFUSED_SENTENCE, enableCopyButtons, whenPageParsed } from "./copy-button.ts";

enableCopyButtons();
whenPageParsed(putAndroidCalendarFirst);

/** Android cannot open `webcal:` URLs. On a hydrated page, React sets the order. */
function putAndroidCalendarFirst(): void {
  if (!/Android/.test(navigator.userAgent) || "__reactRouterContext" in window) return;
  const options = [...document.querySelectorAll<HTMLElement>(".subscription > [data-android]")].reverse();
  options[0]?.parentElement?.prepend(...options);
  for (const option of options) option.setAttribute("open", "");
}

/** `text`: of a message for a group chat; empty if only the page is shared. */
type Shared = { readonly title: string; readonly text: string; readonly url: string };

/** The user closed the share sheet, or a second tap found it open. */
const SHEET_IS_ENOUGH = ["AbortError", "InvalidStateError"];

document.addEventListener(
  "click",
  async (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-share]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { share: title = "", shareText: text = "", shareUrl: url = link.href } = link.dataset;
    const shared = { title, text, url };
    const status = link.parentElement?.querySelector("[data-share-said]") ?? null;
    if (!navigator.share) return copy(shared, link, status);
    await navigator.share(text ? shared : { title, url }).catch((error: unknown) => {
      const isOver = error instanceof DOMException && SHEET_IS_ENOUGH.includes(error.name);
      return isOver ? undefined : copy(shared, link, status);
    });
  },
  { capture: true },
);

async function copy({ text, url }: Shared, link: HTMLAnchorElement, status: Element | null): Promise<void> {
  const copied = text ? `${text}\n${url}` : url;
  // Clear the text: screen readers announce an unchanged text only once.
  status?.replaceChildren();
  try {
    await navigator.clipboard.writeText(copied);
    status?.append(
      text ? "Message copié\u00a0: il ne reste qu’à le coller." : "Adresse copiée\u00a0: il ne reste qu’à la coller.",
    );
  } catch {
    const field = createField(copied, text ? "Message à copier" : "Adresse à copier");
    status?.append(
      `${COPY_REFUSED_SENTENCE} ${text ? "Voici le message" : "Voici l’adresse"}, à copier à la main.`,
      field,
    );
    field.select();
  }
  if (text) status?.append(" ", createWhatsAppLink(link.href));
}

function createField(copied: string, label: string): HTMLInputElement | HTMLTextAreaElement {
  const lines = copied.split("\n").length;
  const field = document.createElement(lines > 1 ? "textarea" : "input");
  if (field instanceof HTMLTextAreaElement) field.rows = lines + 1;
  field.readOnly = true;
  field.value = copied;
  field.setAttribute("aria-label", label);
  return field;
}

function createWhatsAppLink(href: string): HTMLAnchorElement {
  const link = document.createElement("a");
  Object.assign(link, { href, target: "_blank", rel: "noreferrer", textContent: "Ouvrir WhatsApp" });
  link.className = "strong-link";
  return link;
}
