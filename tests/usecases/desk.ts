import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createSavedMail } from "#adapters/outbox/saved-mail.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import type { Mailer } from "#ports/mailer.ts";
import { createAttendance } from "#stores/assemblies/attendance.ts";
import { createBankBook } from "#stores/bank/payments.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createFeeBook } from "#stores/fees/fees.ts";
import { createInbox } from "#stores/inbox.ts";
import { createJournal } from "#stores/journal.ts";
import { createMails } from "#stores/mails.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { createLostLinks } from "#stores/register/lost-links.ts";
import { createMemberImports } from "#stores/register/member-imports.ts";
import { createMemberLinks } from "#stores/register/member-links.ts";
import { createProposals } from "#stores/register/proposals.ts";
import { createRegister } from "#stores/register/register.ts";
import { createTouches } from "#stores/rounds/touches.ts";
import { createAnnouncementStore, createRoundTexts, createSettingsStore, createTextStore } from "#stores/settings.ts";
import { createPlaceLinks } from "#stores/slots/place-links.ts";
import { createReplies } from "#stores/slots/replies.ts";
import { createSlots } from "#stores/slots/slots.ts";
import { accountsIn } from "#tests/contracts/accounts/place.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { type AtEnd, embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

const NO_MAILER: Mailer = { delivery: "file", send: () => Promise.reject(new Error("The desk sends no mail.")) };

/**
 * Opens empty stores in a folder that is deleted when the test ends.
 * @param atEnd `afterAll` for the stores of several tests
 */
export function desk(atEnd: AtEnd = onTestFinished) {
  const { file, open } = embeddedFile(atEnd);
  const db = open();
  const documents = documentsOf(db, atEnd);
  const files = openSqliteFiles(file, { onErased: () => {} });
  const pictures = createPictures({ documents, files });
  atEnd(async () => {
    await pictures.stop();
    files.close();
  });
  return {
    committee: createCommittee(documents),
    events: createEvents(documents),
    register: createRegister(documents),
    fees: createFeeBook(documents),
    bank: createBankBook(documents),
    attendance: createAttendance(documents),
    slots: createSlots(documents),
    replies: createReplies(documents),
    placeLinks: createPlaceLinks(documents, async () => "un-secret-de-test"),
    memberImports: createMemberImports(documents),
    memberLinks: createMemberLinks(documents, async () => "un-secret-de-test"),
    lostLinks: createLostLinks(documents, async () => "un-secret-de-test"),
    proposals: createProposals(documents),
    settings: createSettingsStore(documents),
    announcement: createAnnouncementStore(documents),
    texts: createTextStore(documents),
    roundTexts: createRoundTexts(documents),
    touches: createTouches(documents),
    inbox: createInbox(documents),
    bin: createRecycleBin(documents),
    journal: createJournal(documents),
    savedMail: createSavedMail({ directory: join(dirname(file), "outbox") }),
    pictures,
    documents,
    /** @returns keys of the pictures whose files exist */
    keysOfFiles: async () => [...new Set((await files.list("variantes/")).map(({ name }) => name.slice(10, 30)))],
    auth: accountsIn(db),
    mails: createMails(documents),
    mailer: NO_MAILER,
    isReserved: () => false,
    clock: { now: () => new Date() },
  };
}

/** @returns the store with one method that fails, as when the store is unavailable */
export const broken = <Store extends object>(store: Store, method: keyof Store): Store => ({
  ...store,
  [method]: async () => {
    throw new Error("panne");
  },
});
