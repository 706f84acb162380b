/** The sending of a mailing, also by several processes at once, on each kind of store. */
import { expect, it } from "vitest";
import type { LetterMail, MailOutcome } from "#ports/mailer.ts";
import { createPace, deliverMails } from "#usecases/mail/deliver-mails.ts";
import { finishMailings, resumeMailing } from "#usecases/mailings/send-mailing.ts";
import { deleteMember, eraseForGood } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import { aMailing, BY, SITE } from "./a-mailing.ts";

const FIRST_NAMES = ["Ana", "Bob", "Carl", "Dan", "Eva", "Flo", "Gil", "Hugo", "Ida", "Jean", "Kim", "Léa"];
const emailOf = (i: number) => `membre${i}@exemple.ch`;
const PEOPLE = FIRST_NAMES.map((firstName, i) => ({ firstName, email: emailOf(i), phone: "0791234567" }));
const ACCOUNT = "sophie@exemple.ch";
const EVERYBODY = PEOPLE.map(({ email }) => email).toSorted();

/** A mailer that remembers to whom it sent. @param answer of the mail server */
function memory(answer: (to: string) => Promise<MailOutcome> | MailOutcome = () => ({ outcome: "sent" })) {
  const sent: string[] = [];
  const mailer: Services["mailer"] = {
    delivery: "server",
    send: async () => ({ outcome: "sent" }),
    sendLetter: async ({ recipients: [to = ""] }: LetterMail) => {
      const outcome = await answer(to);
      if (outcome.outcome === "sent") sent.push(to);
      return outcome;
    },
  };
  return { sent, mailer };
}

const deliver = (services: Services) => deliverMails(services, {}, undefined, createPace(0));

/** @param newSite opens a site, and returns a function that opens its stores, as a further process would */
export function sendingContract(newSite: () => Promise<() => Promise<Services>>): void {
  /** @param work gets the stores twice, with one mail server */
  async function withTwo(mailer: Services["mailer"], work: (one: Services, other: Services) => Promise<void>) {
    const open = await newSite();
    const one = Object.assign(await open(), { mailer });
    await work(one, Object.assign(await open(), { mailer }));
  }

  it("a form that arrives several times at once is one mailing with one notice for each account, and deliveries at the same time send each letter once", async () => {
    const { sent, mailer } = memory();
    await withTwo(mailer, async (one, other) => {
      await one.auth.createAccount(ACCOUNT, "raclette-1965");
      const { send, deliveries, id } = await aMailing(one, PEOPLE);
      const created = await Promise.all([send(one), send(other), send(one)]);
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await one.mailings.list(new Date(0))).toHaveLength(1);
      expect(await one.mails.count()).toBe(PEOPLE.length + 1);
      expect(await other.mailings.listUnqueued()).toEqual([]);
      await Promise.all([deliver(one), deliver(other), deliver(one)]);
      expect(sent.toSorted()).toEqual([...EVERYBODY, ACCOUNT]);
      expect(new Set(Object.values(await deliveries(other)))).toEqual(new Set(["sent email"]));
      await Promise.all([resumeMailing(one, id, SITE, BY), resumeMailing(other, id, SITE, BY)]);
      expect(await one.mails.count()).toBe(0);
    });
  });

  it("a stop keeps what waits, records the letter that is leaving, and a resumption completes it", async () => {
    let [stop, leave] = [() => {}, () => {}];
    const isLeaving = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const mayLeave = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { sent, mailer } = memory(async () => {
      stop();
      await mayLeave;
      return { outcome: "sent" };
    });
    await withTwo(mailer, async (one, other) => {
      const { id, send, deliveries, state } = await aMailing(one, PEOPLE);
      await send();
      const delivery = deliver(one);
      await isLeaving;
      await Promise.all([other.mailings.stop(id, BY), one.mailings.stop(id, BY)]);
      leave();
      await delivery;
      await deliver(other);
      expect(sent).toHaveLength(1);
      const { counts } = await state();
      expect(counts.email).toEqual({ all: PEOPLE.length, sent: 1 });
      expect(
        Object.values(await deliveries())
          .toSorted()
          .slice(0, -1),
      ).toEqual(Array.from({ length: PEOPLE.length - 1 }, () => "due email"));
      expect(await one.mails.count()).toBe(0);
      expect(await finishMailings(one, SITE)).toBe(0);

      await Promise.all([resumeMailing(one, id, SITE, BY), resumeMailing(other, id, SITE, BY)]);
      await Promise.all([deliver(one), deliver(other)]);
      expect(sent.toSorted()).toEqual(EVERYBODY);
      expect((await state()).counts.email).toEqual({ all: PEOPLE.length, sent: PEOPLE.length });
    });
  });

  it("a letter that was leaving during a stop, and failed for now, does not leave later", async () => {
    let isDown = true;
    let stop = () => {};
    const isLeaving = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let answer = (_: MailOutcome) => {};
    const { sent, mailer } = memory(() => {
      if (!isDown) return { outcome: "sent" };
      stop();
      return new Promise<MailOutcome>((resolve) => {
        answer = resolve;
      });
    });
    await withTwo(mailer, async (one) => {
      const { id, send, deliveries } = await aMailing(one, PEOPLE.slice(0, 1));
      await send();
      const delivery = deliver(one);
      await isLeaving;
      await one.mailings.stop(id, BY);
      isDown = false;
      answer({ outcome: "retry", reason: "Plus tard." });
      await delivery;
      Object.assign(one, { clock: { now: () => new Date(Date.now() + 600_000) } });
      await deliver(one);
      expect([sent, await deliveries(), await one.mails.count()]).toEqual([[], { Ana: "due email" }, 0]);
      await resumeMailing(one, id, SITE, BY);
      await deliver(one);
      expect([sent, await deliveries()]).toEqual([[emailOf(0)], { Ana: "sent email" }]);
    });
  });

  it("who opts out, leaves, is deleted or erased before the letter leaves gets none, and a corrected address gets it once", async () => {
    const { sent, mailer } = memory();
    await withTwo(mailer, async (one) => {
      const { send, member, deliveries } = await aMailing(one, PEOPLE.slice(0, 6));
      await send();
      const change = async (firstName: string, data: object) => {
        const { id, version, ...before } = await member(firstName);
        await one.register.save([{ id, version, data: { ...before, ...data } }], BY);
      };
      await one.optOuts.set((await member("Ana")).id, true, null);
      await change("Bob", { leftOn: "2026-01-01" });
      await deleteMember(one, (await member("Carl")).id, BY);
      await eraseForGood(one, (await deleteMember(one, (await member("Dan")).id, BY)) ?? "", BY);
      await change("Eva", { email: "corrigee@exemple.ch" });
      await deliver(one);
      expect(sent).toEqual([emailOf(5)]);
      expect(await deliveries()).toEqual({ Ana: "gone", Bob: "gone", Eva: "due email", Flo: "sent email" });
      // The job of the next hour.
      expect(await finishMailings(one, SITE)).toBe(1);
      await deliver(one);
      expect(sent).toEqual([emailOf(5), "corrigee@exemple.ch"]);
      expect(await one.mails.count()).toBe(0);
      expect(await finishMailings(one, SITE)).toBe(0);
    });
  });
}
