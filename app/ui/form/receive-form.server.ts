import { rateLimiterContext } from "#app/contexts.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import type { Result } from "#domain/result.ts";
import { waitInWords } from "#domain/text/wait-in-words.ts";
import type { SignUpAnswer } from "./form-answer.ts";
import { formResponse, handleForm } from "./handle-form.server.ts";
import type { Args } from "./read-form.server.ts";

type VisitorForm<T> = {
  /** For the log, and for counting. */
  where: "contact" | "inscription";
  fields: readonly string[];
  send: (typed: TypedValues) => Promise<Result<T, FieldErrors>>;
  /** What the thanks say beyond thanks. */
  more?: (value: T) => Pick<SignUpAnswer, "consentForm">;
};

/** The action of a form that visitors send: 400 with every refusal, 429 when too much came, 503 when it cannot be kept, thanks when it is. */
export const receiveForm = <T>(args: Args, { send, more, ...form }: VisitorForm<T>) =>
  handleForm(args, form, async ({ typed }) => {
    const { context } = args;
    const attempt = context.get(rateLimiterContext).attempt(form.where);
    if (attempt.wait > 0) return formResponse({ wait: waitInWords(attempt.wait), typed }, 429);
    const outcome = await send(typed).catch((error: unknown) => {
      attempt.undo();
      throw error;
    });
    if (outcome.ok) return formResponse<Pick<SignUpAnswer, "consentForm">>({ thanked: true, ...more?.(outcome.value) });
    attempt.undo();
    return formResponse({ errors: outcome.reason, typed }, 400);
  });
