/** « Copier »: a button that shows only where it can work, and says what became of it: `data-copie` and `data-refus` have the words. */
/** Begins the sentence that says how to copy by hand. */
export const REFUSED = "La copie n’est pas permise ici.";

export function copierAuClic(): void {
  if (!navigator.clipboard) return;
  // Once the page is there: the class is not React's, which may be about to take the page over.
  const montrer = () => document.documentElement.classList.add("peut-copier");
  if (document.readyState === "complete") montrer();
  else addEventListener("load", montrer);
  document.addEventListener("click", async ({ target }) => {
    const bouton = target instanceof Element ? target.closest<HTMLElement>("[data-copier]") : null;
    const annonce = bouton?.parentElement?.querySelector<HTMLElement>("[data-copie]");
    if (!bouton || !annonce) return;
    // Emptied first: the same sentence twice would be announced once.
    annonce.textContent = "";
    annonce.textContent = await navigator.clipboard.writeText(bouton.dataset.copier ?? "").then(
      () => annonce.dataset.copie ?? "",
      () => `${REFUSED} ${annonce.dataset.refus}`,
    );
  });
}
