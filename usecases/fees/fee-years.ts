import { dayInZurich } from "#domain/dates.ts";
import { type FeeYear, paysIn } from "#domain/fees/fee.ts";
import { hasLeft } from "#domain/members/member.ts";
import { ANNUAL_FEE, type Centimes } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import type { Member } from "#stores/members/member-document.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "fees" | "clock">;

/** Who joins after this day pays from the next year on. */
const LAST_ENTRY = "10-01";

/** The fee that a year gets when it is opened. */
export const currentFee = async (_services: Pick<Services, "settings">): Promise<Centimes> => ANNUAL_FEE;

export type YearPreview = Pick<FeeYear, "year" | "amount" | "joinedBy"> & {
  readonly paying: readonly Member[];
  /** Members who joined too late for this year. */
  readonly late: readonly Member[];
  readonly sum: Centimes;
};

/** What opening a year would do now. */
export async function previewYear(services: Needs & Pick<Services, "settings">, year: string): Promise<YearPreview> {
  const amount = await currentFee(services);
  const joinedBy = `${year}-${LAST_ENTRY}`;
  const present = (await services.register.list()).filter((member) => !hasLeft(member));
  const paying = present.filter((member) => paysIn({ joinedBy }, member));
  const late = present.filter((member) => !paysIn({ joinedBy }, member));
  return { year, amount, joinedBy, paying, late, sum: paying.length * amount };
}

/** @returns the number of dues; null if the year is open already */
export async function openYear(
  services: Pick<Services, "fees" | "settings">,
  year: string,
  by: Person | null,
): Promise<number | null> {
  return services.fees.open({ year, amount: await currentFee(services), joinedBy: `${year}-${LAST_ENTRY}` }, by);
}

/** @returns the years that may be opened: the present one and the next one, without those that are open already */
export async function openableYears({ fees, clock }: Pick<Needs, "fees" | "clock">): Promise<string[]> {
  const year = Number(dayInZurich(clock.now()).slice(0, 4));
  const opened = new Set((await fees.listYears()).map((one) => one.year));
  return [year, year + 1].map(String).filter((one) => !opened.has(one));
}
