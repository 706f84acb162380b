/**
 * Script of the donations page and of members' own pages: copying, sharing a bill, and changing the amount without a
 * page load. Fetches the page of the new amount and replaces the parts that depend on it. When this fails, the browser
 * opens the new page.
 */
import { enableCopyButtons } from "./copy-button.ts";

const PARTS = ["choice", "field", "slip", "files"] as const;

let lastRequest = 0;

enableCopyButtons();
enableFileSharing();
enableAmountChoice();

function replaceParts(other: Document): void {
  const isRefused = other.querySelector("[data-qr=field] [aria-invalid]") !== null;
  const focusedLink = document.activeElement?.closest("[data-qr=choice] a")?.getAttribute("href");
  // When the amount is refused, replace only the field, which shows the error; the bill stays.
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
  // On a hydrated page, do nothing: React Router's links and form change the amount there.
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

/** Makes download links `a[data-share-file]` open the share sheet with the PDF, on phones that can share PDF files. */
function enableFileSharing(): void {
  const probe = [new File([""], "a.pdf", { type: "application/pdf" })];
  if (!navigator.canShare?.({ files: probe }) || !matchMedia("(pointer: coarse)").matches) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share-file]")) {
    let files: File[] | null = null;
    link.textContent = link.dataset.shareFile ?? "";
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        // Keep the file for a second tap: the browser's permission to share may expire during the download.
        files ??= [new File([await (await fetch(link.href)).blob()], "facture.pdf", { type: "application/pdf" })];
        await navigator.share({ files });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(link.href);
      }
    });
  }
}
