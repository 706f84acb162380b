import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createEmlMailer } from "#adapters/outbox/eml-mailer.ts";
import { createSavedMailFolder } from "#adapters/outbox/saved-mail.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { testMail } from "#tests/contracts/mail/mailer.contract.ts";
import { aMessage } from "#tests/contracts/stores/samples.ts";
import { desk } from "#tests/usecases/desk.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { sweepSavedMail } from "#usecases/mail/sweep-saved-mail.ts";
import { deleteInboxEntries, eraseForGood } from "#usecases/recycle-bin.ts";

const NOW = new Date("2026-08-05T12:00:00Z");

/** A site that saves its mail as files. */
function site() {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, "outbox");
  const stores = desk();
  const services = {
    ...stores,
    mailer: createEmlMailer({ directory, from: "site@exemple.ch", to: [], publicUrl: "https://jeunesse.exemple.ch" }),
    savedMail: createSavedMailFolder({ directory }),
    clock: { now: () => NOW },
  };
  /** Deletes an entry and erases it from the bin. */
  const erase = async (id: string, through: typeof services = services) => {
    const [key] = await deleteInboxEntries(through, [id], null);
    return eraseForGood(through, key ?? "", null);
  };
  return {
    services,
    erase,
    put: (name: string) => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, name), "Subject: Bal");
    },
    names: () => readdirSync(directory).sort(),
    write: async (subject: string) => (await services.inbox.add(aMessage({ subject }), NOW)).entry.id,
  };
}

it("erasing an entry deletes all its mail files, and no others", async () => {
  const { services, write, names, put } = site();
  const [gone, stays] = [await write("Bal"), await write("Loto")];
  await deliverMails(services);
  expect(names().join()).not.toMatch(new RegExp(`${gone}|${stays}`));
  put(`20260805-140000-message-${mailIdOfEntry(gone)}.eml.0123abcd.tmp`);
  put("notes-du-comite.txt");
  const [key] = await deleteInboxEntries(services, [gone], null);
  expect(await sweepSavedMail(services)).toBe(0);
  expect(names()).toHaveLength(4);
  await eraseForGood(services, key ?? "", null);
  const left = names();
  expect(left).toEqual([expect.stringContaining(`-message-${mailIdOfEntry(stays)}.eml`), "notes-du-comite.txt"]);
  expect(await sweepSavedMail(services)).toBe(0);
  expect(names()).toEqual(left);
});

it("mail that cannot be deleted with its entry is deleted by the next purge", async () => {
  const { services, write, names, erase } = site();
  const id = await write("Bal");
  await deliverMails(services);
  const savedMail = { ...services.savedMail, list: () => Promise.reject(new Error("EACCES")) };
  await expect(erase(id, { ...services, savedMail })).rejects.toThrow("EACCES");
  expect(await services.bin.list()).toEqual([]);
  expect(await sweepSavedMail(services)).toBe(1);
  expect(names()).toEqual([]);
});

it("mail that was being written while its entry was erased is deleted by the next purge", async () => {
  const { services, write, names, erase } = site();
  const id = await write("Bal");
  const { send } = services.mailer;
  services.mailer.send = async (mail) => {
    await erase(id);
    return send(mail);
  };
  await deliverMails(services);
  expect(names()).toHaveLength(1);
  expect(await sweepSavedMail(services)).toBe(1);
  expect(names()).toEqual([]);
});

it("a test mail is kept for a week", async () => {
  const { services, names } = site();
  await services.mailer.send({ ...testMail, receivedAt: new Date("2026-07-29T10:00:00Z") });
  expect(await sweepSavedMail(services)).toBe(0);
  await services.mailer.send({ ...testMail, receivedAt: new Date("2026-07-28T10:00:00Z") });
  expect(names()).toHaveLength(2);
  expect(await sweepSavedMail(services)).toBe(1);
  expect(names()).toEqual(["20260729-120000-test-aB_9-essai.eml"]);
});
