import { thingIdOf } from "#usecases/cards/thing-id.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import { type Settling, settlePictures } from "#usecases/pictures/settle-pictures.ts";

/**
 * Announces the drafts whose time has come. Several instances may do so at once: one of them announces each, whole.
 * @param reportFault told when a picture is not seen yet; the sweep goes on
 * @returns how many were announced here
 * @throws when a store does not answer; what is left follows the next time
 */
export async function publishDue(
  services: Settling & Noting,
  reportFault: (fault: unknown) => void = () => {},
): Promise<number> {
  let announced = 0;
  for (const evenement of await services.evenements.listDue(services.clock.now())) {
    const { id, version } = evenement;
    const fields = { ...evenement, Publication: "" };
    if ((await services.evenements.update(id, fields, version, null)) !== "updated") continue;
    announced++;
    await note(services, null, { action: "published", subject: "evenement", thing: await thingIdOf("evenements", id) });
    await settlePictures(services, { collection: "evenements", id }).catch(reportFault);
  }
  return announced;
}
