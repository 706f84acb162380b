import { type Finding, findingsOf } from "#domain/site-health/findings.ts";
import type { WaitingMail } from "#domain/site-health/measurements.ts";
import type { Services } from "#usecases/services.ts";

export type Health = {
  readonly findings: readonly Finding[];
  /** Time of the last slow checks; null: none yet. */
  readonly checkedAt: Date | null;
  readonly inProgress: boolean;
};

/**
 * Runs the quick checks and adds the last result of the slow ones.
 * @param services `inbox` is null where a command cannot open it
 */
export async function readHealth(
  { health, inbox, clock }: Pick<Services, "health" | "clock"> & { inbox: Services["inbox"] | null },
  report: (error: unknown, where: string) => void,
): Promise<Health> {
  const [measured, mail] = await Promise.all([
    health.measure(),
    inbox &&
      readWaitingMail(inbox).catch((error: unknown) => {
        report(error, "health: inbox");
        return null;
      }),
  ]);
  const { last, inProgress } = health.readChecked();
  const findings = findingsOf({ measured, checked: last, mail, now: clock.now() });
  return { findings, checkedAt: last?.at ?? null, inProgress };
}

async function readWaitingMail(inbox: Services["inbox"]): Promise<WaitingMail> {
  const [counts, heldReason] = await Promise.all([inbox.countMail(), inbox.heldReason()]);
  return { ...counts, heldReason };
}
