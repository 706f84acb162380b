import type { Services } from "#usecases/services.ts";

/**
 * Announces the drafts whose time has come. Several instances may do so at once: one of them announces each, whole.
 * @returns how many were announced here
 * @throws when a store does not answer; what is left follows the next time
 */
export async function publishDue({ events, clock }: Pick<Services, "events" | "clock">): Promise<number> {
  let announced = 0;
  for (const event of await events.listDue(clock.now())) {
    const { id, version } = event;
    const fields = { ...event, publication: "" };
    if ((await events.update(id, fields, version, null, undefined, "published")) === "updated") announced++;
  }
  return announced;
}
