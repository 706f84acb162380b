/** Makes download links `a[data-share-file]` open the share sheet with the PDF, on phones whose apps can take it. */
export function enableFileSharing(): void {
  const probe = [new File([""], "a.pdf", { type: "application/pdf" })];
  if (!navigator.canShare?.({ files: probe }) || !matchMedia("(pointer: coarse)").matches) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share-file]")) {
    let files: File[] | null = null;
    link.textContent = link.dataset.shareFile ?? "";
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        // Kept for the next tap: the browser's permission to share may end before the file is here.
        files ??= [new File([await (await fetch(link.href)).blob()], "facture.pdf", { type: "application/pdf" })];
        await navigator.share({ files });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(link.href);
      }
    });
  }
}
