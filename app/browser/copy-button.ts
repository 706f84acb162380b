/** « Copier »: a button that shows only where it can work, and says what became of it: `data-copied` and `data-refused` have the words. */
/** Begins the sentence that says how to copy by hand. */
export const REFUSED = "La copie n’est pas permise ici.";

export function copyOnClick(): void {
  if (!navigator.clipboard) return;
  // Once the page is there: the class is not React's, which may be about to take the page over.
  const show = () => document.documentElement.classList.add("can-copy");
  if (document.readyState === "complete") show();
  else addEventListener("load", show);
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const announcement = button?.parentElement?.querySelector<HTMLElement>("[data-copied]");
    if (!button || !announcement) return;
    // Emptied first: the same sentence twice would be announced once.
    announcement.textContent = "";
    announcement.textContent = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
      () => announcement.dataset.copied ?? "",
      () => `${REFUSED} ${announcement.dataset.refused}`,
    );
  });
}
