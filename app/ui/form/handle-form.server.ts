import { data, redirect } from "react-router";
import {
  rateLimiterContext,
  type Services,
  servicesContext,
  siteContext,
  subjectDeletedContext,
} from "#app/contexts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { UploadedFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { FormResult, SignUpResult } from "./form-result.ts";
import { type FormRequestArgs, readForm } from "./read-form.server.ts";

type Form = {
  /** Name of the operation for the log, without personal data. */
  where: string;
  fields: readonly string[];
  fileField?: string;
  /** Text field that a form sends several times, such as ticked checkboxes. */
  listField?: string;
  /** Fields that are never sent back to the page: passwords. */
  secrets?: readonly string[];
  choice?: { readonly field: string; readonly among: readonly string[] };
  /** Requires a session. Without a session, the response is 401 with the typed values. */
  ofCommittee?: true;
};

type Sent = {
  /** Text fields that may be sent back to the page: all except `secrets`. */
  readonly typed: TypedValues;
  readonly list: readonly string[];
  readonly secrets: TypedValues;
  readonly file: UploadedFile | null;
  readonly services: Services;
  /** The signed-in person; null for a visitor. */
  readonly by: Person | null;
};

export const UNKNOWN_ACTION_SENTENCE =
  "Le site ne connaît pas cette action. Rien n’a été changé\u00a0: revenez en arrière et réessayez.";

export const formResult = <More = unknown>(what: FormResult<More>, status = 200) => data(what, { status });

/**
 * @param onValid handles the form; exceptions are logged, and the response is 503
 * @throws a Response with a French sentence if the request is no form, or if the value of `choice` is unknown
 */
export async function handleForm<Outcome>(
  args: FormRequestArgs,
  form: Form,
  onValid: (sent: Sent) => Promise<Outcome>,
) {
  const received = await readForm(args, form.fields, form.fileField, form.listField);
  const { typed: all, list, file, malformed, robot } = received;
  const isSecret = ([name]: [string, string]) => form.secrets?.includes(name) ?? false;
  const typed: TypedValues = Object.fromEntries(Object.entries(all).filter((entry) => !isSecret(entry)));
  const secrets: TypedValues = Object.fromEntries(Object.entries(all).filter(isSecret));
  const { report } = args.context.get(siteContext);
  const by = actingPerson(args.context);
  if (form.ofCommittee && !by) return formResult({ sessionEnded: true, typed, list }, 401);
  if (robot) {
    report(null, `${form.where}: honeypot filled, dropped`);
    return formResult({ typed, list });
  }
  if (Object.keys(malformed).length > 0) return formResult({ errors: malformed, typed, list }, 400);
  const chosen = form.choice ? (all[form.choice.field] ?? "") : "";
  if (form.choice && !form.choice.among.includes(chosen)) throw data(UNKNOWN_ACTION_SENTENCE, { status: 400 });
  try {
    const outcome = await onValid({ typed, list, secrets, file, services: args.context.get(servicesContext), by });
    if (isGone(outcome)) args.context.set(subjectDeletedContext, true);
    return outcome;
  } catch (error) {
    report(error, `${form.where} ${chosen}`.trim());
    return formResult({ failed: true, typed, list }, 503);
  }
}

/** Whether the outcome is a `formResult` with `gone`. */
const isGone = (outcome: unknown): boolean => (outcome as { data?: FormResult } | null)?.data?.gone === true;

type Thanks = Pick<SignUpResult, "consentForm" | "bill" | "question">;

type VisitorForm<T> = {
  /** Name of the form, for the log and the rate limit. */
  where: "contact" | "inscription" | "lost-link" | "slots";
  fields: readonly string[];
  listField?: string;
  send: (typed: TypedValues, list: readonly string[]) => Promise<Result<T, FieldErrors>>;
  more?: (value: T) => Thanks | Promise<Thanks>;
  /** Path to which the answer redirects. Empty: the form thanks. */
  next?: (value: T) => string;
};

/** A form of visitors: rate-limited by address. A refused or failed attempt does not count. */
export const handleVisitorForm = <T>(args: FormRequestArgs, { send, more, next, ...form }: VisitorForm<T>) =>
  handleForm(args, form, async ({ typed, list }) => {
    const { context } = args;
    const attempt = context.get(rateLimiterContext).attempt(form.where);
    if (attempt.wait > 0) return formResult({ wait: waitingTimeInFrench(attempt.wait), typed, list }, 429);
    const outcome = await send(typed, list).catch((error: unknown) => {
      attempt.undo();
      throw error;
    });
    if (!outcome.ok) {
      attempt.undo();
      return formResult({ errors: outcome.reason, typed, list }, 400);
    }
    const path = next?.(outcome.value);
    return path ? redirect(path) : formResult<Thanks>({ thanked: true, ...(await more?.(outcome.value)) });
  });
