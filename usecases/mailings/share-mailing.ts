/** Records that a mailing was shared in the group chat, or printed: to many people at once. */
import type { MailingWay } from "#domain/mailings/ways.ts";
import type { Person } from "#domain/person.ts";
import { parseTouchTime } from "#domain/rounds/round.ts";
import type { Services } from "#usecases/services.ts";
import { type MailingRecipient, readMailingState } from "./recipients.ts";

type Needs = Parameters<typeof readMailingState>[0] & Pick<Services, "mailings">;

/** The people to whom the mailing has still to go by a way. */
export const dueBy = <One extends Pick<MailingRecipient, "delivery">>(people: readonly One[], way: MailingWay): One[] =>
  people.filter(({ delivery }) => delivery.is === "due" && delivery.way === way);

/**
 * Records that the mailing was shared in the group, or takes that back. It reached everybody who is in the group now,
 * also those whose e-mail waits: if it is refused, they have got the mailing. Nothing is recorded if nobody waits for it.
 * Idempotent: a request that arrives twice records one share.
 * @param tap when the user tapped the link, as the browser reported it (ISO 8601), or `at` of the share to take back
 */
export async function changeGroupShare(
  services: Needs,
  id: string,
  tap: string,
  isSent: boolean,
  by: Person | null,
): Promise<"set" | "absent"> {
  const { mailings, clock } = services;
  const mailing = await mailings.get(id);
  if (!mailing) return "absent";
  if (!isSent) {
    await mailings.unshare(id, "group", tap, by);
    return "set";
  }
  const { people } = await readMailingState(services, mailing);
  const isDue = dueBy(people, "group").length > 0;
  const inGroup = people.filter(({ reach, delivery }) => reach.isInGroup && delivery.is !== "gone");
  const reached = isDue ? inGroup.map((one) => one.id) : [];
  const tapped = { at: parseTouchTime(tap, clock.now()), tap };
  return (await mailings.share(id, "group", reached, by, tapped)) ? "set" : "absent";
}

/**
 * Records that letters were printed. Idempotent.
 * @param shown ids of the people on the page: nobody is recorded unseen. Who has got another way meanwhile is left out,
 * because the PDF has no letter for them
 * @returns number of letters
 */
export async function recordPrintedLetters(
  services: Needs,
  id: string,
  shown: readonly string[],
  by: Person | null,
): Promise<number> {
  const mailing = await services.mailings.get(id);
  if (!mailing) return 0;
  const wanted = new Set(shown);
  const due = dueBy((await readMailingState(services, mailing)).people, "paper");
  const printed = due.map((one) => one.id).filter((one) => wanted.has(one));
  await services.mailings.share(id, "paper", printed, by);
  return printed.length;
}
