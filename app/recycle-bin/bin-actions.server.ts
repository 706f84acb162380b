/** The action of the recycle bin: bringing something back, or erasing it for good. */
import { redirectDocument } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast, withToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { findPlanningPage } from "#app/ui/cards/planning-page.server.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { mailIdOf } from "#usecases/inbox/mail-id.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { type Restoration, restore } from "#usecases/recycle-bin/restore.ts";

const FORM = {
  where: "recycle bin",
  fields: ["intention", "key"],
  choice: { field: "intention", among: ["restore", "erase"] },
};

export const binAction = (args: Args) =>
  handleForm(args, FORM, async ({ typed: { intention, key = "" } }) => {
    const { context } = args;
    const services = context.get(servicesContext);
    const by = actingPerson(context);
    if (intention === "erase") {
      const erased = await eraseForGood(services, key, by);
      return redirectWithToast(context, "/corbeille", erased ? "erased" : "bin-gone");
    }
    const restored = await restore(services, key, by);
    if (!restored) return redirectWithToast(context, "/corbeille", "bin-gone");
    // As a new document, with script too: the browser itself goes to what came back, and marks it.
    return redirectDocument(await placeOf(context, restored), await withToast(context, `${restored.kind}-restored`));
  });

/** @returns the address of what came back, on the page where it stands */
async function placeOf(context: Args["context"], { kind, id }: Restoration): Promise<string> {
  if (kind === "membre") return `/comite#${encodeURIComponent(id)}`;
  if (kind === "evenement") return `${await findPlanningPage(context, id)}#${encodeURIComponent(id)}`;
  return `/${kind}s?courrier=${await mailIdOf(id)}`;
}
