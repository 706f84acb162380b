import { useRef, useState } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

/**
 * If the browser refuses to copy, selects the text.
 * @returns true if the text was copied
 */
async function copyText(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

/** `ref` is for the element with the text. */
export function useCopyToClipboard() {
  const ref = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<"no" | "yes" | "by-hand">("no");
  const copy = async () => ref.current && setCopied((await copyText(ref.current)) ? "yes" : "by-hand");
  return { ref, copied, copy };
}

type Props = {
  address: string;
  /** Title of the shared link. Absent: the link is for this person only, and cannot be shared. */
  title?: string;
};

export function CopyableUrl({ address, title }: Props) {
  const { ref, copied, copy } = useCopyToClipboard();
  const hydrated = useHydrated();
  const share = () =>
    navigator
      .share({ title: title ?? "", url: address })
      .catch((error: unknown) => (error instanceof DOMException && error.name === "AbortError" ? undefined : copy()));
  return (
    <>
      <code ref={ref}>{address}</code>
      {hydrated && (
        <div className="row">
          <button className="btn btn--small btn--neige" type="button" onClick={copy}>
            {copied === "yes" ? "Lien copié" : "Copier le lien"}
          </button>
          {title && "share" in navigator && (
            <button className="btn btn--small btn--neige" type="button" onClick={share}>
              Partager
            </button>
          )}
        </div>
      )}
      <p className={copied === "by-hand" ? undefined : "sr-only"} role="status">
        {copied === "yes" && "Lien copié"}
        {copied === "by-hand" && "Le lien est sélectionné\u00a0: copiez-le vous-même."}
      </p>
    </>
  );
}
