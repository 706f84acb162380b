/** What tests of an event's pictures share: a desk with one event, and what is seen and kept of its pictures. */
import type { EventFields } from "#domain/events/planned-event.ts";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, prepared, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { desk } from "./desk.ts";

export type Desk = ReturnType<typeof desk>;

export const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
export const ANA = { id: "account-of-ana", name: "Ana" };
export const BOB = { id: "account-of-bob", name: "Bob" };
const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns a small picture under a name of its own */
export const picture = async (name: string, shade = 90) => ({ name, bytes: await jpeg(30, 20, shade) });

/** @returns a desk with one event, whose poster is `affiche.jpg` */
export async function withEvent(fields: Partial<EventFields> = {}): Promise<Desk> {
  const services = desk();
  const { name, bytes } = await picture("affiche.jpg");
  const poster = await prepared(services, "evenements", name, bytes);
  await services.events.create(EVENT.id, anEvent(fields), ANA, poster);
  return services;
}

/** @returns key of the picture that the event names */
export const named = async ({ events }: Pick<Desk, "events">, id: string = EVENT.id) => (await events.get(id))?.picture;

/** @returns the version of the event, as somebody reads it now */
export const versionOf = async ({ events }: Pick<Desk, "events">, id: string = EVENT.id): Promise<string> =>
  (await events.get(id))?.version ?? "";

/** @returns the name of the file of the picture that visitors see; null for none */
export const seen = (services: Pick<Desk, "images">, folder: PictureFolder = EVENT) => seenFile(services, folder);

/** @returns the names of all that is kept, oldest first, each with whether it is hidden */
export const kept = keptFiles;

/** @returns the same desk so many days later */
export const later = <Services extends Pick<Desk, "clock">>(services: Services, days: number): Services => ({
  ...services,
  clock: { now: () => new Date(Date.now() + days * DAY_MS) },
});

/** @returns a store that does something else before one of its methods, as if somebody were faster */
export const preceded = <Store extends object, Name extends keyof Store>(
  store: Store,
  name: Name,
  work: () => Promise<unknown>,
): Store => ({
  ...store,
  async [name](...values: unknown[]) {
    await work();
    return (store[name] as (...values: unknown[]) => unknown)(...values);
  },
});
