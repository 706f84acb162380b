import * as z from "zod/mini";
import type { Day } from "#domain/dates.ts";
import { optionalLine, requiredLine } from "#domain/fields.ts";
import { pastDay } from "#domain/members/member-form.ts";
import { AMOUNT_SENTENCES, type Centimes, formatAmount, readAmount } from "#domain/money/amount.ts";
import { choiceOrKept } from "#domain/text/choice-or-kept.ts";
import { FEE_WAYS } from "./fee.ts";

const REASON_MAX = 200;

const FEE_SENTENCES = {
  way: "Choisissez comment l’argent est arrivé.",
  more: (open: Centimes) => `Il ne reste que ${formatAmount(open)} à payer.`,
} as const;

/** Schema of the way and the day of payments. @param day today in Zurich */
export const paidSchema = (day: Day) =>
  z.object({ way: choiceOrKept(FEE_WAYS, undefined, FEE_SENTENCES.way), date: pastDay(day, true) });

/** Schema of one payment, of a part or of all that is `open`. */
export const paymentSchema = (day: Day, open: Centimes) =>
  z.object({
    amount: z.pipe(
      requiredLine(),
      z.transform((text, context): Centimes => {
        const read = readAmount(text);
        const amount = read.ok ? (read.value ?? 0) : 0;
        const reason = read.ok ? (amount > open ? FEE_SENTENCES.more(open) : null) : AMOUNT_SENTENCES[read.reason];
        if (reason === null) return amount;
        context.issues.push({ code: "custom", message: reason, input: text });
        return z.NEVER;
      }),
    ),
    ...paidSchema(day).shape,
  });

/** Schema of the reason of a waiver. */
export const waiverSchema = () => z.object({ reason: requiredLine(REASON_MAX) });

/** Schema of taking everything back. */
export const takeBackSchema = () => z.object({ reason: optionalLine(REASON_MAX) });
