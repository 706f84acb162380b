/** Script of the pages with a bill: copies, shares the PDF, and changes the amount of a donation without a page load. */
import { addClassToRoot, enableCopyButtons, whenPageParsed } from "./copy-button.ts";

const PARTS = ["choice", "field", "payment", "slip"] as const;

let lastRequest = 0;

enableCopyButtons();
enableFileSharing();
whenPageParsed(enableAmountChoice);

function replaceParts(other: Document): void {
  const isRefused = other.querySelector("[data-qr=field] [aria-invalid]") !== null;
  const focusedLink = document.activeElement?.closest("[data-qr=choice] a")?.getAttribute("href");
  // If the amount is refused, the bill stays. Only the field changes, to show the error.
  for (const name of isRefused ? ["field"] : PARTS) {
    const part = other.querySelector(`[data-qr=${name}]`);
    if (part) document.querySelector(`[data-qr=${name}]`)?.replaceWith(part);
  }
  if (isRefused) document.querySelector<HTMLElement>("[data-qr=field] input")?.focus();
  else if (focusedLink)
    document.querySelector<HTMLElement>(`[data-qr=choice] a[href="${focusedLink}"]`)?.focus({ preventScroll: true });
  const caption = document.querySelector("[data-qr-caption]");
  if (caption && !isRefused) caption.textContent = other.querySelector("[data-qr-caption]")?.textContent ?? "";
}

async function showAmount(address: string): Promise<void> {
  const request = ++lastRequest;
  try {
    const response = await fetch(address);
    const other = new DOMParser().parseFromString(await response.text(), "text/html");
    if (request !== lastRequest) return;
    if (!other.querySelector("[data-qr=slip]")) throw new Error("no bill");
    replaceParts(other);
  } catch {
    location.assign(address);
  }
}

function enableAmountChoice(): void {
  // On a hydrated page, React Router changes the amount.
  if ("__reactRouterContext" in window) return;
  const form = document.querySelector<HTMLFormElement>("[data-qr-amount]");
  form?.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showAmount(link.href);
  });
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL(form.action);
    address.search = String(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));
    void showAmount(address.href);
  });
}

/** On phones that can share PDF files, download links open the share sheet. */
function enableFileSharing(): void {
  const probe = [new File([""], "a.pdf", { type: "application/pdf" })];
  if (!navigator.canShare?.({ files: probe }) || !matchMedia("(pointer: coarse)").matches) return;
  addClassToRoot("can-share");
  // Keep the file for a second tap: the permission to share can expire during the download.
  const files = new Map<string, File>();
  document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-share-file]");
    if (!link) return;
    event.preventDefault();
    const { href } = link;
    try {
      const file = files.get(href) ?? (await readPdf(href));
      files.set(href, file);
      await navigator.share({ files: [file] });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(href);
    }
  });
}

async function readPdf(address: string): Promise<File> {
  const response = await fetch(address);
  if (!response.ok) throw new Error("no PDF");
  return new File([await response.blob()], "qr-facture.pdf", { type: "application/pdf" });
}
