/**
 * Turns a download link `a[data-share-file]` into a button for the share sheet, on phones that share files: the app of a
 * bank takes the PDF. If the file comes too late for the browser's permission, the next tap shares it.
 */
export function enableFileSharing(): void {
  const probe = [new File([""], "a.pdf", { type: "application/pdf" })];
  if (!navigator.canShare?.({ files: probe }) || !matchMedia("(pointer: coarse)").matches) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share-file]")) {
    let files: File[] | null = null;
    link.textContent = link.dataset.shareFile ?? "";
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        files ??= [await load(link)];
        await navigator.share({ files });
      } catch (error) {
        const name = error instanceof DOMException ? error.name : "";
        const said = link.parentElement?.querySelector<HTMLElement>("[data-share-said]");
        if (name === "NotAllowedError" && said) said.textContent = said.dataset.shareSaid ?? "";
        else if (name !== "AbortError") location.assign(link.href);
      }
    });
  }
}

async function load({ href, dataset }: HTMLAnchorElement): Promise<File> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(String(response.status));
  return new File([await response.blob()], dataset.fileName ?? "", { type: "application/pdf" });
}
