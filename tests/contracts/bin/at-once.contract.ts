import { expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { Person } from "#domain/person.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { type Random, random } from "#tests/server/crash/chance.ts";
import { aDeletion, BOB, ELODIE } from "./deletions.ts";
import type { BinPlace, MakeBin } from "./recycle-bin.contract.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z").getTime();
const called = (Nom: string): EventFields => anEvent({ name: Nom });

/** One step of somebody who has seen version 0, and knows every key. */
type Step =
  | { does: "edit" | "create"; text: string }
  | { does: "delete"; key: string }
  | { does: "restore" | "erase"; key: string };

/** What is there, in a few words. `version` 0 is the one that both have seen. */
type World = {
  card: { text: string; version: number; states: string[] } | null;
  /** Texts by key: nobody deletes what was changed meanwhile, so that nothing there has earlier states. */
  bin: Record<string, string>;
  /** The key of the deletion that calendars are told of. */
  trace: string | null;
  writes: number;
};

/** What a step does where nobody else does anything. @returns its outcome; the world is changed */
function apply(world: World, step: Step): string {
  const { card, bin } = world;
  switch (step.does) {
    case "create":
      if (card) return "taken";
      world.card = { text: step.text, version: ++world.writes, states: [] };
      world.trace = null;
      return "created";
    case "edit":
      if (card?.version !== 0) return card ? "outdated" : "absent";
      world.card = { text: step.text, version: ++world.writes, states: [card.text, ...card.states] };
      return "updated";
    case "delete":
      if (card?.version !== 0) return card ? "outdated" : "absent";
      bin[step.key] = card.text;
      world.card = null;
      world.trace = step.key;
      return "updated";
    case "restore": {
      const text = bin[step.key];
      if (!text) return "absent";
      if (card) return "taken";
      world.card = { text, version: ++world.writes, states: [] };
      delete bin[step.key];
      world.trace = null;
      return "restored";
    }
    case "erase":
      if (!bin[step.key]) return "false";
      delete bin[step.key];
      if (world.trace === step.key) world.trace = null;
      return "true";
  }
}

/** @returns every order of two people's steps in which each keeps their own order; true: it is the first one's turn */
function ordersOf(first: number, second: number): boolean[][] {
  if (first + second === 0) return [[]];
  return [
    ...(first > 0 ? ordersOf(first - 1, second).map((rest) => [true, ...rest]) : []),
    ...(second > 0 ? ordersOf(first, second - 1).map((rest) => [false, ...rest]) : []),
  ];
}

/** @returns what can be seen from outside, as a text that can be compared */
const asText = (outcomes: unknown, { card, bin, trace }: Omit<World, "writes">): string =>
  canonicalJson({ outcomes, card: card && { text: card.text, states: card.states }, bin, trace });

/** @returns all that may come out of it */
function possible(start: World, [first, second]: readonly [Step[], Step[]]): string[] {
  return ordersOf(first.length, second.length).map((order) => {
    const world = structuredClone(start);
    const steps: [Step[], Step[]] = [[...first], [...second]];
    const outcomes: [string[], string[]] = [[], []];
    for (const isFirst of order) {
      const who = isFirst ? 0 : 1;
      const step = steps[who].shift();
      if (step) outcomes[who].push(apply(world, step));
    }
    return asText(outcomes, world);
  });
}

const OLD = "clef-0";
const keyOf = (who: number) => `clef-${who + 1}`;

function stepsOf(chance: Random, who: number): Step[] {
  const keys = [OLD, keyOf(0), keyOf(1)];
  return Array.from({ length: chance.wholeNumber(1, 2) }, (_, i): Step => {
    const key = keys[chance.wholeNumber(0, 2)] ?? OLD;
    const text = `Texte ${who}-${i}`;
    const all: Step[] = [
      { does: "edit", text },
      { does: "delete", key: keyOf(who) },
      { does: "restore", key },
      { does: "restore", key },
      { does: "erase", key },
      { does: "create", text },
    ];
    return all[chance.wholeNumber(0, all.length - 1)] ?? { does: "edit", text };
  });
}

/** Makes what both have seen: a card, or one that lies in the bin. */
async function begin({ events }: BinPlace, id: string, binned: boolean): Promise<{ version: string; start: World }> {
  await events.create(id, called("Texte"));
  const { version = "" } = (await events.get(id)) ?? {};
  const card = { text: "Texte", version: 0, states: [] };
  if (!binned) return { version, start: { card, bin: {}, trace: null, writes: 0 } };
  await events.moveToBin(id, version, aDeletion({ key: OLD + id, at: new Date(NOON) }));
  return { version, start: { card: null, bin: { [OLD]: card.text }, trace: OLD, writes: 0 } };
}

type Acts = { id: string; version: string; by: Person };

/** Does it for good. @returns the outcome, as `apply` tells it */
async function act({ bin, events }: BinPlace, { id, version, by }: Acts, step: Step): Promise<string> {
  switch (step.does) {
    case "create":
      return events.create(id, called(step.text), by);
    case "edit":
      return events.update(id, called(step.text), version, by);
    case "delete":
      return events.moveToBin(id, version, aDeletion({ key: step.key + id, at: atOf(step.key), by }));
    case "restore":
      return events.restore(step.key + id, id, by);
    case "erase":
      return String((await bin.erase(step.key + id)) !== null);
  }
}

/** Every deletion has an instant of its own. */
const atOf = (key: string) => new Date(NOON + Number(key.split("-")[1]));

/** @returns what is there, as the model has it */
async function look({ bin, events }: BinPlace, id: string): Promise<Omit<World, "writes">> {
  const card = await events.get(id);
  const states = (await events.listStates(id)).map(({ content }) => content.name);
  const binned: World["bin"] = {};
  for (const key of [OLD, keyOf(0), keyOf(1)]) {
    const entry = await bin.find(key + id);
    if (entry?.kind === "evenement") binned[key] = entry.fields.name;
  }
  const trace = (await events.listDeleted(new Date(0))).find((one) => one.id === id);
  const keys = [OLD, keyOf(0), keyOf(1)];
  return {
    card: card && { text: card.name, version: 0, states },
    bin: binned,
    trace: keys.find((key) => atOf(key).toISOString() === trace?.updatedAt) ?? null,
  };
}

/**
 * What is promised of two people who delete, restore, edit, create and erase the same thing at the same time.
 * @param times how many interleavings
 */
export function atOnceContract(name: string, make: MakeBin, times: number): void {
  it(`${name}: two people at once end in one of the orders of what they did, again and again, with nothing lost`, async () => {
    const open = await make();
    const places = [await open(), await open()] as const;
    const chance = random(20_250_801);
    for (let i = 0; i < times; i++) {
      const id = `Fête${i}`;
      const { version, start } = await begin(places[0], id, chance.wholeNumber(0, 1) === 1);
      const steps = [stepsOf(chance, 0), stepsOf(chance, 1)] as const;
      const outcomes = await Promise.all(
        [ELODIE, BOB].map(async (by, who) => {
          const told: string[] = [];
          for (const step of steps[who] ?? [])
            told.push(await act(places[who] ?? places[0], { id, version, by }, step));
          return told;
        }),
      );
      const seen = asText(outcomes, await look(places[0], id));
      expect(possible(start, steps), JSON.stringify(steps)).toContain(seen);
    }
  }, 120_000);
}
