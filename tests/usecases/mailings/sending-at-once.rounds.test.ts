/** Stops, resumptions and deliveries of a mailing in random order, also at once, while the mail server answers at random. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { MailOutcome } from "#ports/mailer.ts";
import { createPace, deliverMails } from "#usecases/mail/deliver-mails.ts";
import { finishMailings, resumeMailing } from "#usecases/mailings/send-mailing.ts";
import { desk } from "../desk.ts";
import { aMailing, BY, SITE } from "./a-mailing.ts";

const ROUNDS = 20;
const PEOPLE = Array.from({ length: 30 }, (_, i) => ({ firstName: `P${i}`, email: `p${i}@exemple.ch` }));
const HOUR_MS = 3_600_000;

/** @returns numbers from 0 to 1, always the same for a seed */
function randomFrom(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function answerTo(random: number): MailOutcome {
  if (random < 0.15) return { outcome: "retry", reason: "Occupé." };
  return random < 0.2 ? { outcome: "held", reason: "Faux.", everyMail: random < 0.18 } : { outcome: "sent" };
}

/** Lets other calls pass before each call of a store, as over a network. */
const slow = <Store extends object>(store: Store, random: () => number): Store =>
  Object.fromEntries(
    Object.entries(store).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        if (random() < 0.3) await wait(0);
        return call(...args);
      },
    ]),
  ) as Store;

it(`nobody is forgotten or gets a letter twice, in ${ROUNDS} orders`, { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = randomFrom(seed);
    const sent: string[] = [];
    let advanced = 0;
    const stores = desk();
    const services = {
      ...stores,
      mailings: slow(stores.mailings, random),
      mails: slow(stores.mails, random),
      touches: slow(stores.touches, random),
      register: slow(stores.register, random),
      clock: { now: () => new Date(Date.now() + advanced) },
      mailer: {
        delivery: "server" as const,
        send: async () => ({ outcome: "sent" as const }),
        sendLetter: async ({ recipients: [to = ""] }: { recipients: readonly string[] }) => {
          await wait(random());
          const answer = answerTo(random());
          if (answer.outcome === "sent") sent.push(to);
          return answer;
        },
      },
    };
    const { id, send, deliveries } = await aMailing(services, PEOPLE);
    await send();
    const deliver = () => deliverMails(services, {}, undefined, createPace(0));
    const resume = () => resumeMailing(services, id, SITE, BY);
    const work = [
      deliver,
      deliver,
      resume,
      () => services.mailings.stop(id, BY),
      () => finishMailings(services, SITE),
    ] as const;
    const running: Promise<unknown>[] = [];
    for (let i = 0; i < 25; i++) {
      running.push((work[Math.floor(random() * work.length)] ?? deliver)());
      await wait(random() * 3);
    }
    await Promise.all(running);
    await resume();
    for (let hour = 0; hour < 48 && (await services.mails.count()) > 0; hour++) {
      advanced += HOUR_MS;
      await finishMailings(services, SITE);
      await deliver();
    }
    expect([seed, new Set(Object.values(await deliveries()))]).toEqual([seed, new Set(["sent email"])]);
    expect([seed, sent.toSorted()]).toEqual([seed, PEOPLE.map(({ email }) => email).toSorted()]);
  }
});
