import { SUPPRESSION_RATEE } from "./avis-codes.ts";
import { sansPanne } from "./sans-panne.ts";
import { montrer } from "./ui/avis-a-montrer.ts";

/** Calls an action that deletes a card; when nothing comes back, the list stays and a toast says so (SPEC.md section 8). */
export function effacerSansPanne<T>(serverAction: () => Promise<T>) {
  return sansPanne(async () => {
    try {
      return await serverAction();
    } catch (panne) {
      if (!(panne instanceof Response)) void montrer({ ...SUPPRESSION_RATEE });
      throw panne;
    }
  });
}
