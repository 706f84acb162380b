import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";

import type { FieldErrors } from "#domain/fields.ts";
import type { Result } from "#domain/result.ts";
import type { FeeRefusal } from "#stores/fees/fees.ts";

const TOASTS = { absent: "fees-gone", outdated: "changed-meanwhile" } as const;

export async function settleFeesResponse(
  context: FormRequestArgs["context"],
  target: string,
  sent: Pick<FormResult, "typed" | "list">,
  outcome: Result<number, FeeRefusal | FieldErrors>,
) {
  if (outcome.ok) return redirectWithToast(context, target, outcome.value > 0 ? "fees-settled" : "fees-unchanged");
  const { reason } = outcome;
  if (typeof reason === "object") return formResult({ errors: reason, ...sent }, 400);
  return redirectWithToast(context, target, TOASTS[reason]);
}
