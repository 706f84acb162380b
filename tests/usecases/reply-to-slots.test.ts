import { expect, it } from "vitest";
import { isComing } from "#domain/slots/reply.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { desk } from "#tests/usecases/desk.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const BOB = { id: "bob", name: "Bob" };

/** An event with slots, which begin at the given hour of its first day and last three hours. */
async function anEventWithSlots(slots: readonly (Partial<SlotFields> & { hour: number })[]) {
  const services = desk();
  await services.events.create("Fete", anEvent({ name: "Fête", month: "2099-06", firstDay: "2099-06-12" }), null);
  const event = await services.events.get("Fete");
  if (!event) throw new Error("unreachable");
  const fields = slots.map(({ hour, ...slot }) => ({
    ...EMPTY_SLOT,
    post: "Bar",
    from: { days: 0, time: `${hour}:00` },
    until: { days: hour > 20 ? 1 : 0, time: `${String((hour + 3) % 24).padStart(2, "0")}:00` },
    ...slot,
  }));
  const ids = await services.slots.add(event.subject, fields, BOB);
  const replier = (name: string) => ({
    name,
    phone: "0791234567",
    member: "",
    isAdult: false,
    birthDate: "",
    door: "public" as const,
  });
  const send = (name: string, chosen: readonly string[], more = {}) =>
    replyToSlots(services, { event, chosen, replier: { ...replier(name), ...more } });
  return { services, event, ids, send };
}

it("a person comes to several slots at once, or to none; the same reply again changes nothing", async () => {
  const { services, event, ids, send } = await anEventWithSlots([
    { hour: 18 },
    { hour: 21 },
    { hour: 18, needed: 1, post: "Entrée" },
  ]);
  const [first = "", second = "", third = ""] = ids;
  expect(await send("Zoé Héritier", [first, second])).toMatchObject({ is: "added" });
  expect(await send("zoe heritier", [second, first])).toMatchObject({
    is: "already",
    replies: [{ slot: second }, { slot: first }],
  });
  expect(await send("Léa", [second, third])).toMatchObject({ is: "refused", refused: [{ slot: second, is: "full" }] });
  expect(await send("Zoé Héritier", [third])).toMatchObject({ refused: [{ is: "overlap", other: first }] });
  expect((await services.replies.list(event.subject)).map(({ name }) => name)).toEqual([
    "Zoé Héritier",
    "Zoé Héritier",
  ]);
});

it("of many persons who reply at once, exactly as many come as are needed", async () => {
  const { services, event, ids, send } = await anEventWithSlots([{ hour: 21, needed: 3 }]);
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => send(`Personne ${i}`, ids)));
  expect(outcomes.filter(({ is }) => is === "added")).toHaveLength(3);
  expect(await services.replies.list(event.subject)).toHaveLength(3);
});

it("a person who withdrew and came again has one reply, also if the committee undoes the withdrawal", async () => {
  const { services, event, ids, send } = await anEventWithSlots([{ hour: 21 }]);
  await send("Léa Dubuis", ids);
  const [first] = await services.replies.list(event.subject);
  await services.replies.withdraw([first?.id ?? ""], "person", null);
  await send("Léa Dubuis", ids);
  await services.replies.undoWithdrawal([first?.id ?? ""], BOB);
  const coming = (await services.replies.list(event.subject)).filter(isComing);
  expect(coming.map(({ id }) => id)).not.toContain(first?.id);
  expect(coming).toHaveLength(1);
});
