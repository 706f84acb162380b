/**
 * Another amount on the QR-bill without leaving the place: the parts that differ are taken from the page that the link
 * or the form leads to. Where that fails, the browser goes to that page.
 */
const PARTS = ["choice", "field", "slip", "files"] as const;

let last = 0;

/** Puts the parts of another page in place of those of this one. */
function resume(other: Document): void {
  const refused = other.querySelector("[data-qr=field] [aria-invalid]") !== null;
  const here = document.activeElement?.closest("[data-qr=choice] a")?.getAttribute("href");
  // A refused amount leaves the bill as it is.
  for (const name of refused ? ["field"] : PARTS) {
    const part = other.querySelector(`[data-qr=${name}]`);
    if (part) document.querySelector(`[data-qr=${name}]`)?.replaceWith(part);
  }
  if (refused) document.querySelector<HTMLElement>("[data-qr=field] input")?.focus();
  else if (here)
    document.querySelector<HTMLElement>(`[data-qr=choice] a[href="${here}"]`)?.focus({ preventScroll: true });
  const caption = document.querySelector("[data-qr-caption]");
  if (caption && !refused) caption.textContent = other.querySelector("[data-qr-caption]")?.textContent ?? "";
}

async function go(address: string): Promise<void> {
  const me = ++last;
  try {
    const response = await fetch(address);
    const other = new DOMParser().parseFromString(await response.text(), "text/html");
    if (me !== last) return;
    if (!other.querySelector("[data-qr=slip]")) throw new Error("no bill");
    resume(other);
  } catch {
    location.assign(address);
  }
}

export function switchAmount(): void {
  // A page that React runs is React's: its links and its form load the other page.
  if ("__reactRouterContext" in window) return;
  const form = document.querySelector<HTMLFormElement>("[data-qr-amount]");
  form?.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void go(link.href);
  });
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL(form.action);
    address.search = String(new URLSearchParams([...new FormData(form)].map(([name, v]) => [name, String(v)])));
    void go(address.href);
  });
}
