import { type Finding, findingsOf } from "#domain/site-health/findings.ts";
import type { Services } from "#usecases/services.ts";

export type Health = {
  readonly findings: readonly Finding[];
  /** Time of the last slow checks; null before the first check. */
  readonly checkedAt: Date | null;
  readonly inProgress: boolean;
};

export async function readHealth(
  { health, inbox, clock }: Pick<Services, "health" | "clock"> & { inbox: Services["inbox"] | null },
  report: (error: unknown, where: string) => void,
): Promise<Health> {
  const readMail = async () => inbox && { ...(await inbox.countMail()), heldReason: await inbox.heldReason() };
  const [measured, mail] = await Promise.all([
    health.measure(),
    readMail().catch((error: unknown) => {
      report(error, "health: inbox");
      return null;
    }),
  ]);
  const { last, inProgress } = health.readChecked();
  const findings = findingsOf({ measured, checked: last, mail, now: clock.now() });
  return { findings, checkedAt: last?.at ?? null, inProgress };
}
