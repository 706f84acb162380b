/** Helpers for tests of an event’s pictures. */
import type { EventFields } from "#domain/events/planned-event.ts";
import type { PictureFolder } from "#domain/pictures/picture.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, prepared, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { desk } from "./desk.ts";

export type Desk = ReturnType<typeof desk>;

export const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
export const ANA = { id: "account-of-ana", name: "Ana" };
export const BOB = { id: "account-of-bob", name: "Bob" };
const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns a small picture with this file name */
export const picture = async (name: string, shade = 90) => ({ name, bytes: await jpeg(30, 20, shade) });

/** @returns services with one event, whose poster is `affiche.jpg` */
export async function withEvent(fields: Partial<EventFields> = {}): Promise<Desk> {
  const services = desk();
  const { name, bytes } = await picture("affiche.jpg");
  const poster = await prepared(services, "evenements", name, bytes);
  await services.events.create(EVENT.id, anEvent(fields), ANA, poster);
  return services;
}

/** @returns the picture key of the event */
export const named = async ({ events }: Pick<Desk, "events">, id: string = EVENT.id) => (await events.get(id))?.picture;

/** @returns the current version of the event */
export const versionOf = async ({ events }: Pick<Desk, "events">, id: string = EVENT.id): Promise<string> =>
  (await events.get(id))?.version ?? "";

/** @returns the file name of the public picture; null for none */
export const seen = (services: Pick<Desk, "pictures">, folder: PictureFolder = EVENT) => seenFile(services, folder);

/** @returns the file names of all pictures, see `keptFiles` */
export const kept = keptFiles;

/** @returns the same services with a clock that is `days` ahead */
export const later = <Services extends Pick<Desk, "clock">>(services: Services, days: number): Services => ({
  ...services,
  clock: { now: () => new Date(Date.now() + days * DAY_MS) },
});

/** @returns the store with work before one of its methods, such as a concurrent change */
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
