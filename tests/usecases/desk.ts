import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createSavedMailFolder } from "#adapters/outbox/saved-mail.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import type { Mailer } from "#ports/mailer.ts";
import { createAttendanceStore } from "#stores/assemblies/attendance.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createDossierStore } from "#stores/dossiers/dossiers.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { createEventStore } from "#stores/events.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createHandoverItemStore } from "#stores/handover-items.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore } from "#stores/mails.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createLostLinkStore } from "#stores/register/lost-links.ts";
import { createMemberImportStore } from "#stores/register/member-imports.ts";
import { createMemberLinkStore } from "#stores/register/member-links.ts";
import { createProposalStore } from "#stores/register/proposals.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore } from "#stores/rounds/touches.ts";
import {
  createAnnouncementStore,
  createRoundTextStore,
  createSettingsStore,
  createTextStore,
} from "#stores/settings.ts";
import { createPlaceLinkStore } from "#stores/slots/place-links.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { accountsIn } from "#tests/contracts/accounts/place.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { type AtEnd, embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import type { SiteHealth } from "#usecases/services.ts";

const NO_MAILER: Mailer = { delivery: "file", send: () => Promise.reject(new Error("The desk sends no mail.")) };

/** A site on which nothing is wrong. A provider makes its backups, and the slow checks have not run yet. */
export const IN_ORDER: SiteHealth = {
  measure: async () => ({
    service: "well",
    disk: "elsewhere",
    logLoss: null,
    clockHeldSince: null,
    backups: { last: null, failedAt: null, kept: null },
    updates: null,
    running: "1",
  }),
  check: async () => {},
  readChecked: () => ({ last: null, inProgress: false }),
};

/**
 * Opens empty stores in a folder that is deleted when the test ends.
 * @param atEnd `afterAll` for the stores of several tests
 */
export function desk(atEnd: AtEnd = onTestFinished) {
  const { file, open } = embeddedFile(atEnd);
  const db = open();
  const documents = documentsOf(db, atEnd);
  const files = openSqliteFiles(file, { onErased: () => {} });
  const pictures = createPictureStore({ documents, files });
  atEnd(async () => {
    await pictures.stop();
    files.close();
  });
  return {
    committee: createCommitteeStore(documents),
    events: createEventStore(documents),
    register: createRegisterStore(documents),
    fees: createFeeStore(documents),
    bank: createBankPaymentStore(documents),
    attendance: createAttendanceStore(documents),
    slots: createSlotStore(documents),
    tasks: createTaskStore(documents),
    dossiers: createDossierStore(documents),
    handoverItems: createHandoverItemStore(documents),
    mailings: createMailingStore(documents, async () => "un-secret-de-test"),
    optOuts: createOptOutStore(documents, async () => "un-secret-de-test"),
    replies: createReplyStore(documents),
    placeLinks: createPlaceLinkStore(documents, async () => "un-secret-de-test"),
    memberImports: createMemberImportStore(documents),
    memberLinks: createMemberLinkStore(documents, async () => "un-secret-de-test"),
    lostLinks: createLostLinkStore(documents, async () => "un-secret-de-test"),
    proposals: createProposalStore(documents),
    settings: createSettingsStore(documents),
    announcement: createAnnouncementStore(documents),
    texts: createTextStore(documents),
    roundTexts: createRoundTextStore(documents),
    touches: createTouchStore(documents),
    inbox: createInboxStore(documents),
    bin: createRecycleBinStore(documents),
    journal: createJournalStore(documents),
    savedMail: createSavedMailFolder({ directory: join(dirname(file), "outbox") }),
    pictures,
    documents,
    /** @returns keys of the pictures whose files exist */
    keysOfFiles: async () => [...new Set((await files.list("variantes/")).map(({ name }) => name.slice(10, 30)))],
    auth: accountsIn(db),
    mails: createMailStore(documents),
    mailer: NO_MAILER,
    health: IN_ORDER,
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

/** As `report`, where nothing may fail. */
export const failOnReport = (error: unknown): never => {
  throw error;
};
