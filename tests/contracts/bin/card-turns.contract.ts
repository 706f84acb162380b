import { describe, expect, it } from "vitest";
import type { Person } from "#domain/person.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import type { Services } from "#usecases/services.ts";

type Place = Pick<Services, "committee" | "events" | "settings" | "bin" | "images" | "journal" | "inbox" | "clock">;

const EVENT = { collection: "evenements", id: "Fête0825" } as const;
const PEOPLE: Person[] = ["Ana", "Bob"].map((name) => ({ id: `account-of-${name}`, name }));

/** Random numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Where the event is, and what it says; the number of an edit is its place. */
type Model = { readonly live: boolean; readonly place: string };
type Turn = {
  readonly name: string;
  readonly act: (place: Place) => Promise<unknown>;
  readonly effect: (m: Model) => Model;
};

/** Has every call of every store wait a little, so that two who call at once meet in ever other ways. */
function scattered(place: Place, random: () => number): Place {
  const pause = async () => {
    for (let n = Math.floor(random() * 4); n > 0; n--) await new Promise((next) => setImmediate(next));
  };
  const scatter = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          await pause();
          const outcome: unknown = await method.apply(target, args);
          await pause();
          return outcome;
        };
      },
    });
  const { committee, events, settings, bin, images, ...rest } = place;
  return {
    ...rest,
    ...{ committee: scatter(committee), events: scatter(events), settings: scatter(settings) },
    ...{ bin: scatter(bin), images: scatter(images) },
  };
}

function turnOf(random: () => number, n: string, by: Person | null): Turn {
  const kinds: Turn[] = [
    { name: "delete", act: (place) => deleteCard(place, EVENT, by), effect: (m) => ({ ...m, live: false }) },
    {
      name: "restore",
      act: async (place) => {
        const [entry] = await place.bin.list();
        return entry && restore(place, entry.key, by);
      },
      effect: (m) => ({ ...m, live: true }),
    },
    {
      name: "edit",
      async act(place) {
        const before = await place.events.get(EVENT.id);
        const fields = anEvent({ place: n });
        return before && changeCard(place, { ...EVENT, version: before.version, fields }, by);
      },
      effect: (m) => (m.live ? { ...m, place: n } : m),
    },
  ];
  return kinds[Math.floor(random() * kinds.length)] as Turn;
}

/**
 * What stores of every family promise together when two people delete, restore and edit the same thing at once.
 * @param rounds how many times two do
 */
export function cardTurnsContract(name: string, make: () => Promise<Place>, rounds: number): void {
  describe(name, () => {
    it(`end in one of the two orders, with nothing lost, in ${rounds} random interleavings`, async () => {
      const place = await make();
      const poster = await prepared(place, "evenements");
      await place.events.create(EVENT.id, anEvent({ place: "Savièse" }), null, poster);
      let model: Model = { live: true, place: "Savièse" };
      const random = randomFrom(19);
      for (let round = 0; round < rounds; round++) {
        const [ana, bob] = PEOPLE.map((by) => turnOf(random, `${by.name} ${round}`, by)) as [Turn, Turn];
        const told = `round ${round}: ${ana.name} and ${bob.name} on ${JSON.stringify(model)}`;
        await Promise.all([ana, bob].map(({ act }) => act(scattered(place, random))));
        const after = await stateOf(place, poster.key, told);
        expect(
          [bob.effect(ana.effect(model)), ana.effect(bob.effect(model)), ...lost(ana, bob, model)],
          told,
        ).toContainEqual(after);
        model = after;
      }
      await place.images.collectAll(new Date());
      expect(await stateOf(place, poster.key, "after the collection")).toEqual(model);
    });
  });
}

/** Who edits a version that somebody else has just replaced is told so: then only the other one's turn counts. */
const lost = (ana: Turn, bob: Turn, model: Model): Model[] => [
  ...(ana.name === "edit" ? [bob.effect(model)] : []),
  ...(bob.name === "edit" ? [ana.effect(model)] : []),
];

/** @returns where the event is, which is in one place only, and its picture with it */
async function stateOf(place: Place, poster: string, told: string): Promise<Model> {
  const [live, binned] = [await place.events.list(), await place.bin.list()];
  expect(live.length + binned.length, told).toBe(1);
  expect([...live, ...binned], told).toMatchObject([{ picture: poster }]);
  expect((await place.images.find(EVENT))?.key ?? null, told).toBe(live.length === 0 ? null : poster);
  expect(await place.images.readJpeg(poster, "small"), told).not.toBeNull();
  const [entry] = binned;
  if (!entry) return { live: true, place: live[0]?.place ?? "" };
  return { live: false, place: "fields" in entry && "place" in entry.fields ? entry.fields.place : "" };
}
