/** The letters of a mailing: a page for each person whom only paper reaches. */
import { type Day, dayInZurich } from "#domain/dates.ts";
import { placeAndDate } from "#domain/fees/bill-letter.ts";
import { answersInFrench, mailingKicker, type ShownMailing } from "#domain/mail/mailing-letter.ts";
import type { Mailing } from "#domain/mailings/mailing.ts";
import { type LetterRange, letterAddress, lettersPerFile } from "#domain/mailings/paper-letter.ts";
import type { Share } from "#domain/mailings/ways.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { PrintedLetters } from "#print/letter-page.ts";
import { areLettersBusy, lettersPdf } from "#print/letters.ts";
import type { Member } from "#stores/register/member-document.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { type MailingRecipient, readMailingState } from "./recipients.ts";
import { readShownMailing } from "./send-mailing.ts";

/**
 * `printing`: time (ISO 8601) of the paper share whose letters are printed again, for example after a paper jam; null
 * prints those that are due, or those of the last printing if none is. `range`: null for all.
 */
export type WantedLetters = { readonly printing: string | null; readonly range: LetterRange | null };

/**
 * A file with letters. `printing`: null for those that are due. `first`, `last`: numbers of its letters if there are several
 * files; null for one file.
 */
export type LetterFile = {
  readonly printing: Date | null;
  readonly range: (LetterRange & { readonly first: number; readonly last: number }) | null;
};

/** @returns the files that the committee may print: the letters that are due, then those of each printing, newest first */
export function letterFiles(
  people: readonly MailingRecipient[],
  { shares }: Pick<Mailing, "shares">,
  { blocks }: Pick<ShownMailing, "blocks">,
): LetterFile[] {
  const perFile = lettersPerFile(blocks);
  const printings = shares.filter(({ way }) => way === "paper").toReversed();
  return [null, ...printings].flatMap((printing) => {
    const letters = printing ? printedLetters(people, printing) : dueLetters(people);
    const starts = Array.from({ length: Math.ceil(letters.length / perFile) }, (_, i) => i * perFile);
    return starts.map((start) => {
      const some = letters.slice(start, start + perFile);
      const range = { from: some[0]?.id ?? "", to: some.at(-1)?.id ?? "", first: start + 1, last: start + some.length };
      return { printing: printing?.at ?? null, range: starts.length > 1 ? range : null };
    });
  });
}

const dueLetters = (people: readonly MailingRecipient[]): MailingRecipient[] =>
  people.filter(({ delivery }) => delivery.is === "due" && delivery.way === "paper");

/** Without those who have left since, or whose address is no longer complete. */
function printedLetters(people: readonly MailingRecipient[], { recipients }: Share): MailingRecipient[] {
  const printed = new Set(recipients);
  return people.filter(
    ({ id, person, reach }) => printed.has(id) && person !== null && !hasLeft(person) && reach.hasAddress,
  );
}

/**
 * `absent`: the mailing, its printing or a person of the range no longer exists. `none`: no letter is due. `too-many`: more
 * than one file holds. `busy`: too many large PDFs wait to be drawn.
 */
export type LettersRefusal = "absent" | "none" | "too-many" | "busy";

type Needs = JournalServices &
  Pick<
    Services,
    "mailings" | "register" | "replies" | "touches" | "optOuts" | "events" | "mailer" | "settings" | "clock"
  >;

/** @param publicUrl origin of the links */
export async function printLetters(
  services: Needs,
  id: string,
  { printing: at, range }: WantedLetters,
  publicUrl: string,
  by: Person | null,
): Promise<Result<Uint8Array, LettersRefusal>> {
  const mailing = await services.mailings.get(id);
  if (!mailing) return refusal("absent");
  const printings = mailing.shares.filter(({ way }) => way === "paper");
  const chosen = printings.find((one) => one.at.toISOString() === at);
  if (at !== null && !chosen) return refusal("absent");
  const [{ people }, shown, settings] = await Promise.all([
    readMailingState(services, mailing),
    readShownMailing(services, mailing, publicUrl),
    services.settings.get(),
  ]);
  const due = dueLetters(people);
  const printing = chosen ?? (due.length === 0 ? printings.at(-1) : undefined);
  const all = printing ? printedLetters(people, printing) : due;
  const wanted = range ? within(all, people, range) : all;
  if (!wanted) return refusal("absent");
  const members = wanted.flatMap(({ person }) => person ?? []);
  if (members.length === 0) return refusal("none");
  if (members.length > lettersPerFile(shown.blocks)) return refusal("too-many");
  const letters = lettersOf(shown, members, settings, dayInZurich(printing?.at ?? services.clock.now()));
  if (areLettersBusy(letters)) return refusal("busy");
  const pdf = await lettersPdf(letters);
  await addJournalEntry(services, by, { action: "exported", subject: "mailing", subjectId: id });
  return success(pdf);
}

/** The positions of the two people are those among all recipients: one of the two may have no letter any more. */
function within(
  letters: readonly MailingRecipient[],
  people: readonly MailingRecipient[],
  { from, to }: LetterRange,
): MailingRecipient[] | null {
  const [first, last] = [from, to].map((wanted) => people.findIndex(({ id }) => id === wanted));
  if (first === undefined || last === undefined || first < 0 || last < 0) return null;
  const range = new Set(people.slice(first, last + 1));
  return letters.filter((one) => range.has(one));
}

function lettersOf(
  shown: ShownMailing,
  members: readonly Member[],
  { holder, street, buildingNumber, postcode, place, email }: Settings,
  day: Day,
): PrintedLetters {
  const kicker = mailingKicker(shown);
  return {
    title: kicker,
    sender: [holder, `${street} ${buildingNumber}`.trim(), `${postcode} ${place}`, email].filter(Boolean),
    date: placeAndDate(place, day),
    kicker,
    subject: shown.subject,
    blocks: shown.blocks,
    answers: shown.answersTo === "" ? "" : answersInFrench(shown.answersTo),
    addresses: members.map(letterAddress),
  };
}
