/** The result of an event's dossier: typed lines until it is closed, then only dated corrections. */
import { dayInZurich } from "#domain/dates.ts";
import {
  addCorrection,
  canReopenResult,
  parseResultLines,
  RESULT_LIMITS,
  type ResultFields,
  type ResultLine,
  resultAsTyped,
} from "#domain/dossier/result.ts";
import { isDoubleTap } from "#domain/double-tap.ts";
import { FIELD_SENTENCES, type FieldErrors } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { StoredResult } from "#stores/dossiers/dossiers.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "dossiers" | "clock">;

export type SaveResultOutcome =
  | { readonly is: "saved" | "closed" }
  | { readonly is: "form"; readonly errors: FieldErrors }
  | { readonly is: "outdated"; readonly now: StoredResult; readonly typed: readonly ResultLine[] };

/** Replaces the lines of an open result. Idempotent: the same lines count as saved. */
export async function saveResultLines(
  { dossiers }: Needs,
  subject: string,
  { lines: typed, version }: { readonly lines: string; readonly version: string },
  by: Person | null,
): Promise<SaveResultOutcome> {
  if (typed.length > RESULT_LIMITS.typed)
    return { is: "form", errors: { lines: FIELD_SENTENCES.tooLong(RESULT_LIMITS.typed) } };
  const lines = parseResultLines(typed);
  if (!lines.ok) return { is: "form", errors: { lines: lines.reason } };
  const before = await dossiers.getResult(subject);
  if (before.closedOn !== "") return { is: "closed" };
  if (hasLines(before, lines.value)) return { is: "saved" };
  const outcome = await dossiers.saveResult(subject, { lines: lines.value, closedOn: "" }, version, by);
  if (outcome === "updated") return { is: "saved" };
  const now = await dossiers.getResult(subject);
  if (now.closedOn !== "") return { is: "closed" };
  return hasLines(now, lines.value) ? { is: "saved" } : { is: "outdated", now, typed: lines.value };
}

const hasLines = (result: ResultFields, lines: readonly ResultLine[]): boolean =>
  resultAsTyped(result.lines) === resultAsTyped(lines);

/**
 * Closes a result. Idempotent. `outdated`: the lines are not those that the page showed. `empty`: there are none.
 * @param version that the page showed
 */
export async function closeResult(
  { dossiers, clock }: Needs,
  subject: string,
  version: string,
  by: Person | null,
): Promise<"closed" | "outdated" | "empty"> {
  const { lines, closedOn } = await dossiers.getResult(subject);
  if (closedOn !== "") return "closed";
  if (lines.length === 0) return "empty";
  const closed = { lines, closedOn: dayInZurich(clock.now()) };
  if ((await dossiers.saveResult(subject, closed, version, by)) === "updated") return "closed";
  // If two requests arrive at once, the second finds the result already closed.
  return (await dossiers.getResult(subject)).closedOn === "" ? "outdated" : "closed";
}

/** Undoes « Boucler ». Idempotent. @returns false if the result stays closed (`canReopenResult`) */
export async function reopenResult({ dossiers, clock }: Needs, subject: string, by: Person | null): Promise<boolean> {
  for (;;) {
    const { version, lines, closedOn } = await dossiers.getResult(subject);
    if (closedOn === "") return true;
    if (!canReopenResult({ lines, closedOn }, dayInZurich(clock.now()))) return false;
    if ((await dossiers.saveResult(subject, { lines, closedOn: "" }, version, by)) === "updated") return true;
  }
}

/**
 * Adds a correction to a closed result. A correction is added to what others have added meanwhile, so it needs no
 * version. The two requests of a double tap add one correction.
 * @returns false if the result is open again
 */
export async function correctResult(
  { dossiers, clock }: Needs,
  subject: string,
  typed: string,
  by: Person | null,
): Promise<Result<boolean, FieldErrors>> {
  for (;;) {
    const now = clock.now();
    const { version, updatedAt, updatedBy, lines, closedOn } = await dossiers.getResult(subject);
    if (closedOn === "") return success(false);
    const corrected = addCorrection({ lines, closedOn }, typed, dayInZurich(now));
    if (!corrected.ok) return refusal({ line: corrected.reason });
    const [last, added] = [lines.at(-1), corrected.value.lines.at(-1)];
    const isLast = last?.label === added?.label && last?.amount === added?.amount && last?.day === added?.day;
    if (isLast && updatedBy?.id === by?.id && isDoubleTap(new Date(updatedAt), now)) return success(true);
    if ((await dossiers.saveResult(subject, corrected.value, version, by)) === "updated") return success(true);
  }
}
