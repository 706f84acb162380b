/** The letters of Monday: once for each account, and only while they are true. */
import { describe, expect, it, vi } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import type { LetterMail, Mailer } from "#ports/mailer.ts";
import { createMailStore } from "#stores/mails.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { queueToDoLetters } from "#usecases/to-do/to-do-letters.ts";
import { broken, desk, failOnReport } from "./desk.ts";

const BOB = { id: "bob", name: "Bob" };
const MONDAY = "2027-03-29";
const SEVEN = new Date(`${MONDAY}T05:00:00Z`);
const URL = "https://jeunesse.exemple.ch";
const PASSWORD = "trois mots au hasard";

/** A site on a Monday at 07:00, with two accounts. */
async function site() {
  let now = SEVEN;
  const sent: LetterMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    send: async () => ({ outcome: "sent" }),
    async sendLetter(mail) {
      sent.push(mail);
      return { outcome: "sent" };
    },
  };
  const stores = desk();
  const services = {
    ...stores,
    mails: createMailStore(stores.documents, () => now),
    mailer,
    clock: { now: () => now },
  };
  const [ana, zoe] = await Promise.all(
    ["ana@exemple.ch", "zoe@exemple.ch"].map(
      async (email) => (await services.auth.createAccount(email, PASSWORD))?.id ?? "",
    ),
  );
  return {
    services,
    sent,
    ana: ana ?? "",
    zoe: zoe ?? "",
    recipients: () => sent.flatMap((mail) => mail.recipients).toSorted(),
    advance: (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000);
    },
    queue: (more: Partial<typeof services> = {}, report: (error: unknown, where: string) => void = failOnReport) =>
      queueToDoLetters({ ...services, ...more }, MONDAY, URL, report),
    deliver: (more: Partial<typeof services> = {}, onError = failOnReport as (error: unknown) => void) =>
      deliverMails({ ...services, ...more }, { onError }),
    task: async (text: string, day: string | null, who = "") =>
      (await services.tasks.add(ASSOCIATION, [{ text, due: day === null ? null : { day }, who }], BOB))[0] ?? "",
  };
}

describe("the letters of Monday", () => {
  it("go once to each account, with what is late or due within seven days, the event and the first name", async () => {
    const { services, ana, task, queue, deliver, sent, recipients } = await site();
    await services.events.create(
      "Bal",
      anEvent({ name: "Bal des foins", month: "2027-06", firstDay: "2027-06-12" }),
      null,
    );
    const { subject = "" } = (await services.events.get("Bal")) ?? {};
    await services.tasks.add(subject, [{ text: "Réserver la salle", due: { days: -90 }, who: "lea" }], BOB);
    await services.auth.rename(ana, "Léa");
    await task("Payer le domaine", "2027-04-05", "Zoé Héritier");
    await task("Signatures à la banque", "2027-04-06");
    await task("Sans date", null);
    expect([await queue(), await queue()]).toEqual([2, 0]);
    for (let times = 0; times < 2; times++) await deliver();
    expect(recipients()).toEqual(["ana@exemple.ch", "zoe@exemple.ch"]);
    const text = sent[0]?.letter.text.replaceAll("\u00a0", " ") ?? "";
    for (const words of [
      "1 en retard, 1 dans les sept jours",
      "dimanche 14 mars : Réserver la salle, Bal des foins (Léa)",
      "lundi 5 avril : Payer le domaine, Association",
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Signatures|Sans date|Héritier/);
    const { entries } = await services.journal.list({}, { start: 0, count: 9 });
    expect(entries.map(({ action }) => action)).toEqual([...Array(4).fill("tasks-added"), "added"]);
  });

  it("are queued once by several instances, and all or none after a failure", async () => {
    const { services, task, queue, deliver, recipients } = await site();
    await task("Affiche", MONDAY);
    const { documents } = services;
    const broken = createMailStore({
      ...documents,
      transaction: (work, options) =>
        documents.transaction(async (transaction) => {
          await work(transaction);
          throw new Error("killed");
        }, options),
    });
    await expect(queue({ mails: broken })).rejects.toThrow("killed");
    expect(await services.mails.count()).toBe(0);
    const mails = createMailStore(documents, services.clock.now);
    const counts = await Promise.all([queue(), queue({ mails }), queue()]);
    expect(counts.toSorted()).toEqual([0, 0, 2]);
    await deliver();
    expect(recipients()).toHaveLength(2);
  });

  it("are decided at 07:00: what is added later waits for the next Monday", async () => {
    const { services, task, queue, advance } = await site();
    await task("Affiche", "2027-04-06");
    expect(await queue()).toBe(0);
    await task("Caisses", "2027-03-30");
    advance(2);
    expect([await queue(), await services.mails.count()]).toEqual([0, 0]);
    advance(7 * 24 - 2);
    expect(await queueToDoLetters(services, "2027-04-05", URL, failOnReport)).toBe(2);
  });

  it("do not go to an account that switched them off, that cannot sign in, or that is removed", async () => {
    const { services, ana, zoe, task, queue, deliver, recipients } = await site();
    await task("Affiche", MONDAY);
    await services.auth.invite("paul@exemple.ch");
    await services.auth.setToDoLetter(ana, false);
    expect((await services.auth.listAccounts()).map(({ wantsToDoLetter }) => wantsToDoLetter)).toEqual([
      false,
      true,
      true,
    ]);
    expect(await queue()).toBe(1);
    expect(await services.auth.removeAccount(zoe)).toBe("removed");
    expect(await services.mails.count()).toBe(0);
    await deliver();
    expect(recipients()).toEqual([]);
  });

  it("are not sent if all that they name is done meanwhile, or if the account switched them off", async () => {
    const { services, ana, task, queue, deliver, recipients } = await site();
    const [poster, cash] = [await task("Affiche", MONDAY), await task("Caisses", MONDAY)];
    await queue();
    await services.tasks.setDone(poster, true, { by: BOB, at: SEVEN });
    await services.auth.setToDoLetter(ana, false);
    await deliver();
    expect(recipients()).toEqual(["zoe@exemple.ch"]);
    const other = await site();
    const id = await other.task("Affiche", MONDAY);
    await other.queue();
    await other.services.tasks.setDone(id, true, { by: BOB, at: SEVEN });
    await other.task("Autre chose", MONDAY);
    await other.deliver();
    expect([other.recipients(), await other.services.mails.count()]).toEqual([[], 0]);
    expect(cash).not.toBe("");
  });

  it("wait and stay while a part of the list cannot be read, which the log says", async () => {
    const { services, task, queue, deliver, recipients } = await site();
    const unreadable = { bank: broken(services.bank, "countOpen") };
    const report = vi.fn();
    expect(await queue(unreadable, report)).toBeNull();
    expect(report).toHaveBeenCalledWith(new Error("panne"), "to-do: bank payments");
    const id = await task("Affiche", MONDAY);
    expect(await queue()).toBe(2);
    await services.tasks.setDone(id, true, { by: BOB, at: SEVEN });
    const onError = vi.fn();
    await deliver(unreadable, onError);
    expect([recipients().length, onError.mock.calls]).toEqual([2, [[new Error("panne"), "to-do: bank payments"]]]);
  });

  it("are sent later on their Monday, and no more on Tuesday", async () => {
    for (const [hours, count] of [
      [16, 2],
      [18, 0],
    ] as const) {
      const { services, task, queue, deliver, advance, recipients } = await site();
      await task("Affiche", MONDAY);
      await queue();
      advance(hours);
      await deliver();
      expect([recipients().length, await services.mails.count()]).toEqual([count, 0]);
    }
  });
});
