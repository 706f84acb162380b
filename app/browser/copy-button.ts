export const COPY_REFUSED_SENTENCE = "La copie n’est pas permise ici.";

export function enableCopyButtons(): void {
  if (!navigator.clipboard) return;
  addClassToRoot("can-copy");
  document.addEventListener("click", async (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const announcement = button?.closest("div")?.querySelector<HTMLElement>("[data-copied]");
    // Two scripts of a page may listen, after client-side navigation.
    if (!button || !announcement || event.defaultPrevented) return;
    event.preventDefault();
    // Clear the text: screen readers announce an unchanged text only once.
    announcement.textContent = "";
    announcement.textContent = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
      () => announcement.dataset.copied ?? "",
      () => `${COPY_REFUSED_SENTENCE} ${announcement.dataset.refused}`,
    );
  });
}

/** The scripts of pages are `async`: they may run before the page is parsed. */
export function whenPageParsed(act: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", act);
  else act();
}

/** Waits for `load`: a class that is set before React hydrates the page would be a hydration mismatch. */
export function addClassToRoot(name: "can-copy" | "can-share"): void {
  const mark = () => document.documentElement.classList.add(name);
  if (document.readyState === "complete") mark();
  else addEventListener("load", mark);
}
