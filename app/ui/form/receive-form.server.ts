import { rateLimiterContext } from "#app/contexts.ts";
import { waitInWords } from "#domain/accounts/attempt.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import type { Result } from "#domain/result.ts";
import type { SignUpAnswer } from "./form-answer.ts";
import { formResponse, handleForm } from "./handle-form.server.ts";
import type { Args } from "./read-form.server.ts";

type VisitorForm<T> = {
  /** Name of the form, for the log and the rate limit. */
  where: "contact" | "inscription";
  fields: readonly string[];
  send: (typed: TypedValues) => Promise<Result<T, FieldErrors>>;
  more?: (value: T) => Pick<SignUpAnswer, "consentForm" | "bill">;
};

export const receiveForm = <T>(args: Args, { send, more, ...form }: VisitorForm<T>) =>
  handleForm(args, form, async ({ typed }) => {
    const { context } = args;
    const attempt = context.get(rateLimiterContext).attempt(form.where);
    if (attempt.wait > 0) return formResponse({ wait: waitInWords(attempt.wait), typed }, 429);
    const outcome = await send(typed).catch((error: unknown) => {
      attempt.undo();
      throw error;
    });
    if (outcome.ok)
      return formResponse<Pick<SignUpAnswer, "consentForm" | "bill">>({ thanked: true, ...more?.(outcome.value) });
    attempt.undo();
    return formResponse({ errors: outcome.reason, typed }, 400);
  });
