/** Reminds by e-mail those who come in an evening and have an address that works. */
import { slotReminderLetter } from "#domain/mail/slot-reminder-letter.ts";
import type { Person } from "#domain/person.ts";
import { roundMessage, roundTextFor } from "#domain/rounds/round-words.ts";
import type { StoredEvent } from "#stores/events.ts";
import { type NewReminder, REMINDERS_AT_ONCE } from "#stores/rounds/touches.ts";
import { accountNoticeLetters } from "#usecases/accounts/account-letters.ts";
import type { Services } from "#usecases/services.ts";
import { type Evening, isMailed, reminderValues } from "./slot-rounds.ts";

/** More people than this: the site asks for the password, and tells all accounts. */
const FEW = 10;

/** In milliseconds. Letters of this time count together, so that several small mailings are not fewer. */
const TOGETHER_MS = 24 * 3_600_000;

/** The people whom a letter reaches and nothing has reminded yet. */
export const listMailable = (services: Pick<Services, "mailer">, { helpers }: Pick<Evening, "helpers">) =>
  helpers.filter((helper) => helper.waits && isMailed(services, helper));

/** Whether letters to so many people, with those of the last day, reach more than ten. */
export function isManyLetters(
  { clock }: Pick<Services, "clock">,
  { helpers }: Pick<Evening, "helpers">,
  count: number,
): boolean {
  const since = clock.now().getTime() - TOGETHER_MS;
  const isLetter = ({ way, at, refused }: Evening["helpers"][number]["touches"][number]) =>
    way === "email" && refused === undefined && at.getTime() > since;
  return count > 0 && count + helpers.filter(({ touches }) => touches.some(isLetter)).length > FEW;
}

type Needs = Pick<Services, "touches" | "roundTexts" | "settings" | "auth" | "mailer" | "clock">;

/**
 * Queues a letter for each of these members who still waits. After an error or a crash, a repeated call queues only the
 * missing letters.
 * @param members ids of the members on the page, so that a person who came meanwhile is not written to unseen
 * @param account e-mail address of the account that sends
 * @returns number of letters
 */
export async function remindByMail(
  services: Needs,
  { event, evening, members }: { event: StoredEvent; evening: Evening; members: readonly string[] },
  by: Person | null,
  account: string,
): Promise<number> {
  const [words, { memberAddress }] = await Promise.all([
    services.roundTexts.get("slot-reminder"),
    services.settings.get(),
  ]);
  const text = roundTextFor("slot-reminder", memberAddress, words);
  const wanted = new Set(members);
  const reminders = listMailable(services, evening)
    .filter(({ member }) => wanted.has(member))
    .map((helper): NewReminder => {
      const values = reminderValues(helper, event, evening.evening);
      const about = { message: roundMessage(text, values), link: helper.link, event: event.name.trim() };
      return {
        member: helper.member,
        slots: { event: event.subject, about: evening.evening },
        replies: helper.places.map(({ id }) => id),
        letter: { recipient: helper.email, ...slotReminderLetter({ ...about, when: evening.title }, memberAddress) },
      };
    });
  const change = { reminders: reminders.length, event: event.name.trim(), when: evening.title };
  const isTold = isManyLetters(services, evening, reminders.length);
  let notices = isTold ? await accountNoticeLetters(services, { by: account, change }) : [];
  let count = 0;
  for (let i = 0; i < reminders.length; i += REMINDERS_AT_ONCE) {
    const queued = await services.touches.remind(reminders.slice(i, i + REMINDERS_AT_ONCE), notices, by);
    // The accounts are told once, with the first letters.
    if (queued > 0) notices = [];
    count += queued;
  }
  return count;
}
