/** Runs each use case that writes, and checks that it adds a journal entry. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { committeeMemberAsTyped } from "#domain/committee-member.ts";
import { dayInZurich } from "#domain/dates.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/members/member.ts";
import { memberAsTyped as memberAsForm } from "#domain/members/member-form.ts";
import { personOf } from "#domain/person.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import type { JournalLine } from "#stores/journal.ts";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { saveMembers } from "#tests/contracts/members/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { isGuessable } from "#tests/password-strength.ts";
import { removeAccount, renameAccount } from "#usecases/accounts/change-account.ts";
import { acceptLink, changePassword, makeFirstAccount } from "#usecases/accounts/choose-password.ts";
import { inviteAccount, resetAccount } from "#usecases/accounts/issue-account-link.ts";
import { addPasskey, removePasskey, signInWithPasskey } from "#usecases/accounts/passkeys.ts";
import { recogniseBrowser } from "#usecases/accounts/recognise-browser.ts";
import { keepTransactions } from "#usecases/bank/bank-payments.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { copyToYear } from "#usecases/cards/copy-to-year.ts";
import { publishCard, publishDrafts, publishDue, publishEvent, publishMember } from "#usecases/cards/publish-card.ts";
import { exportAudit } from "#usecases/fees/audit-year.ts";
import { openYear } from "#usecases/fees/fee-years.ts";
import { printOwedBills, readOwed, sendBills } from "#usecases/fees/send-bills.ts";
import { recordPayment, settleFees } from "#usecases/fees/settle-fees.ts";
import { changeEntry, resendAllMail } from "#usecases/inbox/change-entry.ts";
import { deleteExpired } from "#usecases/inbox/delete-old-entries.ts";
import { exportMessages, exportSignUps } from "#usecases/inbox/export-csv.ts";
import { printAttendance, recordPresence } from "#usecases/members/assembly.ts";
import {
  acceptSignUp,
  addMember,
  changeMember,
  proposeMember,
  recordLeaving,
  recordReturn,
  restoreMember,
} from "#usecases/members/change-register.ts";
import { exportMembers } from "#usecases/members/export-members.ts";
import { linkOf, renewLink } from "#usecases/members/own-page.ts";
import { exportPerson } from "#usecases/members/person-data.ts";
import { acceptProposal, listProposals, refuseProposal } from "#usecases/members/proposals.ts";
import { printConsentForm } from "#usecases/print-consent-form.ts";
import {
  deleteCard,
  deleteEntries,
  deleteMember,
  eraseExpired,
  eraseForGood,
  purgeExpired,
  restoreDeleted,
} from "#usecases/recycle-bin.ts";
import { saveSettingsAndPhoto, showYear } from "#usecases/save-settings.ts";
import { saveText } from "#usecases/save-text.ts";
import { desk } from "./desk.ts";

const URL = "http://localhost:3000";
const PASSWORD = "trois mots au hasard";
const PERSON = { firstName: "Luc", lastName: "Dubuis", role: "Membre" };
/** Stores with the acting account, a member and an inbox entry. */
async function furnished() {
  const services = {
    ...desk(),
    isGuessable,
    siteSecret: async () => "un-secret-de-test-qui-ne-sert-nulle-part-0123456789",
    mailer: { delivery: "file" } as Parameters<typeof exportMessages>[0]["mailer"],
  };
  const me = await services.auth.createAccount("anne@exemple.ch", PASSWORD);
  if (!me) throw new Error("no account");
  await services.committee.create("DubuisMembre", PERSON);
  const { entry } = await services.inbox.add(aMessage(), new Date());
  await services.inbox.markFailed(entry.id, "refusé");
  return { services, me, by: personOf(me), entry };
}

type Desk = Awaited<ReturnType<typeof furnished>>;

const CARD = { collection: "membres", id: "DubuisMembre" } as const;
const versionOf = async ({ services }: Desk) => (await services.committee.get(CARD.id))?.version ?? "";
const EVENT = "Fête0825";
/** Creates an event. @returns its version */
async function eventOf({ services }: Desk, fields: Partial<EventFields> = {}): Promise<string> {
  await services.events.create(EVENT, anEvent(fields), null, null);
  return (await services.events.get(EVENT))?.version ?? "";
}
const settingsForm = async ({ services }: Desk) => ({
  typed: { ...settingsAsTyped(INITIAL_SETTINGS), planningYear: "2030" },
  version: (await services.settings.get()).version,
  photo: null,
  removePhoto: false,
});
const aMonthLater = ({ services }: Desk) => ({
  ...services,
  clock: { now: () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000) },
});
const bobOf = async ({ services }: Desk) => {
  const bob = await services.auth.createAccount("bob@exemple.ch", PASSWORD);
  if (!bob) throw new Error("no account");
  return bob;
};

const MARIE = { ...EMPTY_MEMBER, firstName: "Marie", lastName: "Luyet", since: "2020-01-01" };
const memberForm = (fields: Partial<MemberData>) => memberAsForm({ ...MARIE, ...fields });
/** @returns id and version of a member of the register */
async function memberOf({ services: { register } }: Desk, fields: Partial<MemberData> = {}) {
  const [id = ""] = await saveMembers(register, { ...MARIE, ...fields });
  return { id, version: (await register.get(id))?.version ?? "" };
}

async function withKey(at: Desk) {
  const key = createKey();
  await at.services.auth.addPasskey(at.me.id, key.make(await at.services.auth.passkeyOptions("add", at.me)), "Clé");
  return { ...at, key };
}

/** One call of each use case, by its name. */
const DEEDS: Record<string, (desk: Desk) => Promise<unknown>> = {
  changeCard: async (at) =>
    changeCard(at.services, { ...CARD, fields: { ...PERSON, firstName: "Luca" }, version: await versionOf(at) }, at.by),
  changePicture: async (at) => {
    const file = { name: "a.jpg", bytes: await jpeg(300, 200) };
    return changePicture(at.services, { ...CARD, version: await versionOf(at) }, { file }, "", at.by);
  },
  changeEntry: ({ services, entry, by }) =>
    changeEntry(services, { type: "message", id: entry.id, change: "resend" }, by),
  deleteCard: ({ services, by }) => deleteCard(services, CARD, by),
  deleteEntries: ({ services, entry, by }) => deleteEntries(services, [entry.id], by),
  eraseForGood: async ({ services, by }) => eraseForGood(services, (await deleteCard(services, CARD, null)) ?? "", by),
  exportSignUps: ({ services, by }) =>
    exportSignUps(services, { type: "inscription", text: "", filter: "tout", day: dayInZurich(new Date()) }, by),
  exportMessages: ({ services, by }) =>
    exportMessages(services, { type: "message", text: "", filter: "tout", day: dayInZurich(new Date()) }, by),
  async printConsentForm({ services, by }) {
    const minor = aSignUp({ birthDate: "05.08.2012", minorCharter: "Validé par la personne" });
    const { entry } = await services.inbox.add(minor, new Date());
    return printConsentForm(services, URL, entry.id, by);
  },
  publishCard: ({ services, by }) =>
    publishCard(services, services.committee, { collection: "membres", id: "Neuf", fields: PERSON, file: null }, by),
  publishEvent: async ({ services, by }) =>
    publishEvent(
      services,
      { Nom: "Fête", mois: "08", annee: "2030", Lieu: "Savièse" },
      { name: "a.jpg", bytes: await jpeg(300, 200) },
      by,
    ),
  async publishDrafts(at) {
    await at.services.events.create(
      EVENT,
      anEvent({ publication: "draft" }),
      null,
      await prepared(at.services, "evenements"),
    );
    return publishDrafts(at.services, [EVENT], at.by);
  },
  publishMember: ({ services, by }) =>
    publishMember(services, committeeMemberAsTyped({ ...PERSON, lastName: "Zen" }), null, by),
  resendAllMail: ({ services, by }) => resendAllMail(services, "message", by),
  restoreDeleted: async ({ services, by }) =>
    restoreDeleted(services, (await deleteCard(services, CARD, null)) ?? "", by),
  async copyToYear(at) {
    await eventOf(at);
    return copyToYear(at.services, [EVENT], () => 2030, at.by);
  },
  saveSettingsAndPhoto: async (at) =>
    saveSettingsAndPhoto(at.services, await settingsForm(at), at.me, async () => null),
  saveText: ({ services, by }) => saveText(services, "footer", { typed: {}, version: "0" }, by, () => true),
  showYear: ({ services, by }) => showYear(services, 2031, by),
  async acceptLink(at) {
    // Create a second account, because the last account that can sign in cannot be reset.
    await bobOf(at);
    const link = await at.services.auth.reset(at.me.id);
    return acceptLink(at.services, link?.token ?? "", { newPassword: "quatre mots au hasard" }, null);
  },
  changePassword: ({ services, me }) =>
    changePassword(services, me, { current: PASSWORD, newPassword: "quatre mots au hasard" }, ""),
  async makeFirstAccount(at) {
    // Use new stores without an account.
    const { auth } = Object.assign(at.services, desk());
    const link = await auth.issueFirstLink(60_000);
    const typed = { email: "anne@exemple.ch", newPassword: "quatre mots au hasard" };
    const outcome = await makeFirstAccount(at.services, link?.token ?? "", typed, "");
    return Object.assign(at, outcome.ok && { me: outcome.value.account });
  },
  inviteAccount: ({ services, me }) => inviteAccount(services, { email: "paul@exemple.ch", firstName: "Paul" }, me),
  resetAccount: async (at) => resetAccount(at.services, (await bobOf(at)).id, at.me),
  removeAccount: async (at) => removeAccount(at.services, (await bobOf(at)).id, at.me),
  signInWithPasskey: async (at) => {
    const { me, services, key } = await withKey(at);
    return signInWithPasskey(services, key.use(await services.auth.passkeyOptions("sign-in", null), me.id), "");
  },
  addPasskey: async ({ services, me }) =>
    addPasskey(services, me, createKey().make(await services.auth.passkeyOptions("add", me)), "Clé"),
  removePasskey: async (at) => removePasskey(at.services, at.me, (await withKey(at)).key.id),
  renameAccount: ({ services, me }) => renameAccount(services, me.id, "Anne", me),
  recogniseBrowser: ({ services, me }) => recogniseBrowser(services, me, []),
  addMember: ({ services, by }) => addMember(services, memberForm({ firstName: "Ana" }), by),
  async acceptSignUp({ services, by }) {
    const { entry } = await services.inbox.add(aSignUp(), new Date());
    const { data } = await proposeMember(services, { ...entry, ...aSignUp() });
    return acceptSignUp(services, { signUp: entry.id, typed: memberForm(data), renew: null }, by);
  },
  changeMember: async (at) =>
    changeMember(at.services, { ...(await memberOf(at)), typed: memberForm({ note: "Tambour" }) }, at.by),
  recordLeaving: async (at) =>
    recordLeaving(at.services, { ...(await memberOf(at)), typed: { leftOn: "2026-01-01" } }, at.by),
  recordReturn: async (at) =>
    recordReturn(at.services, { ...(await memberOf(at, { leftOn: "2026-01-01" })), on: "2026-02-01" }, at.by),
  restoreMember: async (at) => restoreMember(at.services, { ...(await memberOf(at)), data: MARIE }, at.by),
  exportPerson: async (at) => exportPerson(at.services, (await memberOf(at)).id, "donnees.json", at.by),
  exportMembers: ({ services, by }) => exportMembers(services, { text: "", filter: "present", day: "2026-01-16" }, by),
  async exportAudit({ services, by }) {
    await openYear(services, "2026", null);
    return exportAudit(services, { year: "2026", format: "csv" }, by);
  },
  recordPresence: async (at) =>
    recordPresence(at.services, { day: "2026-01-16", member: (await memberOf(at)).id, isPresent: true }, at.by),
  acceptProposal: async (at) => {
    await at.services.proposals.add((await memberOf(at)).id, {
      kind: "correction",
      year: "",
      fields: { place: "Sion" },
    });
    const [proposal] = await listProposals(at.services);
    return acceptProposal(at.services, proposal?.shown ?? "", at.by);
  },
  refuseProposal: async (at) => {
    await at.services.proposals.add((await memberOf(at)).id, { kind: "erase", year: "", fields: {} });
    const [proposal] = await listProposals(at.services);
    return refuseProposal(at.services, proposal?.shown ?? "", at.by);
  },
  renewLink: async (at) => {
    const member = { ...(await memberOf(at)), returnedOn: "" as const };
    return renewLink(at.services, member, await linkOf(at.services, member), at.by);
  },
  printAttendance: ({ services, by }) => printAttendance(services, { day: "2026-01-16", onlyPresent: false }, by),
  deleteMember: async (at) => deleteMember(at.services, (await memberOf(at)).id, at.by),
  openYear: ({ services, by }) => openYear(services, "2026", by),
  async printOwedBills(at) {
    await memberOf(at);
    await openYear(at.services, "2026", null);
    const owed = await readOwed(at.services, await at.services.fees.listOpen("2026"), null, URL);
    return printOwedBills(at.services, owed, { ...INITIAL_SETTINGS, iban: "CH5604835012345678009" }, at.by);
  },
  async sendBills(at) {
    const { id } = await memberOf(at);
    await openYear(at.services, "2026", null);
    const sent = { year: "2026", days: null, way: "sms", ids: [`2026-${id}`] } as const;
    return sendBills(at.services, sent, URL, at.by);
  },
  keepTransactions: ({ services, by }) =>
    keepTransactions(services, [{ ...aTransaction("T1"), verdict: aVerdict() }], [], by),
  async settleFees(at) {
    const { id } = await memberOf(at);
    await openYear(at.services, "2026", null);
    const typed = { way: "cash", date: "2026-03-01" };
    return settleFees(at.services, { ids: [`2026-${id}`], intention: "pay", typed }, at.by);
  },
  async recordPayment(at) {
    const { id: member } = await memberOf(at);
    await openYear(at.services, "2026", null);
    const typed = { amount: "20", way: "cash", date: "2026-03-01" };
    return recordPayment(at.services, { member, year: "2026", paid: 0, typed }, at.by);
  },
};

/** Jobs of the site, whose journal entries have no author. */
const BY_ITSELF: typeof DEEDS = {
  async publishDue(at) {
    await eventOf(at, { publication: "2025-06-01T16:00:00.000Z" });
    return publishDue(at.services);
  },
  async deleteExpired(at) {
    await at.services.inbox.setHandled([at.entry.id], new Date("2020-01-01T12:00:00Z"), at.by);
    return deleteExpired(at.services);
  },
  async eraseExpired(at) {
    await deleteCard(at.services, CARD, at.by);
    return eraseExpired(aMonthLater(at));
  },
  async purgeExpired(at) {
    await deleteCard(at.services, CARD, at.by);
    return purgeExpired(aMonthLater(at));
  },
};

/** Use cases that write without a journal entry, with the reason. */
const WITHOUT_LINE: Record<string, string> = {
  readFirstSteps: "it ends a list of what is done elsewhere, with lines",
  addJournalEntry: "it writes the lines",
  changeAndNotify: "it wraps the changes of accounts, which are run here",
  resumeHeldMail: "the site's own mail is tried again, as it is each hour",
  deliverMail: "the outbox works by itself",
  deliverAccountMail: "the outbox works by itself",
  eraseOrphanMail: "it removes files of entries whose erasure has a line",
  sendTestMail: "it stores nothing",
  mailLink: "it mails a link, whose issue has a line",
  erasePerson: "it deletes and erases, which have lines and are run here",
  confirmPassword: "a session is nobody's work",
  transferData: "the lines of the journal are copied",
  ensureFirstAccount: "the first start: nobody can have done it",
  importMembers: "a line of its own, and one for each member: tests/usecases/import-members",
  signUp: "a visitor's entry",
  sendProposal: "a member's own, which the committee decides",
  sendMessage: "a visitor's entry",
};

/** Exported functions of the use cases that write nothing. */
const READING = `checkNewPassword readInvitation readFirstName storeOf shownPicture withoutPastPublication drawQrBill
drawTwintCode noticeLimit retentionMonths upcomingDeletion mailIdOf readJournal listJournalPeople printBlankConsentForm publishPlanningCalendar
publishEventCalendar createClockGuard readHealth readEvent findSignUp proposeMember previewYear
openableYears openDebt listProposals linkOf readOwnPage printSummary readPersonData previewImport readAudit stateOf readOwed mailOf billOfSignUp previewBankFile isKept proposeFees letRequestsPass inTurns`.split(
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

const linesOf = async ({ services }: Desk): Promise<JournalLine[]> =>
  (await services.journal.list({}, { start: 0, count: 50 })).lines;

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
    const action = { publishDue: "published", deleteExpired: "deleted" }[name] ?? "erased";
    expect(mine).toMatchObject([{ action }]);
  });

  it("covers every use case that writes: the test runs each, or lists it with a reason", async () => {
    const known = [DEEDS, BY_ITSELF, WITHOUT_LINE].flatMap((list) => Object.keys(list));
    expect((await useCases()).toSorted()).toEqual([...known, ...READING].toSorted());
  });
});
