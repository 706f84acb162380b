import { assessHealthMeasurements, type HealthFinding } from "#domain/site-health/findings.ts";
import type { MailQueue } from "#domain/site-health/measurements.ts";
import type { Services } from "#usecases/services.ts";

export type HealthReport = {
  readonly findings: readonly HealthFinding[];
  /** Time of the last slow checks; null before the first check. */
  readonly checkedAt: Date | null;
  readonly inProgress: boolean;
};

/** Null if the stores cannot be opened. */
type MailStores = { readonly [Name in "inbox" | "mails"]: Services[Name] | null };

export async function readHealthReport(
  { health, inbox, mails, clock }: Pick<Services, "health" | "clock"> & MailStores,
  report: (error: unknown, where: string) => void,
): Promise<HealthReport> {
  const [measured, mail] = await Promise.all([
    health.measure(),
    readMail({ inbox, mails }).catch((error: unknown) => {
      report(error, "health: mail");
      return null;
    }),
  ]);
  const { last, inProgress } = health.readChecked();
  const findings = assessHealthMeasurements({ measured, checked: last, mail, now: clock.now() });
  return { findings, checkedAt: last?.at ?? null, inProgress };
}

async function readMail({ inbox, mails }: MailStores): Promise<MailQueue | null> {
  if (!inbox || !mails) return null;
  return { waiting: await mails.count(), heldReason: await mails.heldReason(), ...(await inbox.countRefused()) };
}
