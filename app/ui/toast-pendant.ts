import { useEffect } from "react";
import { toast } from "react-hot-toast/headless";

/** Shows a loading toast as long as something is on its way (SPEC.md section 4). @param id one toast per form */
export function useToastPendant(id: string, texte: string, enCours: boolean): void {
  useEffect(() => {
    if (!enCours) return;
    toast.loading(texte, { id });
    return () => toast.remove(id);
  }, [enCours, texte, id]);
}
