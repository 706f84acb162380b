import type { Services } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, type handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { rowId } from "#app/ui/list/acted-rows.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { Result } from "#domain/result.ts";
import { ADDRESSEE_FIELDS, type RoundKind, roundRowKey } from "#domain/rounds/round.ts";

/** Fields of the forms of a round. */
export const ROUND_FIELDS = [
  "intention",
  "kind",
  ...ADDRESSEE_FIELDS,
  "way",
  "at",
  "version",
  "tu",
  "vous",
  "guardian",
];
export const ROUND_INTENTIONS = ["sent", "unsent", "words"];

type Conflict = NonNullable<FormResult["conflict"]>;

/** The use cases of `usecases/rounds`, which this folder may not import. */
type Uses = {
  readonly changeTouch: (
    services: Services,
    typed: TypedValues,
    isSent: boolean,
    by: Person | null,
  ) => Promise<"set" | "invalid" | "absent">;
  readonly saveRoundTexts: (
    services: Services,
    kind: RoundKind,
    sent: { typed: TypedValues; version: string },
    by: Person,
  ) => Promise<Result<"saved", { readonly errors: FieldErrors } | { readonly conflict: Conflict }>>;
};

type Sent = Parameters<Parameters<typeof handleForm>[2]>[0];

const SAID = { set: "fees-settled", absent: "entry-gone" } as const;
const NO_WAY = "Choisissez comment le message est parti.";

/** Handles the forms of a round: its text and, without JavaScript, its rows. */
export async function roundResponse(args: FormRequestArgs & { url: URL }, kind: RoundKind, sent: Sent, uses: Uses) {
  const { context, url } = args;
  const { typed, services, by } = sent;
  const page = url.pathname + url.search;
  if (typed.intention === "words") {
    if (!by) return formResult({ sessionEnded: true, typed }, 401);
    const outcome = await uses.saveRoundTexts(services, kind, { typed, version: typed.version ?? "" }, by);
    if (outcome.ok) return redirectWithToast(context, page, "text-saved");
    return formResult({ ...outcome.reason, typed }, "conflict" in outcome.reason ? 409 : 400);
  }
  if (!typed.way) return formResult({ errors: { way: NO_WAY }, typed }, 400);
  const outcome = await uses.changeTouch(services, typed, typed.intention === "sent", by);
  if (outcome === "invalid") return formResult({ errors: { way: NO_WAY }, typed }, 400);
  // Name the row in the URL only if something was recorded: taking back a missing touch is no error.
  if (outcome === "absent" || typed.intention !== "sent") return redirectWithToast(context, page, SAID[outcome]);
  return redirectWithToast(
    context,
    `${page}#${rowId(roundRowKey({ member: "", reply: "", ...typed }))}`,
    "fees-settled",
  );
}
