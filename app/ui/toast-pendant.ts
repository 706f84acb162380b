import { useEffect } from "react";
import { montrer, retirer } from "./avis-a-montrer.ts";

/** Shows a loading toast as long as something is on its way (SPEC.md section 4). @param id one toast per form */
export function useToastPendant(id: string, texte: string, enCours: boolean): void {
  useEffect(() => {
    if (!enCours) return;
    void montrer({ type: "loading", texte }, id);
    return () => void retirer(id);
  }, [enCours, texte, id]);
}
