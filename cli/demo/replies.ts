/** People who come to the planned night of the demo, and one who withdrew. */
import { memberName } from "#domain/register/member.ts";
import type { Services } from "#usecases/services.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const AUTHOR = { id: "", name: "Démo" };

/** @param ids members */
export async function fillReplies(services: Services, ids: readonly string[]): Promise<void> {
  const [planned] = await services.slots.listAll();
  const event = planned && (await services.events.findBySubject(planned.event));
  if (!event) return;
  const slots = await services.slots.list(event.subject);
  for (const [i, { id, needed }] of slots.entries())
    for (const member of ids.slice(3 * i, 3 * i + Math.min(needed, i % 4))) {
      const found = await services.register.get(member);
      if (!found) continue;
      const { birthDate, phone } = found;
      const replier = { member, name: memberName(found), phone, birthDate, isAdult: false, door: "member" } as const;
      await replyToSlots(services, { event, chosen: [id], replier }, AUTHOR);
    }
  const visitor = { member: "", name: "Camille Luyet", phone: "0790000088", birthDate: "", isAdult: true } as const;
  const outcome = await replyToSlots(
    services,
    { event, chosen: [planned.id], replier: { ...visitor, door: "public" } },
    AUTHOR,
  );
  if (outcome.is !== "added") return;
  await services.replies.withdraw(
    outcome.replies.map(({ id }) => id),
    "person",
    null,
  );
}
