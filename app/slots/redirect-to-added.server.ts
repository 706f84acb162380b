import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { ADDED_AT_PARAM } from "./plan-view.server.ts";

/** Redirects to the plan, which offers to undo the addition. @param addedAt null if all slots were there before */
export const redirectToAddedSlots = (
  context: FormRequestArgs["context"],
  { id }: { readonly id: string },
  addedAt: string | null,
) =>
  addedAt === null
    ? redirectWithToast(context, slotPlanUrl(id), "slots-same")
    : redirectWithToast(
        context,
        `${slotPlanUrl(id)}?${new URLSearchParams({ [ADDED_AT_PARAM]: addedAt })}`,
        "slots-added",
      );
