import { type Finding, findingsOf } from "#domain/site-health/findings.ts";
import type { Services } from "#usecases/services.ts";

export type Health = {
  readonly findings: readonly Finding[];
  /** When what takes longer was looked at; null: not yet. */
  readonly checkedAt: Date | null;
  readonly underWay: boolean;
};

/**
 * Measures what is quick, and takes the rest from the last check: nobody waits for it.
 * @param heldReason as for `findingsOf`
 */
export async function readHealth(
  { health, clock }: Pick<Services, "health" | "clock">,
  heldReason: string | null = null,
): Promise<Health> {
  const measured = await health.measure();
  const { last, underWay } = health.readChecked();
  return { findings: findingsOf(measured, last, clock.now(), heldReason), checkedAt: last?.at ?? null, underWay };
}
