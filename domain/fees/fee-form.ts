import * as z from "zod/mini";
import type { Day } from "#domain/dates.ts";
import { optionalLine, requiredLine } from "#domain/fields.ts";
import { pastDay } from "#domain/members/member-form.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { amount } from "#domain/settings/setting-fields.ts";
import { choiceOrKept } from "#domain/text/choice-or-kept.ts";
import { FEE_WAYS } from "./fee.ts";

const REASON_MAX = 200;

/** Schema of the way and the day of a payment. @param day today in Zurich */
export const paidSchema = (day: Day) =>
  z.object({
    way: choiceOrKept(FEE_WAYS, undefined, "Choisissez comment l’argent est arrivé."),
    date: pastDay(day, true),
  });

/** Schema of a payment. @param open the maximum amount */
export const paymentSchema = (day: Day, open: Centimes) =>
  z.object({
    amount: amount().check(z.refine((paid) => paid <= open, `Il ne reste que ${formatAmount(open)} à payer.`)),
    ...paidSchema(day).shape,
  });

/** Schema of the reason of a waiver. */
export const waiverSchema = () => z.object({ reason: requiredLine(REASON_MAX) });

/** Schema of the correction of all lines. */
export const takeBackSchema = () => z.object({ reason: optionalLine(REASON_MAX) });
