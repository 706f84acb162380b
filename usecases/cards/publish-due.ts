import type { Services } from "#usecases/services.ts";

/**
 * Announces the drafts whose time has come. Several instances may do so at once: one of them announces each, whole.
 * @returns how many were announced here
 * @throws when a store does not answer; what is left follows the next time
 */
export async function publishDue({ evenements, clock }: Pick<Services, "evenements" | "clock">): Promise<number> {
  let announced = 0;
  for (const evenement of await evenements.listDue(clock.now())) {
    const { id, version } = evenement;
    const fields = { ...evenement, publication: "" };
    if ((await evenements.update(id, fields, version, null, undefined, "published")) === "updated") announced++;
  }
  return announced;
}
