import { type Settling, settlePictures } from "#usecases/pictures/settle-pictures.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Announces the drafts whose time has come. Several instances may do so at once: one of them announces each, whole.
 * @param reportFault told when a picture is not seen yet; the sweep goes on
 * @returns how many were announced here
 * @throws when a store does not answer; what is left follows the next time
 */
export async function publishDue(
  services: Settling & Pick<Services, "clock">,
  reportFault: (fault: unknown) => void = () => {},
): Promise<number> {
  let announced = 0;
  for (const evenement of await services.evenements.listDue(services.clock.now())) {
    const { id, version } = evenement;
    const fields = { ...evenement, publication: "" };
    const outcome = await services.evenements.update(id, fields, version, null, undefined, "published");
    if (outcome !== "updated") continue;
    announced++;
    await settlePictures(services, { collection: "evenements", id }).catch(reportFault);
  }
  return announced;
}
