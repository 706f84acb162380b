import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createEmlMailer } from "#adapters/embedded/inbox/eml-mailer.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { createKeptMail } from "#adapters/embedded/inbox/kept-mail.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { trial } from "#tests/contracts/mail/mailer.contract.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { deliverMail } from "#usecases/deliver-mail.ts";
import { eraseEntry } from "#usecases/erase-entry.ts";
import { eraseOrphanMail } from "#usecases/erase-orphan-mail.ts";

const NOW = new Date("2026-08-05T12:00:00Z");

/** A site that keeps its mail as files. */
function site() {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, "outbox");
  const db = embeddedFile().open();
  const services = {
    inbox: createInbox(db),
    settings: createSettingsStore(db),
    mailer: createEmlMailer({ directory, from: "site@exemple.ch", to: [], publicUrl: "https://jeunesse.exemple.ch" }),
    keptMail: createKeptMail({ directory }),
    clock: { now: () => NOW },
  };
  return {
    services,
    put: (name: string) => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, name), "Subject: Bal");
    },
    names: () => readdirSync(directory).sort(),
    write: async (sujet: string) => {
      const content = { nom: "Paul", email: "paul@exemple.ch", sujet, message: "Bonjour" };
      return (await services.inbox.add({ type: "message", content }, NOW)).entry.id;
    },
  };
}

it("a site that never kept mail has none, and erasing an entry of it goes well", async () => {
  const { services, write } = site();
  const id = await write("Bal");
  expect(await services.keptMail.list()).toEqual([]);
  expect(await eraseOrphanMail(services)).toBe(0);
  await eraseEntry(services, id);
  expect(await services.inbox.get(id)).toBeNull();
});

it("every file of an entry goes with it, however often it was written and by whichever version; all others stay", async () => {
  const { services, write, names, put } = site();
  const [gone, stays] = [await write("Bal"), await write("Loto")];
  await deliverMail(services);
  const [a = "", b = ""] = names();
  expect(names().join()).not.toMatch(new RegExp(`${gone}|${stays}`));
  put(`20260805-140000-message-${gone}.eml`);
  put(`20260805-140000-message-${gone}.eml.0123abcd.tmp`);
  put(`20260805-140000-message-${stays}.eml`);
  put("notes-du-comite.txt");
  await eraseEntry(services, gone);
  const left = names();
  expect(left).toHaveLength(3);
  expect(left).toContain(`20260805-140000-message-${stays}.eml`);
  expect(left).toContain("notes-du-comite.txt");
  expect([a, b].filter((name) => left.includes(name))).toHaveLength(1);
  expect(await eraseOrphanMail(services)).toBe(0);
  expect(names()).toEqual(left);
});

it("an entry stays when its mail cannot be deleted, so that it can be deleted again", async () => {
  const { services, write } = site();
  const id = await write("Bal");
  const keptMail = { ...services.keptMail, list: () => Promise.reject(new Error("EACCES")) };
  await expect(eraseEntry({ ...services, keptMail }, id)).rejects.toThrow("EACCES");
  expect(await services.inbox.get(id)).not.toBeNull();
});

it("mail that was still being written while its entry was deleted goes at the next sweep", async () => {
  const { services, write, names } = site();
  const id = await write("Bal");
  const { send } = services.mailer;
  services.mailer.send = async (mail) => {
    await eraseEntry(services, id);
    return send(mail);
  };
  await deliverMail(services);
  expect(names()).toHaveLength(1);
  expect(await eraseOrphanMail(services)).toBe(1);
  expect(names()).toEqual([]);
});

it("the mail of a trial is kept for a week", async () => {
  const { services, names } = site();
  await services.mailer.send({ ...trial, receivedAt: new Date("2026-07-29T10:00:00Z") });
  expect(await eraseOrphanMail(services)).toBe(0);
  await services.mailer.send({ ...trial, receivedAt: new Date("2026-07-28T10:00:00Z") });
  expect(names()).toHaveLength(2);
  expect(await eraseOrphanMail(services)).toBe(1);
  expect(names()).toEqual(["20260729-120000-trial-aB_9-essai.eml"]);
});
