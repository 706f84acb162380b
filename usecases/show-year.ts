import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Has the planning show another year from now on; whatever else the settings say stays as somebody may have just saved it.
 * @param by who goes on to it
 * @throws when a store does not answer
 */
export async function showYear(
  services: Pick<Services, "settings" | "clock">,
  planningYear: number,
  by: Person,
): Promise<void> {
  const { settings, clock } = services;
  for (;;) {
    const { version, lastSave: _, photo: __, ...kept } = await settings.get();
    if (kept.planningYear === planningYear) return;
    const outcome = await settings.save({ ...kept, planningYear }, version, { by, at: clock.now() });
    if (outcome === "saved") return;
  }
}
