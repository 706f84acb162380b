import * as z from "zod/mini";
import { type Day, dayInZurich } from "#domain/dates.ts";
import { type FeeTarget, feeBalance, PAYMENT_METHODS } from "#domain/fees/fee.ts";
import {
  errorsByField,
  type FieldErrors,
  optionalLineSchema,
  requiredLineSchema,
  type TypedValues,
} from "#domain/fields.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { pastDaySchema } from "#domain/register/member-form.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { amountSchema } from "#domain/settings/setting-fields.ts";
import { choiceOrStoredSchema } from "#domain/text/choice-or-kept.ts";
import type { FeeRefusal } from "#stores/fees/fees.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "fees" | "clock">;

/**
 * `pay` and `waive` apply to the open amount. `take-back` cancels all payments and waivers, `cancel` one of them (the
 * field `line`). `restore` undoes `cancel` (`line`: the correction).
 */
export type FeeIntention = "pay" | "waive" | "take-back" | "cancel" | "restore";

export type SettleRefusal = FeeRefusal | FieldErrors;

export async function settleFees(
  { fees, clock }: Needs,
  { ids, intention, typed }: { ids: readonly string[]; intention: FeeIntention; typed: TypedValues },
  by: Person | null,
): Promise<Result<number, SettleRefusal>> {
  const target = readTarget(intention, typed, dayInZurich(clock.now()));
  return target.ok ? fees.settle(ids, target.value, by) : target;
}

const REASON_MAX = 200;
const REASON_OF_PAYMENT = "Une raison va avec «\u00a0Ne plus demander\u00a0». Si c’est payé, videz ce champ.";

function readTarget(intention: FeeIntention, typed: TypedValues, date: Day): Result<FeeTarget, FieldErrors> {
  const { line = "" } = typed;
  if (intention === "cancel") return success({ is: "cancelled", line, date });
  if (intention === "restore") return success({ is: "restored", correction: line, date });
  const reason = intention === "waive" ? requiredLineSchema(REASON_MAX) : optionalLineSchema(REASON_MAX);
  const schema = intention === "pay" ? z.object(paidFields(date)) : z.object({ reason });
  const read = schema.safeParse(typed);
  if (!read.success) return refusal(errorsByField(read.error));
  // Pressing Enter in the reason field triggers « Payées », the form's first button, although the user means a waiver.
  if (intention === "pay" && typed.reason?.trim()) return refusal({ reason: REASON_OF_PAYMENT });
  if ("way" in read.data) return success({ is: "paid", ...read.data });
  return success({ is: intention === "waive" ? "waived" : "due", ...read.data, date });
}

const paidFields = (day: Day) => ({
  way: choiceOrStoredSchema(PAYMENT_METHODS, undefined, "Choisissez comment l’argent est arrivé."),
  date: pastDaySchema(day, true),
});

/** @param paid sum that the form showed as paid, so that a form sent twice records one payment */
export async function recordPayment(
  { fees, clock }: Needs,
  { member, year, paid, typed }: { member: string; year: string; paid: number; typed: TypedValues },
  by: Person | null,
): Promise<Result<number, SettleRefusal>> {
  const fee = (await fees.listOfMember(member)).find((one) => one.year === year);
  if (!fee || !Number.isSafeInteger(paid) || paid < 0) return refusal("absent");
  const { open, paid: now } = feeBalance(fee);
  if (now < paid) return refusal("outdated");
  const most = open + now - paid;
  const atMost = z.refine<number>((sum) => sum <= most, `Il ne reste que ${formatAmount(most)} à payer.`);
  const read = z
    .object({ amount: amountSchema().check(atMost), ...paidFields(dayInZurich(clock.now())) })
    .safeParse(typed);
  if (!read.success) return refusal(errorsByField(read.error));
  const { amount: added, ...how } = read.data;
  return fees.settle([fee.id], { is: "partly", before: paid, paid: paid + added, ...how }, by);
}
