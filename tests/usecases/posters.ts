/** What tests of an event's pictures share: a desk with one event, and what is seen and kept of its pictures. */
import type { EventFields } from "#domain/events/planned-event.ts";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { desk } from "./desk.ts";

export type Desk = ReturnType<typeof desk>;

export const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
export const ANA = { id: "account-of-ana", name: "Ana" };
export const BOB = { id: "account-of-bob", name: "Bob" };
const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns a small picture under a name of its own */
export const picture = async (name: string, shade = 90) => ({ name, bytes: await jpeg(30, 20, shade) });

/** @returns a desk with one event, whose poster is `affiche.jpg`. @param isNamed whether it names it, or an earlier version wrote it */
export async function withEvent(fields: Partial<EventFields> = {}, isNamed = true): Promise<Desk> {
  const services = desk();
  const hidden = (fields.publication ?? "") !== "";
  const saved = await services.images.save(EVENT, await picture("affiche.jpg"), { hidden });
  if (!saved.ok) throw new Error("the poster is a picture");
  await services.evenements.create(EVENT.id, anEvent(fields), ANA, isNamed ? saved.value.path : undefined);
  return services;
}

/** @returns the version of the event, as somebody reads it now */
export const versionOf = async ({ evenements }: Pick<Desk, "evenements">, id: string = EVENT.id): Promise<string> =>
  (await evenements.get(id))?.version ?? "";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** @returns the name of the picture that visitors see; null for none */
export async function seen({ images }: Pick<Desk, "images">, folder: PictureFolder = EVENT): Promise<string | null> {
  const image = await images.findLast(folder);
  return image && nameOf(image.path);
}

/** @returns the names of all that is kept in a folder, oldest first, each with whether it is hidden */
export const kept = async ({ images }: Pick<Desk, "images">, folder: PictureFolder = EVENT): Promise<string[]> =>
  (await images.listKept(folder)).map(({ path, hidden }) => nameOf(path) + (hidden ? " hidden" : ""));

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
