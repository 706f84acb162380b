import { type Day, dayInZurich } from "#domain/dates.ts";
import { balanceOf, type FeeTarget } from "#domain/fees/fee.ts";
import { paidSchema, paymentSchema, takeBackSchema, waiverSchema } from "#domain/fees/fee-form.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { FeeRefusal } from "#stores/fees/fees.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "fees" | "clock">;

/** `pay`: pays what is open. `waive`: waives what is open. `take-back`: corrects all lines. */
export type FeeIntention = "pay" | "waive" | "take-back";

export type SettleRefusal = { readonly is: "form"; readonly errors: FieldErrors } | { readonly is: FeeRefusal };

/** Brings fees to a state. @returns how many changed */
export async function settleFees(
  { fees, clock }: Needs,
  { ids, intention, typed }: { ids: readonly string[]; intention: FeeIntention; typed: TypedValues },
  by: Person | null,
): Promise<Result<number, SettleRefusal>> {
  const target = readTarget(intention, typed, dayInZurich(clock.now()));
  return target.ok ? settled(await fees.settle(ids, target.value, by)) : target;
}

/** Records a payment. @param paid the sum paid before, as the form showed it; so a form sent twice is one payment */
export async function recordPayment(
  { fees, clock }: Needs,
  { member, year, paid, typed }: { member: string; year: string; paid: number; typed: TypedValues },
  by: Person | null,
): Promise<Result<number, SettleRefusal>> {
  const fee = (await fees.listOfMember(member)).find((one) => one.year === year);
  if (!fee || !Number.isSafeInteger(paid) || paid < 0) return refusal({ is: "absent" });
  const { open, paid: now } = balanceOf(fee);
  const read = paymentSchema(dayInZurich(clock.now()), open + now - paid).safeParse(typed);
  if (!read.success) return refusal({ is: "form", errors: errorsByField(read.error) });
  const { amount, way, date } = read.data;
  return settled(await fees.settle([fee.id], { is: "partly", paid: paid + amount, way, date }, by));
}

function readTarget(intention: FeeIntention, typed: TypedValues, day: Day): Result<FeeTarget, SettleRefusal> {
  const schema = { pay: paidSchema(day), waive: waiverSchema(), "take-back": takeBackSchema() }[intention];
  const read = schema.safeParse(typed);
  if (!read.success) return refusal({ is: "form", errors: errorsByField(read.error) });
  if ("way" in read.data) return accept({ is: "paid", ...read.data });
  return accept({ is: intention === "waive" ? "waived" : "due", reason: read.data.reason, date: day });
}

const settled = (outcome: Result<number, FeeRefusal>): Result<number, SettleRefusal> =>
  outcome.ok ? outcome : refusal({ is: outcome.reason });
