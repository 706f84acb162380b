/** Reminds by e-mail those who come in an evening and have an address that works. */
import { ADDED_UP_MS, areManyRecipients } from "#domain/mail/many-recipients.ts";
import { slotReminderLetter } from "#domain/mail/slot-reminder-letter.ts";
import type { Person } from "#domain/person.ts";
import { fillRoundMessage, roundTextFor } from "#domain/rounds/round-words.ts";
import type { StoredEvent } from "#stores/events.ts";
import { type NewReminderLetter, REMINDERS_PER_CALL_MAX } from "#stores/rounds/touches.ts";
import { accountNoticeLetters } from "#usecases/accounts/account-letters.ts";
import type { Services } from "#usecases/services.ts";
import { isRemindedByEmail, type ReminderEvening, reminderMessageValues } from "./slot-rounds.ts";

/** The people with an e-mail address that works, who were not reminded of this evening yet. */
export const listPeopleToRemindByEmail = (
  services: Pick<Services, "mailer">,
  { helpers }: Pick<ReminderEvening, "helpers">,
) => helpers.filter((helper) => helper.waits && isRemindedByEmail(services, helper));

/** Whether `count` further letters, with those of the last day, reach many people (`areManyRecipients`). */
export function isMassReminder(
  { clock }: Pick<Services, "clock">,
  { helpers }: Pick<ReminderEvening, "helpers">,
  count: number,
): boolean {
  const since = clock.now().getTime() - ADDED_UP_MS;
  const isLetter = ({ way, at, refused }: ReminderEvening["helpers"][number]["touches"][number]) =>
    way === "email" && refused === undefined && at.getTime() > since;
  return count > 0 && areManyRecipients(count + helpers.filter(({ touches }) => touches.some(isLetter)).length);
}

type Needs = Pick<Services, "touches" | "roundTexts" | "settings" | "auth" | "mailer" | "clock">;

/**
 * Queues a letter for each of these members who still waits. After an error or a crash, a repeated call queues only the
 * missing letters.
 * @param members ids of the members on the page, so that a person who came meanwhile is not written to unseen
 * @param account e-mail address of the account that sends
 * @returns number of letters
 */
export async function remindByEmail(
  services: Needs,
  { event, evening, members }: { event: StoredEvent; evening: ReminderEvening; members: readonly string[] },
  by: Person | null,
  account: string,
): Promise<number> {
  const [words, { memberAddress }] = await Promise.all([
    services.roundTexts.get("slot-reminder"),
    services.settings.get(),
  ]);
  const text = roundTextFor("slot-reminder", memberAddress, words);
  const wanted = new Set(members);
  const reminders = listPeopleToRemindByEmail(services, evening)
    .filter(({ member }) => wanted.has(member))
    .map((helper): NewReminderLetter => {
      const values = reminderMessageValues(helper, event, evening.evening);
      const about = { message: fillRoundMessage(text, values), link: helper.link, event: event.name.trim() };
      return {
        member: helper.member,
        topic: { id: event.subject, about: evening.evening },
        replies: helper.places.map(({ id }) => id),
        letter: { recipient: helper.email, ...slotReminderLetter({ ...about, when: evening.title }, memberAddress) },
      };
    });
  const change = { reminders: reminders.length, event: event.name.trim(), when: evening.title };
  const isTold = isMassReminder(services, evening, reminders.length);
  let notices = isTold ? await accountNoticeLetters(services, { by: account, change }) : [];
  let count = 0;
  for (let i = 0; i < reminders.length; i += REMINDERS_PER_CALL_MAX) {
    const queued = await services.touches.remind(reminders.slice(i, i + REMINDERS_PER_CALL_MAX), notices, by);
    // The accounts are told once, with the first letters.
    if (queued > 0) notices = [];
    count += queued;
  }
  return count;
}
