/** A mailing to members of the register, on any stores. */
import { expect } from "vitest";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { readAudience, readMailingState } from "#usecases/mailings/recipients.ts";
import { sendMailing } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";

export const SITE = "https://site.test";
export const BY = { id: "1", name: "Sophie" };

type Needs = Pick<
  Services,
  "mailings" | "register" | "replies" | "touches" | "optOuts" | "events" | "auth" | "mailer" | "clock"
>;

/**
 * Adds members, and writes a mailing to all present members, which is not sent yet.
 * @param words those of the mailing that a test needs
 */
export async function aMailing(
  services: Needs,
  people: readonly Partial<MemberData>[],
  words: Partial<NewMailing> = {},
) {
  await services.register.save(
    people.map((one) => ({ id: null, data: { ...EMPTY_MEMBER, lastName: "Dubuis", ...one } })),
    BY,
  );
  const audience = await readAudience(services, { kind: "info", filter: "present", text: "" });
  const mailing: NewMailing = {
    subject: "Sortie",
    text: "Rendez-vous à **8 h**.",
    answersTo: "",
    isForGroup: false,
    kind: "info",
    event: "",
    day: "",
    corrects: "",
    recipients: audience.people.map(({ member, reply }) => ({ member, reply })),
    ...words,
  };
  const id = newMailingId();
  const state = async (from: Needs = services) =>
    readMailingState(from, (await from.mailings.get(id)) ?? expect.fail());
  return {
    id,
    mailing,
    send: (from: Needs = services) =>
      sendMailing(from, { id, mailing, account: "sophie@exemple.ch", publicUrl: SITE }, BY),
    state,
    /** @returns what became of the mailing for each person, by first name: « sent email », « due mobile », « queued » */
    async deliveries(from: Needs = services): Promise<Record<string, string>> {
      const { people } = await state(from);
      return Object.fromEntries(
        people.map(({ name, delivery }) => {
          const way = delivery.is === "sent" ? delivery.by : delivery.is === "due" ? delivery.way : "";
          return [name.split(" ", 1)[0], [delivery.is, way].filter(Boolean).join(" ")];
        }),
      );
    },
    /** @returns the member with this first name */
    async member(firstName: string) {
      const found = (await services.register.list()).find((one) => one.firstName === firstName);
      return found ?? expect.fail(firstName);
    },
  };
}
