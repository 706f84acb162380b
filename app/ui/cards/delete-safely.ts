import { showToast } from "#app/layout/toasts/show-toast.ts";
import { DELETION_FAILED } from "#app/layout/toasts/toast-texts.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";

/** On a network error, the list stays and a toast tells that the deletion failed (docs/specification.md section 8). */
export function deleteSafely<T>(serverAction: () => Promise<T>) {
  return runSafely(async () => {
    try {
      return await serverAction();
    } catch (error) {
      if (!(error instanceof Response)) void showToast({ ...DELETION_FAILED });
      throw error;
    }
  });
}
