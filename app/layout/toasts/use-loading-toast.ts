import { useEffect } from "react";
import { dismissToast, showToast } from "./show-toast.ts";

/**
 * Shows a loading toast as long as something is on its way (docs/specification.md section 4). @param id one toast per
 * form
 */
export function useLoadingToast(id: string, text: string, pending: boolean): void {
  useEffect(() => {
    if (!pending) return;
    void showToast({ type: "loading", text }, id);
    return () => void dismissToast(id);
  }, [pending, text, id]);
}
