import { dayInZurich } from "#domain/dates.ts";
import { lastJoiningDay, owesFeeOfYear } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft, memberName } from "#domain/register/member.ts";
import type { Services } from "#usecases/services.ts";

/** The fee and the last day of joining, if `year` is opened now. Members who join after `joinedBy` owe no fee. */
async function currentRule({ settings }: Pick<Services, "settings">, year: string) {
  const { annualFee, feeEntryMonth } = await settings.get();
  return { year, amount: annualFee, joinedBy: lastJoiningDay(year, feeEntryMonth) };
}

/** `late`: names of the members who joined too late to owe the fee. */
export async function previewFeeYear(services: Pick<Services, "register" | "settings">, year: string) {
  const rule = await currentRule(services, year);
  const present = (await services.register.list()).filter((member) => !hasLeft(member));
  const late = present.filter((member) => !owesFeeOfYear(rule, member)).map(memberName);
  const count = present.length - late.length;
  return { ...rule, count, late, sum: count * rule.amount };
}

/** @returns the number of created fees; null if the year was already opened */
export const openFeeYear = async (
  services: Pick<Services, "fees" | "settings">,
  year: string,
  by: Person | null,
): Promise<number | null> => services.fees.open(await currentRule(services, year), by);

export async function openableFeeYears({ fees, clock }: Pick<Services, "fees" | "clock">): Promise<string[]> {
  const year = Number(dayInZurich(clock.now()).slice(0, 4));
  const opened = new Set((await fees.listYears()).map((one) => one.year));
  return [year, year + 1].map(String).filter((one) => !opened.has(one));
}
