/** Sources and targets of a transfer: data folders and hosted projects, with content. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import type { PictureCollection } from "#domain/pictures/picture.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { openTransferSite } from "#server/backends/moves.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { EMULATOR_ENV } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { mailRefused, mailSaved, mailSent, mailWaits } from "#tests/mail-results.ts";
import { EMULATOR, hostedBucket } from "#tests/stores/pictures/hosted-bucket.ts";
import { deleteCard, deleteInboxEntries } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { type TransferSite, transferData } from "#usecases/transfer.ts";

/** Environment variables of one side. */
export type Env = Record<string, string>;

/** @returns the variables of a data folder that does not exist yet, and is deleted when the test ends */
export function newDataFolder(): Env & { DATA_DIR: string } {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-transfer-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return { BACKEND: "embedded", DATA_DIR: join(parent, "data") };
}

/** A new project in the emulators. */
export function testProject() {
  const bucket = hostedBucket();
  const projectId = bucket.bucket.split(".", 1)[0] ?? "";
  const firestore = createFirestoreClient({ projectId });
  onTestFinished(() => firestore.terminate());
  const env: Env = {
    ...EMULATOR_ENV,
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: `cle-de-${projectId}`,
    FIREBASE_STORAGE_BUCKET: bucket.bucket,
  };
  return {
    ...bucket,
    env,
    firestore,

    /** @returns when each document and each file was last written; equal results mean no write in between */
    async writes(): Promise<Record<string, string>> {
      const collections = await firestore.listCollections();
      const documents = (await Promise.all(collections.map((one) => one.get()))).flatMap(({ docs }) => docs);
      const response = await fetch(`${EMULATOR}/b/${bucket.bucket}/o`);
      const { items = [] } = (await response.json()) as { items?: Record<string, string>[] };
      return Object.fromEntries([
        ...documents.map((one) => [one.ref.path, String(one.updateTime?.toDate().toISOString())]),
        ...items.map(({ name, generation, metageneration }) => [name, `${generation}.${metageneration}`]),
      ]);
    },
  };
}

/**
 * Opens the stores of a site, closes them after `work`, and expects no reported error.
 * @param warnings number of reports without an error
 */
export async function withServices<T>(
  env: Env,
  work: (services: Services, resume: () => Promise<void>) => Promise<T>,
  warnings = 0,
): Promise<T> {
  const reported: unknown[] = [];
  const { services, resume, close } = await openServices(readConfig(env), {
    onChange: () => {},
    onMail: () => {},
    report: (error) => reported.push(error),
  });
  const done = await work(services, resume);
  await close();
  expect(reported).toEqual(Array(warnings).fill(null));
  return done;
}

export type Report = Awaited<ReturnType<typeof transferData>>;

/** Transfers as the command does. @param enter wraps the target */
export async function transferBetween(
  from: Env,
  to: Env,
  enter = (to: TransferSite): TransferSite => to,
): Promise<Report> {
  await using opened = new AsyncDisposableStack();
  const open = async (env: Env, create: boolean) => {
    const memory = await openTransferSite(readConfig(env), create);
    opened.defer(memory.close);
    return memory;
  };
  return await transferData(await open(from, false), enter(await open(to, true)), () => {});
}

/** Expects equal content on both sides. @returns count and hash by kind */
export function expectEqual({ comparisons }: Report) {
  for (const { kind, missing, different, extra } of comparisons)
    expect({ kind, missing, different, extra }).toEqual({ kind, missing: [], different: [], extra: [] });
  for (const { from, to } of comparisons) expect(to).toEqual(from);
  return Object.fromEntries(comparisons.map(({ kind, from }) => [kind, from]));
}

export const NOON = new Date("2025-08-01T12:00:00.000Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const BY = { id: "account-of-bob", name: "Bob" };
export const ANA = { firstName: "Ana", lastName: "Dupont", role: "Caissier", displayedRole: "" };
export const message = (text: string) => aMessage({ name: "Léo", subject: "Salut", message: text });

type SentIds = Awaited<ReturnType<typeof fillAnew>>;
let filled: Promise<{ DATA_DIR: string; ids: SentIds }> | undefined;

/** @returns a data folder that `fillAnew` has filled; shared by all tests of the process */
async function filledFolder() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  return { DATA_DIR, ids: await fillAnew({ BACKEND: "embedded", DATA_DIR }) };
}

/** Fills a site with every kind of content. @returns ids of the inbox entries */
export async function fill(env: Env): Promise<SentIds> {
  if (env.BACKEND !== "embedded") return fillAnew(env);
  filled ??= filledFolder();
  const { DATA_DIR, ids } = await filled;
  cpSync(DATA_DIR, env.DATA_DIR ?? "", { recursive: true, preserveTimestamps: true });
  return ids;
}

/** A task, notes, a result, a kept dossier of a deleted event, and a handover item. */
async function fillDossier({ tasks, dossiers, handoverItems }: Services, subject: string): Promise<void> {
  const former = { name: "Sophie", since: "2024-11-10" };
  await tasks.add(subject, [{ text: "Affiche", due: { days: -60 }, who: "Zoé", former }], BY);
  await dossiers.saveNotes(subject, { notes: "40 fûts", copiedFrom: "" }, "0", BY);
  const lines = [{ label: "Sécurité", amount: -98_825, day: "" as const }];
  await dossiers.saveResult(subject, { lines, closedOn: "2025-12-01" }, "0", BY);
  const days = { month: "2024-11", firstDay: "2024-11-09", lastDay: "", startTime: "", endTime: "" };
  await dossiers.keep("subject-of-a-deleted-event", { ...days, name: "Loto" });
  await handoverItems.add({ what: "Clés", where: "Chez Zoé", who: "Zoé" }, BY);
}

const fillAnew = (env: Env) =>
  withServices(env, async (services) => {
    const { committee, events, settings, inbox, mails, pictures, register } = services;
    await committee.create("DupontCaissier", ANA);
    const picture = async (collection: PictureCollection, name: string, width: number, shade: number) =>
      prepared({ pictures }, collection, name, await jpeg(width, 300, shade));
    const leo = { firstName: "Léo", lastName: "Rey", role: "Membre", displayedRole: "" };
    await committee.create("ReyMembre", leo, null, await picture("membres", "léo rey.jpg", 320, 4));
    const { version: leoNow = "", picture: photo = null } = (await committee.get("ReyMembre")) ?? {};
    const another = { was: photo, is: await picture("membres", "léo rey.jpg", 320, 5) };
    await committee.update("ReyMembre", leo, leoNow, BY, another);
    await events.create("Loto1125", anEvent({ name: "Loto", month: "2025-11", firstDay: "2025-11-08" }));
    const event = (await events.get("Loto1125")) ?? expect.fail();
    const hours = { from: { days: 0, time: "18:00" }, until: { days: 0, time: "21:00" } };
    const chosen = await services.slots.add(event.subject, [{ ...EMPTY_SLOT, ...hours, post: "Bar" }], BY);
    const replier = { member: "", name: "Léa", phone: "0791234567", isAdult: true, birthDate: "" } as const;
    await replyToSlots(services, { event, chosen, replier: { ...replier, door: "public" } }, BY);
    await fillDossier(services, event.subject);
    const recipients = [{ member: "member-of-the-mailing", reply: "" }];
    await services.mailings.create("mailing", aMailing({ recipients }), [], BY);
    await services.mailings.share("mailing", "group", ["member-of-the-mailing"], BY);
    const cancelled = { collection: "evenements", id: "Annulé0925" } as const;
    const fields = anEvent({ name: "Annulé", month: "2025-09" });
    await events.create(cancelled.id, fields, null, await picture("evenements", "affiche.jpg", 310, 6));
    await deleteCard(services, cancelled, BY);
    const ball = anEvent({ name: "Bal d’été", status: "annule" });
    await events.create("Bal0825", ball, null, await picture("evenements", "affiche.jpg", 500, 0));
    await events.update("Bal0825", { ...ball, place: "Halle" }, (await events.get("Bal0825"))?.version ?? "", BY);
    const { version } = await settings.get();
    const author = { by: { id: "account-of-anne", name: "Anne" }, at: NOON };
    await settings.save({ ...INITIAL_SETTINGS, planningYear: 2025 }, version, author);
    const again = { ...author, by: BY };
    const group = { was: null, is: await picture("accueil", "groupe.jpg", 1000, 3) };
    await settings.save({ ...INITIAL_SETTINGS, planningYear: 2026 }, (await settings.get()).version, again, group);

    const ids: string[] = [];
    for (const [i, text] of ["parti", "refusé", "essayé", "traité"].entries())
      ids.push((await inbox.add(message(text), later(i))).entry.id);
    const signUp = aSignUp({ lastName: "Rey", birthDate: "05.08.2008", minorCharter: "Validé par la personne" });
    ids.push((await inbox.add({ ...signUp, birthDateToVerify: true }, later(0))).entry.id);
    const [sent = "", refusal = "", tried = "", handled = "", inscription = ""] = ids;
    for (const id of [sent, inscription]) await mailSent(mails, id, later(9));
    await mailSaved(mails, handled, later(9));
    await mailRefused(mails, refusal, "550 refused");
    await mailWaits(mails, tried, "no connection", later(30));
    await inbox.setHandled([handled], later(60));
    await register.setConsent({ signUp: inscription }, "2025-08-06", BY);
    const { entry } = await inbox.add(message("supprimé"), later(5));
    await deleteInboxEntries(services, [entry.id], BY);
    return { sent, refuse: refusal, tried, handled, inscription };
  });
