import { type Finding, findingsOf } from "#domain/site-health/findings.ts";
import type { Services } from "#usecases/services.ts";

export type Health = {
  readonly findings: readonly Finding[];
  /** Time of the last slow checks; null: none yet. */
  readonly checkedAt: Date | null;
  readonly underWay: boolean;
};

/** Runs the quick checks and adds the last result of the slow ones. `heldReason`: as for `findingsOf`. */
export async function readHealth(
  { health, clock }: Pick<Services, "health" | "clock">,
  heldReason: string | null = null,
): Promise<Health> {
  const measured = await health.measure();
  const { last, underWay } = health.readChecked();
  return { findings: findingsOf(measured, last, clock.now(), heldReason), checkedAt: last?.at ?? null, underWay };
}
