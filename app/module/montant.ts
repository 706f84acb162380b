/**
 * Another amount on the QR-bill without leaving the place: the parts that differ are taken from the page that the link
 * or the form leads to. Where that fails, the browser goes to that page.
 */
const PARTIES = ["choix", "champ", "bulletin", "fichiers"] as const;

let derniere = 0;

/** Puts the parts of another page in place of those of this one. */
function reprendre(autre: Document): void {
  const refuse = autre.querySelector("[data-qr=champ] [aria-invalid]") !== null;
  const ici = document.activeElement?.closest("[data-qr=choix] a")?.getAttribute("href");
  // A refused amount leaves the bill as it is.
  for (const nom of refuse ? ["champ"] : PARTIES) {
    const partie = autre.querySelector(`[data-qr=${nom}]`);
    if (partie) document.querySelector(`[data-qr=${nom}]`)?.replaceWith(partie);
  }
  if (refuse) document.querySelector<HTMLElement>("[data-qr=champ] input")?.focus();
  else if (ici) document.querySelector<HTMLElement>(`[data-qr=choix] a[href="${ici}"]`)?.focus({ preventScroll: true });
  const legende = document.querySelector("[data-qr-legende]");
  if (legende && !refuse) legende.textContent = autre.querySelector("[data-qr-legende]")?.textContent ?? "";
}

async function aller(adresse: string): Promise<void> {
  const moi = ++derniere;
  try {
    const reponse = await fetch(adresse);
    const autre = new DOMParser().parseFromString(await reponse.text(), "text/html");
    if (moi !== derniere) return;
    if (!autre.querySelector("[data-qr=bulletin]")) throw new Error("no bill");
    reprendre(autre);
  } catch {
    location.assign(adresse);
  }
}

export function changerLeMontant(): void {
  // A page that React runs is React's: its links and its form load the other page.
  if ("__reactRouterContext" in window) return;
  const formulaire = document.querySelector<HTMLFormElement>("[data-qr-montant]");
  formulaire?.addEventListener("click", (evenement) => {
    const lien = evenement.target instanceof Element && evenement.target.closest("a");
    if (!lien || evenement.ctrlKey || evenement.metaKey || evenement.shiftKey) return;
    evenement.preventDefault();
    void aller(lien.href);
  });
  formulaire?.addEventListener("submit", (evenement) => {
    evenement.preventDefault();
    const adresse = new URL(formulaire.action);
    adresse.search = String(new URLSearchParams([...new FormData(formulaire)].map(([nom, v]) => [nom, String(v)])));
    void aller(adresse.href);
  });
}
