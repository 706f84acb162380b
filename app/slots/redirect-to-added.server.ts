import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { planUrl } from "#app/ui/event-url.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { ADDED } from "./plan-view.server.ts";

/** Redirects to the plan, which offers to undo the addition. @param addedAt null if all slots were there before */
export const redirectToAdded = (context: Args["context"], { id }: { readonly id: string }, addedAt: string | null) =>
  addedAt === null
    ? redirectWithToast(context, planUrl(id), "slots-same")
    : redirectWithToast(context, `${planUrl(id)}?${new URLSearchParams({ [ADDED]: addedAt })}`, "slots-added");
