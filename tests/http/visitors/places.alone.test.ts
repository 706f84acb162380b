/** The time in which the site answers with places: five events with 60 slots each, and 300 replies. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { openSite, type TestSite } from "#tests/http/site.ts";
import { slowness } from "#tests/machine.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { readMemberPlaces } from "#usecases/slots/own-places.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const NOW = new Date("2027-06-01T10:00:00Z");
const ANSWER_MS = 50;

let site: TestSite;
let [id, own, behindLink] = ["", "", ""];
beforeAll(async () => {
  site = await openSite();
  const { services } = site;
  services.clock.now = () => NOW;
  id = await saveMember(services.register, {
    ...EMPTY_MEMBER,
    firstName: "Zoé",
    lastName: "Héritier",
    since: "2020-01-01",
  });
  own = await readMemberLink(services, { id, returnedOn: "" });
  for (let n = 1; n <= 5; n++) {
    await services.events.create(`Bal${n}`, anEvent({ name: `Bal ${n}`, month: "2027-07", firstDay: `2027-07-0${n}` }));
    const event = await services.events.get(`Bal${n}`);
    if (!event) throw new Error("unreachable");
    const hours = (i: number) => {
      const time = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      return { from: { days: 0, time: time(10 + (i % 12)) }, until: { days: 0, time: time(11 + (i % 12)) } };
    };
    const slots = Array.from({ length: 60 }, (_, i) => ({ ...EMPTY_SLOT, post: `Poste ${i}`, needed: 6, ...hours(i) }));
    const ids = await services.slots.add(event.subject, slots, null);
    for (let i = 0; i < 300; i++) {
      const replier = { name: `Prénom${i} Nom`, phone: "0791234567", isAdult: false, birthDate: "" } as const;
      const isOwn = i === 0;
      const outcome = await replyToSlots(services, {
        event,
        chosen: [ids[i % 60] ?? ""],
        replier: { ...replier, member: isOwn ? id : "", door: isOwn ? "member" : "public" },
      });
      const reply = outcome.is === "refused" ? undefined : outcome.replies[0];
      if (i === 299 && reply) behindLink = `/mes-places/${await services.placeLinks.tokenOf("person", reply)}`;
    }
  }
}, 600_000);
afterAll(() => site.close());

async function shortest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 15; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

it("the pages of a member's places and offered slots respond within 50 ms", async () => {
  const member = await site.services.register.get(id);
  if (!member) throw new Error("unreachable");
  const slow = slowness();
  const visit = async (path: string) => {
    const response = await site.request(path);
    expect([path, response.status]).toEqual([path, 200]);
    await response.text();
  };
  const times = {
    read: await shortest(() => readMemberPlaces(site.services, member)),
    link: await shortest(() => visit(behindLink)),
    own: await shortest(() => visit(own)),
  };
  for (const time of Object.values(times)) expect(time).toBeLessThan(ANSWER_MS * slow);
});
