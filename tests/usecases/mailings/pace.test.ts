/** The pace of the letters of a mailing. These tests wait for real seconds. */
import { expect, it } from "vitest";
import type { LetterMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { queueLetters } from "#stores/mail-document.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { desk } from "../desk.ts";
import { aMailing } from "./a-mailing.ts";

const HOUR_MS = 3_600_000;
/** Timers may fire a little early. */
const SECOND_MS = 990;

/** A desk on which a mailing to three members waits. @param answer of the mail server to the nth letter */
async function deskWithLetters(answer: (n: number) => MailOutcome = () => ({ outcome: "sent" })) {
  const attempts: { subject: string; at: number }[] = [];
  const heard = new Map<number, () => void>();
  const mailer: Mailer = {
    delivery: "server",
    send: async () => ({ outcome: "sent" }),
    sendLetter: async ({ letter }: LetterMail) => {
      attempts.push({ subject: letter.subject, at: performance.now() });
      heard.get(attempts.length)?.();
      return answer(attempts.length);
    },
  };
  let advanced = 0;
  const at = { ...desk(), mailer, clock: { now: () => new Date(Date.now() + advanced) } };
  const people = ["Ana", "Bob", "Carl"].map((firstName) => ({ firstName, email: `${firstName}@exemple.ch` }));
  const mailing = await aMailing(at, people);
  await mailing.send();
  const letter = { recipient: "zoe@exemple.ch", cause: "zoe", subject: "Lien", text: "Lien", html: "<p>Lien</p>" };
  return {
    ...mailing,
    at,
    attempts,
    attempt: (n: number) => new Promise<void>((resolve) => void heard.set(n, resolve)),
    queueLink: () =>
      at.documents.transaction(async (transaction) =>
        queueLetters(transaction, [{ kind: "link", ...letter }], at.clock.now()),
      ),
    passHour() {
      advanced += HOUR_MS;
    },
    subjects: () => attempts.map(({ subject }) => subject),
    /** @returns the shortest time between two letters of the mailing, in milliseconds */
    shortestPause() {
      const times = attempts.filter(({ subject }) => subject === "Sortie").map((one) => one.at);
      return Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)));
    },
  };
}

it("letters of a mailing leave one a second, and a link that is queued meanwhile leaves before the next of them", async () => {
  const { at, attempt, attempts, queueLink, subjects, shortestPause } = await deskWithLetters();
  const first = attempt(1);
  const delivery = deliverMails(at);
  await first;
  const queued = performance.now();
  await queueLink();
  await delivery;
  expect(subjects()).toEqual(["Sortie", "Lien", "Sortie", "Sortie"]);
  expect((attempts[1]?.at ?? 0) - queued).toBeLessThan(1500);
  expect(shortestPause()).toBeGreaterThanOrEqual(SECOND_MS);
});

it("letters that a wrong setting held keep the pace once they are released", async () => {
  const held = { outcome: "held", reason: "Le mot de passe manque.", everyMail: true } as const;
  const { at, passHour, deliveries, attempts, shortestPause } = await deskWithLetters((n) =>
    n === 1 ? held : { outcome: "sent" },
  );
  await deliverMails(at);
  expect([attempts.length, new Set(Object.values(await deliveries()))]).toEqual([1, new Set(["queued"])]);
  passHour();
  await deliverMails(at);
  expect(new Set(Object.values(await deliveries()))).toEqual(new Set(["sent email"]));
  expect(shortestPause()).toBeGreaterThanOrEqual(SECOND_MS);
});

it("the end of the process interrupts the pause at once, and no letter stays reserved", async () => {
  const { at, attempt, subjects, deliveries } = await deskWithLetters();
  const stopping = new AbortController();
  const first = attempt(1);
  const delivery = deliverMails(at, {}, stopping.signal);
  await first;
  const stoppedAt = performance.now();
  stopping.abort();
  await delivery;
  expect(performance.now() - stoppedAt).toBeLessThan(SECOND_MS / 2);
  expect(subjects()).toEqual(["Sortie"]);
  // The next process sends the others without waiting for the end of a lease.
  await deliverMails(at);
  expect(new Set(Object.values(await deliveries()))).toEqual(new Set(["sent email"]));
  expect(subjects()).toHaveLength(3);
});

it("on a site that sends no e-mails to members, everybody gets the mailing by the other ways, and nothing waits", async () => {
  const mailer: Mailer = { delivery: "templates", send: async () => ({ outcome: "sent" }) };
  const at = { ...desk(), mailer };
  const { send, deliveries } = await aMailing(at, [
    { firstName: "Ana", email: "ana@exemple.ch", phone: "0791234567" },
    { firstName: "Bob", email: "bob@exemple.ch" },
  ]);
  await send();
  expect(await deliveries()).toEqual({ Ana: "due mobile", Bob: "unreachable" });
  expect([await at.mails.count(), await at.mailings.listUnqueued()]).toEqual([0, []]);
});

it("letters that were queued before the site stopped to send e-mails move their people to the next way after two days", async () => {
  const { at, passHour, deliveries } = await deskWithLetters();
  const silent: Mailer = { delivery: "templates", send: async () => ({ outcome: "sent" }) };
  const without = { ...at, mailer: silent };
  for (let hour = 0; hour < 49; hour++) {
    await deliverMails(without);
    expect(await deliveries(without)).toMatchObject(hour < 48 ? { Ana: "queued" } : {});
    passHour();
  }
  expect([await deliveries(without), await at.mails.count()]).toEqual([
    { Ana: "unreachable", Bob: "unreachable", Carl: "unreachable" },
    0,
  ]);
});
