/** An event with slots, and people who come to them. */
import { addDays, dayInZurich } from "#domain/dates.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { MemberData } from "#domain/register/member.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import type { Mailer } from "#ports/mailer.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { readReminderEvening } from "#usecases/rounds/slot-rounds.ts";
import type { Services } from "#usecases/services.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

export const PUBLIC_URL = "https://exemple.ch";

/** In two days, so that a reminder is due. */
export const EVENING = addDays(dayInZurich(new Date()), 2);

export const MAILER: Mailer = {
  delivery: "server",
  send: async () => ({ outcome: "sent" }),
  sendLetter: async () => ({ outcome: "sent" }),
};

type Needs = Pick<Services, "events" | "slots" | "replies" | "register" | "clock">;

/** @param fields of the event */
export async function aFeast(services: Needs, fields: Partial<EventFields> = {}, id = "Fete") {
  const days = { month: EVENING.slice(0, 7), firstDay: EVENING };
  await services.events.create(id, anEvent({ name: "Fête", ...days, ...fields }), null);
  const get = async () => {
    const event = await services.events.get(id);
    if (!event) throw new Error("unreachable");
    return event;
  };
  const event = await get();
  return {
    event,
    get,
    /** Adds a slot of three hours. @returns its id */
    async slot(hour: number, slot: Partial<SlotFields> = {}) {
      const time = (at: number) => ({ days: at < 24 ? 0 : 1, time: `${String(at % 24).padStart(2, "0")}:00` });
      const added = { ...EMPTY_SLOT, post: "Bar", needed: 9, from: time(hour), until: time(hour + 3), ...slot };
      return (await services.slots.add(event.subject, [added], null))[0] ?? "";
    },
    /** Lets a person come. @param member id; empty for a person who is not a member @returns the ids of the replies */
    async come(name: string, chosen: readonly string[], { member = "", phone = "0791234567" } = {}) {
      const replier = { name, phone, member, isAdult: true, birthDate: "", door: "member" } as const;
      const outcome = await replyToSlots(services, { event: await get(), chosen, replier });
      if (outcome.is === "refused") throw new Error(JSON.stringify(outcome));
      return outcome.replies.map((reply) => reply.id);
    },
    member: (fields: Partial<MemberData>) => saveMember(services.register, aMember(fields)),
  };
}

/** An evening with a member whom a letter reaches. */
export async function aMailableEvening(services: Parameters<typeof readReminderEvening>[0] & Needs) {
  services.mailer = MAILER;
  const feast = await aFeast(services);
  const member = await feast.member({ firstName: "Zoé", email: "zoe@exemple.ch" });
  await feast.come("Zoé", [await feast.slot(21)], { member });
  const evening = await readReminderEvening(services, feast.event, "", PUBLIC_URL);
  if (!evening) throw new Error("unreachable");
  return { event: feast.event, evening, members: [member] };
}
