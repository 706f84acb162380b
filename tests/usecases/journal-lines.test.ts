/** Runs each use case that writes, and checks that it adds a journal entry. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { committeeMemberAsTyped } from "#domain/committee-member.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { personOfAccount } from "#domain/person.ts";
import type { MemberData } from "#domain/register/member.ts";
import { memberAsTyped as memberAsForm } from "#domain/register/member-form.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import type { JournalEntry } from "#stores/journal.ts";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { mailRefused } from "#tests/mail-results.ts";
import { isPasswordGuessable } from "#tests/password-strength.ts";
import { removeAccount, renameAccount } from "#usecases/accounts/change-account.ts";
import { acceptAccountLink, changePassword, createFirstAccountByLink } from "#usecases/accounts/choose-password.ts";
import { inviteAccount, resetAccount } from "#usecases/accounts/issue-account-link.ts";
import { addPasskey, removePasskey, signInWithPasskey } from "#usecases/accounts/passkeys.ts";
import { recogniseBrowser } from "#usecases/accounts/recognise-browser.ts";
import { printAttendance, recordPresence } from "#usecases/assemblies/assembly.ts";
import { storeTransactions } from "#usecases/bank/bank-payments.ts";
import { addCard, addCommitteeMember, addEvent } from "#usecases/cards/add-card.ts";
import { addCommitteeMembers, addEvents } from "#usecases/cards/add-several.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { copyEventsToYear } from "#usecases/cards/copy-to-year.ts";
import { publishDrafts, publishDueDrafts } from "#usecases/cards/publish-drafts.ts";
import { undoEventChange } from "#usecases/cards/undo-event-change.ts";
import { deleteEvent } from "#usecases/dossiers/delete-event.ts";
import { closeResult, correctResult, reopenResult, saveResultLines } from "#usecases/dossiers/result.ts";
import { saveNotes } from "#usecases/dossiers/save-notes.ts";
import { takeDossier, takeStartingList, undoAddition } from "#usecases/dossiers/take-dossier.ts";
import {
  addTask,
  addTasksTogether,
  changeTask,
  deleteTask,
  restoreTask,
  setTaskDone,
  undoTaskChange,
} from "#usecases/dossiers/tasks.ts";
import { exportYearAudit } from "#usecases/fees/audit-year.ts";
import { openFeeYear } from "#usecases/fees/fee-years.ts";
import { printOwedBills, readOpenFees, sendBills } from "#usecases/fees/send-bills.ts";
import { recordPayment, settleFees } from "#usecases/fees/settle-fees.ts";
import { addHandoverPoints } from "#usecases/handover/add-points.ts";
import {
  addHandoverItem,
  changeHandoverItem,
  deleteHandoverItem,
  restoreHandoverItem,
  undoHandoverItemChange,
} from "#usecases/handover/change-items.ts";
import { changeInboxEntry, resendAllRefusedMail } from "#usecases/inbox/change-entry.ts";
import { deleteExpiredInboxEntries } from "#usecases/inbox/delete-old-entries.ts";
import { exportMessages, exportSignUps } from "#usecases/inbox/export-csv.ts";
import { printLetters } from "#usecases/mailings/print-letters.ts";
import { printWays } from "#usecases/mailings/print-ways.ts";
import { resumeMailing, sendMailing } from "#usecases/mailings/send-mailing.ts";
import { changeGroupShare, recordPrintedLetters } from "#usecases/mailings/share-mailing.ts";
import { printConsentForm, printMemberConsentForm } from "#usecases/print-consent-form.ts";
import {
  deleteCard,
  deleteInboxEntries,
  deleteMember,
  eraseExpiredBinEntries,
  eraseForGood,
  purgeExpiredData,
  restoreDeleted,
  restoreDeletedEntries,
  undoRestoration,
} from "#usecases/recycle-bin.ts";
import { acceptSignUps, undoAcceptances } from "#usecases/register/accept-sign-ups.ts";
import {
  acceptSignUp,
  addMember,
  changeMember,
  memberProposedBySignUp,
  recordMemberLeaving,
  recordMemberReturn,
  restoreMember,
} from "#usecases/register/change-register.ts";
import { recordConsent } from "#usecases/register/consent.ts";
import { exportMembers } from "#usecases/register/export-members.ts";
import { readMemberLink, renewMemberLink } from "#usecases/register/own-page.ts";
import { exportPerson } from "#usecases/register/person-data.ts";
import { decideProposal, listProposals } from "#usecases/register/proposals.ts";
import { remindByEmail } from "#usecases/rounds/remind-by-mail.ts";
import { changeTouch, saveRoundTexts } from "#usecases/rounds/round.ts";
import { saveSettingsAndPhoto, stopAutomaticPlanningYear } from "#usecases/save-settings.ts";
import { saveText } from "#usecases/save-text.ts";
import { addReplyByHand, changeReply } from "#usecases/slots/change-replies.ts";
import {
  addNight,
  addSlot,
  changeSlot,
  deleteSlot,
  restoreSlot,
  undoSlotAddition,
  undoSlotChange,
} from "#usecases/slots/plan.ts";
import { printWhoComes } from "#usecases/slots/print-who-comes.ts";
import { confirmReplies, replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { desk } from "./desk.ts";
import { aSentMailing } from "./sent-mailing.ts";
import { aMailableEvening } from "./slot-rounds.ts";

const URL = "http://localhost:3000";
const PASSWORD = "trois mots au hasard";
const PERSON = { firstName: "Luc", lastName: "Dubuis", role: "Membre", displayedRole: "" };
/** Stores with the acting account, a member and an inbox entry. */
async function furnished() {
  const services = {
    ...desk(),
    isGuessable: isPasswordGuessable,
    siteSecret: async () => "un-secret-de-test-qui-ne-sert-nulle-part-0123456789",
    mailer: { delivery: "file" } as Parameters<typeof exportMessages>[0]["mailer"],
  };
  const me = (await services.auth.createAccount("anne@exemple.ch", PASSWORD)) ?? expect.fail();
  await services.committee.create("DubuisMembre", PERSON);
  const { entry } = await services.inbox.add(aMessage(), new Date());
  await mailRefused(services.mails, entry.id, "refusé");
  return { ...services, me, by: personOfAccount(me), entry };
}

type Desk = Awaited<ReturnType<typeof furnished>>;

const CARD = { collection: "membres", id: "DubuisMembre" } as const;
const cardOf = async (at: Desk) => ({ ...CARD, version: (await at.committee.get(CARD.id))?.version ?? "" });
const binned = async (at: Desk) => (await deleteCard(at, CARD, null)) ?? "";
const EVENT = "Fête0825";
const aFile = async () => ({ name: "a.jpg", bytes: await jpeg(300, 200) });
const settingsForm = async (at: Desk) => ({
  typed: { ...settingsAsTyped(INITIAL_SETTINGS), planningYear: "2030" },
  version: (await at.settings.get()).version,
  photo: null,
  removePhoto: false,
});
const aMonthLater = (at: Desk) => ({ ...at, clock: { now: () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000) } });
const bobOf = async (at: Desk) => (await at.auth.createAccount("bob@exemple.ch", PASSWORD)) ?? expect.fail();

const MARIE = aMember({ firstName: "Marie", lastName: "Luyet" });
const memberForm = (fields: Partial<MemberData>) => memberAsForm({ ...MARIE, ...fields });
/** @returns id and version of a member of the register */
async function memberOf({ register }: Desk, fields: Partial<MemberData> = {}) {
  const [id = ""] = await saveMembers(register, { ...MARIE, ...fields });
  return { id, version: (await register.get(id))?.version ?? "" };
}
/** @returns the id of a member who owes the fee of 2026 */
async function owing(at: Desk): Promise<string> {
  const { id } = await memberOf(at);
  await openFeeYear(at, "2026", null);
  return id;
}
async function withKey(at: Desk) {
  const key = createKey();
  await at.auth.addPasskey(at.me.id, key.make(await at.auth.passkeyOptions("add", at.me)), "Clé");
  return key;
}

const PERSON_AT_SLOT = { member: "", name: "Zoé", phone: "", birthDate: "", isAdult: false, door: "member" } as const;
/** @returns an event, one of its slots and a reply to it */
async function withReply(at: Desk) {
  await at.events.create(EVENT, anEvent({ month: "2099-06", firstDay: "2099-06-12" }), null);
  const event = (await at.events.get(EVENT)) ?? expect.fail();
  const hours = { from: { days: 0, time: "20:00" }, until: { days: 0, time: "23:00" } };
  const slots = await at.slots.add(event.subject, [{ ...EMPTY_SLOT, ...hours, post: "Bar" }], null);
  const outcome = await replyToSlots(at, { event, chosen: slots, replier: PERSON_AT_SLOT }, null);
  return {
    event,
    slot: slots[0] ?? "",
    reply: outcome.is === "added" ? (outcome.replies[0]?.id ?? "") : expect.fail(),
  };
}
const NIGHT = { posts: "Bar", evening: "2025-08-02", from: "22:00", until: "04:00", every: "3", needed: "4" };
const SLOT = { post: "Bar", day: "2025-08-02", from: "22:00", until: "23:00", needed: "4" };
async function planned({ events }: Desk) {
  await events.create(EVENT, anEvent({ firstDay: "2025-08-02" }), null);
  return (await events.get(EVENT)) ?? expect.fail();
}
async function slotOf(at: Desk) {
  const event = await planned(at);
  await addSlot(at, event, SLOT, null);
  const [slot = expect.fail()] = await at.slots.list(event.subject);
  return { ...slot, event };
}

const PARTY = "subject-of-the-party";
/** @returns the version of a result with a line */
async function withResult(at: Desk): Promise<string> {
  await saveResultLines(at, PARTY, { lines: "Bar 10’498.–", version: "0" }, null);
  return (await at.dossiers.getResult(PARTY)).version;
}

const SEARCH = { text: "", filter: "tout", day: "2026-01-16" } as const;
const NEW_PASSWORD = { newPassword: "quatre mots au hasard" };

/** @returns the id of a mailing to a member whom only paper reaches */
async function paperMailingOf(at: Desk): Promise<string> {
  const { id: member } = await memberOf(at, { phone: "", email: "", street: "Rue du Lac", buildingNumber: "1" });
  const words = { subject: "Sortie", text: "Bonjour", answersTo: "", isForGroup: false };
  const recipients = [{ member, reply: "" }];
  const id = newMailingId();
  await at.mailings.create(id, { ...words, kind: "info", event: "", day: "", corrects: "", recipients }, [], null);
  return id;
}

/** One call of each use case, by its name. */
const DEEDS: Record<string, (desk: Desk) => Promise<unknown>> = {
  changeCard: async (at) => changeCard(at, { ...(await cardOf(at)), fields: { ...PERSON, firstName: "Luca" } }, at.by),
  changePicture: async (at) => changePicture(at, await cardOf(at), { file: await aFile() }, "", at.by),
  changeInboxEntry: (at) => changeInboxEntry(at, { type: "message", id: at.entry.id, change: "resend" }, at.by),
  deleteCard: (at) => deleteCard(at, CARD, at.by),
  async restoreDeletedEntries(at) {
    await deleteInboxEntries(at, [at.entry.id], null);
    return restoreDeletedEntries(at, [at.entry.id], at.by);
  },
  deleteInboxEntries: (at) => deleteInboxEntries(at, [at.entry.id], at.by),
  eraseForGood: async (at) => eraseForGood(at, await binned(at), at.by),
  exportSignUps: (at) => exportSignUps(at, { ...SEARCH, type: "inscription" }, at.by),
  exportMessages: (at) => exportMessages(at, { ...SEARCH, type: "message" }, at.by),
  printMemberConsentForm: async (at) =>
    printMemberConsentForm(at, URL, (await memberOf(at, { birthDate: "2012-08-05" })).id, at.by),
  recordConsent: async (at) =>
    recordConsent(at, { subject: { member: (await memberOf(at)).id }, received: true }, at.by),
  async printConsentForm(at) {
    const minor = aSignUp({ birthDate: "05.08.2012", minorCharter: "Validé par la personne" });
    return printConsentForm(at, URL, (await at.inbox.add(minor, new Date())).entry.id, at.by);
  },
  addCard: (at) => addCard(at, at.committee, { collection: "membres", id: "Neuf", fields: PERSON, file: null }, at.by),
  addEvent: async (at) =>
    addEvent(at, { Nom: "Fête", mois: "08", annee: "2030", Lieu: "Savièse" }, await aFile(), at.by),
  async publishDrafts(at) {
    await at.events.create(EVENT, anEvent({ publication: "draft" }), null, await prepared(at, "evenements"));
    return publishDrafts(at, [EVENT], at.by);
  },
  addCommitteeMember: (at) =>
    addCommitteeMember(at, committeeMemberAsTyped({ ...PERSON, lastName: "Zen" }), null, at.by),
  addEvents: (at) => addEvents(at, "12.12.2030 Bal, halle", at.by),
  addCommitteeMembers: (at) => addCommitteeMembers(at, "Zoé Zen, Membre", at.by),
  async undoEventChange(at) {
    await at.events.create(EVENT, anEvent());
    const before = await at.events.get(EVENT);
    await at.events.update(EVENT, anEvent({ status: "annule" }), before?.version ?? "", null);
    const { version = "", updatedAt = "" } = (await at.events.get(EVENT)) ?? {};
    return undoEventChange(at, { id: EVENT, version, at: updatedAt }, at.by);
  },
  resendAllRefusedMail: (at) => resendAllRefusedMail(at, "message", at.by),
  async undoRestoration(at) {
    const key = await binned(at);
    await restoreDeleted(at, key, null);
    return undoRestoration(at, key, at.by);
  },
  restoreDeleted: async (at) => restoreDeleted(at, await binned(at), at.by),
  async copyEventsToYear(at) {
    await at.events.create(EVENT, anEvent(), null, null);
    return copyEventsToYear(at, [EVENT], () => 2030, at.by);
  },
  saveSettingsAndPhoto: async (at) => saveSettingsAndPhoto(at, await settingsForm(at), at.me, async () => null),
  saveText: (at) => saveText(at, "footer", { typed: {}, version: "0" }, at.by, () => true),
  stopAutomaticPlanningYear: (at) => stopAutomaticPlanningYear(at, 2031, at.by),
  async acceptAccountLink(at) {
    // Create a second account, because the last account that can sign in cannot be reset.
    await bobOf(at);
    const link = await at.auth.reset(at.me.id);
    return acceptAccountLink(at, link?.token ?? "", NEW_PASSWORD, null);
  },
  changePassword: (at) => changePassword(at, at.me, { current: PASSWORD, ...NEW_PASSWORD }, ""),
  async createFirstAccountByLink(at) {
    // Use new stores without an account.
    const { auth } = Object.assign(at, desk());
    const link = await auth.issueFirstLink(60_000);
    const typed = { email: "anne@exemple.ch", ...NEW_PASSWORD };
    const outcome = await createFirstAccountByLink(at, link?.token ?? "", typed, "");
    return Object.assign(at, outcome.ok && { me: outcome.value.account });
  },
  inviteAccount: (at) =>
    inviteAccount(at, { email: "paul@exemple.ch", firstName: "Paul" }, { by: at.me, publicUrl: null }),
  resetAccount: async (at) => resetAccount(at, (await bobOf(at)).id, { by: at.me, publicUrl: null }),
  removeAccount: async (at) => removeAccount(at, (await bobOf(at)).id, at.me),
  signInWithPasskey: async (at) => {
    const key = await withKey(at);
    return signInWithPasskey(at, key.use(await at.auth.passkeyOptions("sign-in", null), at.me.id), "");
  },
  addPasskey: async (at) => addPasskey(at, at.me, createKey().make(await at.auth.passkeyOptions("add", at.me)), "Clé"),
  removePasskey: async (at) => removePasskey(at, at.me, (await withKey(at)).id),
  renameAccount: (at) => renameAccount(at, at.me.id, "Anne", at.me),
  recogniseBrowser: (at) => recogniseBrowser(at, at.me, []),
  addMember: (at) => addMember(at, memberForm({ firstName: "Ana" }), at.by),
  async acceptSignUp(at) {
    const { entry } = await at.inbox.add(aSignUp(), new Date());
    const { data } = await memberProposedBySignUp(at, { ...entry, ...aSignUp() });
    return acceptSignUp(at, { signUp: entry.id, typed: memberForm(data), renew: null }, at.by);
  },
  async acceptSignUps(at) {
    const { entry } = await at.inbox.add(aSignUp(), new Date());
    return acceptSignUps(at, [entry.id], at.by);
  },
  async undoAcceptances(at) {
    const { entry } = await at.inbox.add(aSignUp(), new Date());
    await acceptSignUps(at, [entry.id], null);
    return undoAcceptances(at, [entry.id], at.by);
  },
  changeMember: async (at) =>
    changeMember(at, { ...(await memberOf(at)), typed: memberForm({ note: "Tambour" }) }, at.by),
  recordMemberLeaving: async (at) =>
    recordMemberLeaving(at, { ...(await memberOf(at)), typed: { leftOn: "2026-01-01" } }, at.by),
  recordMemberReturn: async (at) =>
    recordMemberReturn(at, { ...(await memberOf(at, { leftOn: "2026-01-01" })), on: "2026-02-01" }, at.by),
  restoreMember: async (at) => restoreMember(at, { ...(await memberOf(at)), data: MARIE }, at.by),
  exportPerson: async (at) => exportPerson(at, (await memberOf(at)).id, "donnees.json", at.by),
  exportMembers: (at) => exportMembers(at, { text: "", filter: "present", day: "2026-01-16" }, at.by),
  async exportYearAudit(at) {
    await openFeeYear(at, "2026", null);
    return exportYearAudit(at, { year: "2026", format: "csv" }, at.by);
  },
  recordPresence: async (at) =>
    recordPresence(at, { day: "2026-01-16", member: (await memberOf(at)).id, isPresent: true }, at.by),
  async decideProposal(at) {
    await at.proposals.add((await memberOf(at)).id, { kind: "erase", year: "", fields: {} });
    const { lines } = await listProposals(at, 1);
    return decideProposal(at, { id: "", seen: "", ...lines[0], state: "refused" }, at.by);
  },
  async renewMemberLink(at) {
    const member = { ...(await memberOf(at)), returnedOn: "" as const };
    return renewMemberLink(at, member, await readMemberLink(at, member), at.by);
  },
  async replyToSlots(at) {
    const { event, slot } = await withReply(at);
    return replyToSlots(at, { event, chosen: [slot], replier: { ...PERSON_AT_SLOT, name: "Luc" } }, at.by);
  },
  async confirmReplies(at) {
    const { event, reply } = await withReply(at);
    return confirmReplies(at, [reply], { event, slots: [] }, at.by);
  },
  async addReplyByHand(at) {
    const { event, slot } = await withReply(at);
    return addReplyByHand(at, { event, typed: { name: "Luc", phone: "", slot } }, at.by);
  },
  async changeReply(at) {
    const { event, reply } = await withReply(at);
    return changeReply(at, { event, id: reply, change: "remove" }, at.by);
  },
  printWhoComes: async (at) => printWhoComes(at, { event: (await withReply(at)).event, by: "post" }, at.by),
  printLetters: async (at) => printLetters(at, await paperMailingOf(at), { printing: null, range: null }, URL, at.by),
  printWays: async (at) => printWays(at, await paperMailingOf(at), URL, at.by),
  printAttendance: (at) => printAttendance(at, { day: "2026-01-16", onlyPresent: false }, at.by),
  deleteMember: async (at) => deleteMember(at, (await memberOf(at)).id, at.by),
  openFeeYear: (at) => openFeeYear(at, "2026", at.by),
  async printOwedBills(at) {
    await owing(at);
    const owed = await readOpenFees(at, await at.fees.listOpen("2026"), null, URL);
    return printOwedBills(
      at,
      owed,
      { account: { ...INITIAL_SETTINGS, iban: "CH5604835012345678009" }, words: "" },
      at.by,
    );
  },
  sendBills: async (at) =>
    sendBills(at, { year: "2026", days: null, way: "sms", ids: [`2026-${await owing(at)}`] }, URL, at.by),
  async changeTouch(at) {
    const member = await owing(at);
    const touch = { kind: "bill", member, fees: `2026-${member}`, way: "sms", at: "" };
    return changeTouch(at, touch, true, at.by);
  },
  remindByEmail: async (at) => {
    const { event, evening, members } = await aMailableEvening(at);
    return remindByEmail(at, { event, evening, members }, at.by, "");
  },
  async changeGroupShare(at) {
    const id = await aSentMailing(at, { group: 1 });
    return changeGroupShare(at, id, at.clock.now().toISOString(), true, at.by);
  },
  async recordPrintedLetters(at) {
    const id = await aSentMailing(at, { paper: 1 });
    const shown = (await at.mailings.get(id))?.recipients.map(({ member }) => member) ?? [];
    return recordPrintedLetters(at, id, shown, at.by);
  },
  saveRoundTexts: async (at) => {
    const { version } = await at.roundTexts.get("bill");
    return saveRoundTexts(at, "bill", { typed: { tu: "{montant} {lien}" }, version }, at.by);
  },
  storeTransactions: (at) => storeTransactions(at, [{ ...aTransaction("T1"), verdict: aVerdict() }], [], at.by),
  async settleFees(at) {
    const typed = { way: "cash", date: "2026-03-01" };
    return settleFees(at, { ids: [`2026-${await owing(at)}`], intention: "pay", typed }, at.by);
  },
  addNight: async (at) => addNight(at, await planned(at), NIGHT, at.by),
  addSlot: async (at) => addSlot(at, await planned(at), SLOT, at.by),
  async changeSlot(at) {
    const { event, id, version } = await slotOf(at);
    return changeSlot(at, event, { id, version, typed: { ...SLOT, needed: "9" } }, at.by);
  },
  async undoSlotChange(at) {
    const { event, id, version } = await slotOf(at);
    await changeSlot(at, event, { id, version, typed: { ...SLOT, needed: "9" } }, null);
    const changed = (await at.slots.get(id)) ?? expect.fail();
    return undoSlotChange(at, event, { id, version: changed.version, at: changed.updatedAt }, at.by);
  },
  async deleteSlot(at) {
    const { event, id } = await slotOf(at);
    return deleteSlot(at, event, { id, seen: [] }, at.by);
  },
  async restoreSlot(at) {
    const { event, id } = await slotOf(at);
    await deleteSlot(at, event, { id, seen: [] }, null);
    return restoreSlot(at, event, id, at.by);
  },
  async undoSlotAddition(at) {
    const { event, updatedAt } = await slotOf(at);
    return undoSlotAddition(at, event, updatedAt, at.by);
  },
  async deleteEvent(at) {
    await planned(at);
    return deleteEvent(at, { id: EVENT, keepsDossier: true }, at.by);
  },
  saveResultLines: (at) => saveResultLines(at, PARTY, { lines: "Bar 10’498.–", version: "0" }, at.by),
  closeResult: async (at) => closeResult(at, PARTY, await withResult(at), at.by),
  async reopenResult(at) {
    await closeResult(at, PARTY, await withResult(at), null);
    return reopenResult(at, PARTY, at.by);
  },
  async correctResult(at) {
    await closeResult(at, PARTY, await withResult(at), null);
    return correctResult(at, PARTY, "DJ −500", at.by);
  },
  addTask: async (at) => addTask(at, ASSOCIATION_OWNER, TASK, at.by),
  addTasksTogether: async (at) => addTasksTogether(at, ASSOCIATION_OWNER, [NEW_TASK], at.by),
  async changeTask(at) {
    const { id, version } = await taskOf(at);
    return changeTask(at, ASSOCIATION_OWNER, { id, version, typed: { ...TASK, who: "Zoé" } }, at.by);
  },
  async undoTaskChange(at) {
    const { id, version } = await taskOf(at);
    await changeTask(at, ASSOCIATION_OWNER, { id, version, typed: { ...TASK, who: "Zoé" } }, null);
    const changed = (await at.tasks.get(id)) ?? expect.fail();
    return undoTaskChange(at, ASSOCIATION_OWNER, { id, version: changed.version, at: changed.updatedAt }, at.by);
  },
  async setTaskDone(at) {
    const { id } = await taskOf(at);
    return setTaskDone(at, ASSOCIATION_OWNER, { id, isDone: true }, at.by);
  },
  async deleteTask(at) {
    const { id } = await taskOf(at);
    return deleteTask(at, ASSOCIATION_OWNER, id, at.by);
  },
  async restoreTask(at) {
    const { id } = await taskOf(at);
    await deleteTask(at, ASSOCIATION_OWNER, id, null);
    return restoreTask(at, ASSOCIATION_OWNER, id, at.by);
  },
  async undoAddition(at) {
    const { updatedAt } = await taskOf(at);
    return undoAddition(at, ASSOCIATION_OWNER, updatedAt, at.by);
  },
  async takeDossier(at) {
    const event = await planned(at);
    await at.tasks.add(event.subject, [NEW_TASK], null);
    return takeDossier(at, ASSOCIATION_OWNER, event.subject, at.by);
  },
  takeStartingList: async (at) => takeStartingList(at, ASSOCIATION_OWNER, { list: "party", ticked: ["0", "1"] }, at.by),
  saveNotes: async (at) => {
    const { version } = await at.dossiers.getNotes(ASSOCIATION);
    return saveNotes(at, ASSOCIATION, { typed: { notes: "40 fûts" }, version }, at.by);
  },
  addHandoverItem: (at) => addHandoverItem(at, { what: "Clés", where: "Armoire", who: "" }, at.by),
  async changeHandoverItem(at) {
    const { id, version } = await itemOf(at);
    return changeHandoverItem(at, { id, version, typed: { what: "Clés", where: "", who: "Zoé" } }, at.by);
  },
  async undoHandoverItemChange(at) {
    const { id, version } = await itemOf(at);
    await changeHandoverItem(at, { id, version, typed: { what: "Clés", where: "", who: "Zoé" } }, null);
    const changed = await itemOf(at);
    return undoHandoverItemChange(at, { ...changed, at: changed.updatedAt }, at.by);
  },
  deleteHandoverItem: async (at) => deleteHandoverItem(at, (await itemOf(at)).id, at.by),
  async restoreHandoverItem(at) {
    const { id } = await itemOf(at);
    await deleteHandoverItem(at, id, null);
    return restoreHandoverItem(at, id, at.by);
  },
  addHandoverPoints: (at) => addHandoverPoints(at, at.by),
  sendMailing: async (at) => sendMailing(at, await mailingOf(at), at.by),
  async resumeMailing(at) {
    const mailing = await mailingOf(at);
    await sendMailing(at, mailing, null);
    await at.mailings.stop(mailing.id, null);
    return resumeMailing(at, mailing.id, URL, at.by);
  },
  async recordPayment(at) {
    const typed = { amount: "20", way: "cash", date: "2026-03-01" };
    return recordPayment(at, { member: await owing(at), year: "2026", paid: 0, typed }, at.by);
  },
};

/** Jobs of the site, whose journal entries have no author. */
const BY_ITSELF: typeof DEEDS = {
  async publishDueDrafts(at) {
    await at.events.create(EVENT, anEvent({ publication: "2025-06-01T16:00:00.000Z" }), null, null);
    return publishDueDrafts(at);
  },
  async deleteExpiredInboxEntries(at) {
    await at.inbox.setHandled([at.entry.id], new Date("2020-01-01T12:00:00Z"), at.by);
    return deleteExpiredInboxEntries(at);
  },
  async eraseExpiredBinEntries(at) {
    await deleteCard(at, CARD, at.by);
    return eraseExpiredBinEntries(aMonthLater(at));
  },
  async purgeExpiredData(at) {
    await deleteCard(at, CARD, at.by);
    return purgeExpiredData(aMonthLater(at));
  },
};

/** Use cases that write without a journal entry, with the reason. */
const WITHOUT_LINE: Record<string, string> = {
  addContactDetails: "a visitor did it, as a sign-up",
  askForMemberLink: "a visitor did it, perhaps a stranger",
  answerLinkQuestions: "it answers a visitor; the link that the committee sends has a line",
  readFirstSteps: "it ends a list of what is done elsewhere, with lines",
  addJournalEntry: "it writes the lines",
  deliverMails: "the outbox works by itself",
  queueMailing: "the line is that of sendMailing or resumeMailing",
  finishMailings: "a job finishes what sendMailing began",
  sendMailingToOneself: "a trial, which stores nothing",
  sweepSavedMail: "it removes files of entries whose erasure has a line",
  sendTestMail: "it stores only that mail leaves",
  erasePerson: "it deletes and erases, which have lines and are run here",
  confirmPassword: "a session is nobody's work",
  transferData: "the lines of the journal are copied",
  ensureFirstAccount: "the first start: nobody can have done it",
  replaceCommitteeMember: "one line for each of the two cards: tests/http/committee/replace-member",
  undoReplacement: "one line for each of the two cards: tests/http/committee/replace-member",
  importMembers: "a line of its own, and one for each member: tests/usecases/import-members",
  submitSignUp: "a visitor's entry",
  sendProposal: "a member's own, which the committee decides; an e-mail address: tests/contracts/register",
  submitContactMessage: "a visitor's entry",
  submitSlotReplies: "a visitor's replies",
  changePlace: "a person's own reply",
  addMemberReply: "a member's own reply",
  purgeReplies: "the replies of past events end by themselves",
  queueToDoLetters: "a mail of the site to each account",
  purgeDossiers: "names end by themselves, and dossiers whose deletion has a line",
};

/** A mailing to one member, before it is sent. */
async function mailingOf(at: Desk) {
  const mailing = aMailing({ recipients: [{ member: (await memberOf(at)).id, reply: "" }] });
  return { id: newMailingId(), mailing, account: "anne@exemple.ch", publicUrl: URL };
}

const TASK = { text: "Salle", due: "", who: "" };
const NEW_TASK = { text: "Salle", due: null, who: "" };
const ASSOCIATION_OWNER = { subject: ASSOCIATION, name: "Association", event: null, eventId: null };
async function itemOf(at: Desk) {
  if ((await at.handoverItems.list()).length === 0)
    await at.handoverItems.add({ what: "Clés", where: "Armoire", who: "" }, null);
  return (await at.handoverItems.list())[0] ?? expect.fail();
}
async function taskOf(at: Desk) {
  await at.tasks.add(ASSOCIATION, [NEW_TASK], null);
  return (await at.tasks.list(ASSOCIATION))[0] ?? expect.fail();
}

/** Exported functions of the use cases that write nothing. */
const READING =
  `checkNewPassword readHandover readCommitteeNames writeToDoCalendar createToDoLetterCheck readToDo readOpenTasks withEvents hasDossier composeWeekMessage createToDoReader readWhoComes slotsLackingPeople findLateWithdrawals validateInvitation validateFirstName cardStoreOf shownCardPicture publishedIfDue drawQrBill
drawTwintCode deletionNoticeCutoff retentionMonths upcomingDeletion accountNoticeLetters readJournal listJournalPeople printBlankConsentForm publishPlanningCalendar
letterFiles listAssemblyDays readConvocations
publishEventCalendar createClockGuard readHealthReport validateEventForm findSignUp memberProposedBySignUp previewFeeYear previewEvents previewCommitteeMembers findRestoredDocument findReplacedCommitteeMember cardReplacedBy planAcceptances readDoubtsAboutSignUp
openableFeeYears openDebtOfMember listProposals readMemberLink readOwnPage readGroupPage readMailingsToMember readMailingsToReplier findOptOutMember writeMemberVcard acceptedPasskeys printAssemblySummary readPersonData previewMemberImport readYearAudit feeYearStateInFrench readOpenFees billLetterOf qrBillOfSignUp previewBankFile proposeFeesForPayments isBillDueByEmail listOpenFeesBetween countBillsByYear consentRecordOf membersOfSignUps askContactDetails readBillTexts dueBy readSentMailing readMailProgressOf listSentMailings readAboutMailing readRoundPage readSlotRequestRound readSlotChangeRound readReminderEvening readSlotReminderRound reminderMessageValues isRemindedByEmail listPeopleToRemindByEmail isMassReminder touchInFrench billRoundRow countPeopleDue countLostLinks readMemberRound readRemovedPresences repliesComingTo readPlaceSource isPlaceIntention arePlacesCurrent readMemberPlaces writeMemberPlacesCalendar writePlacesCalendar readEventsBySubject readEventToDelete findDossier ownerOfEvent ownerOfKept earlierDossiers listOtherDossiers findToDos listSources findLastYears listProposedNames lastOfThisTap isMassMailing createPace readAudience readMailingState countMissing readShownMailing assemblyInFrench isMailingLetterTrue`.split(
    /\s/,
  );

/** @returns the names of all functions that the use cases export */
async function useCases(): Promise<string[]> {
  const folder = join(import.meta.dirname, "../../usecases");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const modules: object[] = await Promise.all(files.map((file) => import(join(folder, file))));
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
  );
}

const linesOf = async ({ journal }: Desk): Promise<JournalEntry[]> =>
  (await journal.list({}, { start: 0, count: 50 })).entries;

describe("the journal", () => {
  it.each(Object.entries(DEEDS))("has one entry with the author after %s", async (_, act) => {
    const at = await furnished();
    await act(at);
    const mine = (await linesOf(at)).filter(({ by }) => by?.id === at.me.id);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.by?.name).toBeTruthy();
  });

  it.each(Object.entries(BY_ITSELF))("has one entry without an author after %s", async (name, act) => {
    const at = await furnished();
    await act(at);
    const mine = (await linesOf(at)).filter(({ by, action }) => by === null && action !== "added");
    const action = { publishDueDrafts: "published", deleteExpiredInboxEntries: "deleted" }[name] ?? "erased";
    expect(mine).toMatchObject([{ action }]);
  });

  it("covers every use case that writes: the test runs each, or lists it with a reason", async () => {
    const known = [DEEDS, BY_ITSELF, WITHOUT_LINE].flatMap((list) => Object.keys(list));
    expect((await useCases()).toSorted()).toEqual([...known, ...READING].toSorted());
  });
});
