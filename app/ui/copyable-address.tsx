import { useRef, useState } from "react";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

/** Copies the text, or selects it when the browser refuses to copy. @returns whether the text was copied */
async function copyText(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

export function CopyableAddress({ address }: { address: string }) {
  const code = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const [copied, setCopied] = useState<"no" | "yes" | "by-hand">("no");
  return (
    <>
      <code ref={code}>{address}</code>
      {hydrated && (
        <button
          className="btn btn--small btn--neige"
          type="button"
          onClick={async () => code.current && setCopied((await copyText(code.current)) ? "yes" : "by-hand")}
        >
          {copied === "yes" ? "Lien copié" : "Copier le lien"}
        </button>
      )}
      <p className={copied === "by-hand" ? undefined : "sr-only"} role="status">
        {copied === "yes" && "Lien copié"}
        {copied === "by-hand" && "Le lien est sélectionné\u00a0: copiez-le vous-même."}
      </p>
    </>
  );
}
