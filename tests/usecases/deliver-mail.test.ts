import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import type { CommitteeMail, Mailer, Outcome } from "#ports/mailer.ts";
import type { Inbox } from "#stores/inbox.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deliverMail, mailIdOf, resumeHeldMail } from "#usecases/inbox/deliver-mail.ts";
import { sendTestMail } from "#usecases/inbox/send-test-mail.ts";
import { desk } from "./desk.ts";

const START = new Date("2025-08-05T12:00:00Z");
const MINUTE_MS = 60_000;
const FAULT: Outcome = { outcome: "retry", reason: "Le serveur de messagerie n’est pas joignable." };

/** A site with a clock that the test advances, and a mailer with the outcomes of `reply`. */
function site(reply: (mail: CommitteeMail) => Outcome | Promise<Outcome> = () => ({ outcome: "sent" })) {
  let now = START;
  const sentMail: CommitteeMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    async send(mail) {
      sentMail.push(mail);
      return reply(mail);
    },
  };
  const services = { ...desk(), mailer, clock: { now: () => now } };
  return {
    ...services,
    services,
    sentMail,
    advance: (minutes: number) => {
      now = new Date(now.getTime() + minutes * MINUTE_MS);
    },
    write: async (subject: string) => (await services.inbox.add(aMessage({ subject }), now)).entry,
    state: async (id: string) => (await services.inbox.get(id))?.mail,
  };
}

const subjects = (sentMail: CommitteeMail[]) =>
  sentMail.map(({ submission }) => submission.type === "message" && submission.content.subject);

describe("delivering the mail", () => {
  it("sends all waiting mail once, oldest first", async () => {
    const { services, write, advance, sentMail, inbox } = site();
    const expected = Array.from({ length: 25 }, (_, i) => `Sujet ${i}`);
    for (const sujet of expected) {
      await write(sujet);
      advance(0.01);
    }
    for (let times = 0; times < 2; times++) await deliverMail(services);
    expect(subjects(sentMail)).toEqual(expected);
    expect(await inbox.nextDue()).toBeNull();
  });

  it("stops after the current mail when the site stops, and sends the others after the next start", async () => {
    const stopping = new AbortController();
    const { services, write, sentMail } = site(async () => {
      stopping.abort();
      return { outcome: "sent" };
    });
    for (const sujet of ["Un", "Deux", "Trois"]) await write(sujet);
    await deliverMail(services, () => {}, stopping.signal);
    expect(subjects(sentMail)).toEqual(["Un"]);
    await deliverMail(services);
    expect(subjects(sentMail)).toEqual(["Un", "Deux", "Trois"]);
  });

  it("passes content, recipients and a hashed id at each attempt, never the entry's id, which opens a minor's consent form", async () => {
    const { services, write, advance, sentMail, settings } = site(() => FAULT);
    const { version } = await settings.get();
    const recipients = ["anne@exemple.ch"];
    await settings.save({ ...INITIAL_SETTINGS, recipients }, version, { by: ELODIE, at: START });
    const { id, type, content, receivedAt } = await write("La fête");
    for (let attempt = 0; attempt < 2; attempt++) {
      await deliverMail(services);
      advance(60);
    }
    const mail = { id: await mailIdOf(id), submission: { type, content }, receivedAt, recipients, answers: [] };
    expect(sentMail).toEqual([mail, mail]);
    expect(JSON.stringify(sentMail)).not.toContain(id);
  });

  it("claims one mail at a time, so that no claim expires while another mail is sent", async () => {
    const s = site(() => {
      s.advance(1.5);
      return { outcome: "sent" };
    });
    for (const sujet of ["un", "deux", "trois"]) await s.write(sujet);
    const elsewhere: string[] = [];
    const { send } = s.mailer;
    s.mailer.send = async (mail) => {
      const outcome = await send(mail);
      const others = await s.inbox.claimDue(s.clock.now(), 0, 10);
      const mails = await Promise.all(others.map(({ id }) => mailIdOf(id)));
      elsewhere.push(...mails.filter((id) => id === mail.id));
      return outcome;
    };
    await deliverMail(s.services);
    expect(elsewhere).toEqual([]);
  });

  it.each<[string, Mailer["delivery"], Outcome, object]>([
    ["sent", "server", { outcome: "sent" }, { state: "envoye", at: START }],
    ["saved as a file", "file", { outcome: "sent" }, { state: "garde", at: START }],
    ["refused for good", "server", { outcome: "refused", reason: "Non." }, { state: "echec", reason: "Non." }],
  ])("marks a mail that was %s, and does not send it again", async (_, delivery, outcome, expected) => {
    const { services, write, advance, state, sentMail } = site(() => outcome);
    const { id } = await write("La fête");
    await deliverMail({ ...services, mailer: { ...services.mailer, delivery } });
    expect(await state(id)).toEqual(expected);
    advance(24 * 60);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
  });
});

describe("a mail that fails", () => {
  it("is retried after one minute, then two and four", async () => {
    const { services, write, advance, state, sentMail } = site(() => FAULT);
    const { id } = await write("La fête");
    for (const [i, minutes] of [1, 2, 4].entries()) {
      await deliverMail(services);
      const nextAttempt = new Date(services.clock.now().getTime() + minutes * MINUTE_MS);
      expect(await state(id)).toMatchObject({ attempts: i + 1, reason: FAULT.reason, nextAttempt });
      advance(minutes - 0.001);
      await deliverMail(services);
      advance(0.001);
    }
    expect(sentMail).toHaveLength(3);
  });

  it("does not block other mail, even when the mailer throws", async () => {
    const errors: unknown[] = [];
    const { services, write, state } = site(({ submission }) => {
      if (submission.type === "message" && submission.content.subject === "piège") throw new Error("bug");
      return { outcome: "sent" };
    });
    const [trap, other] = [await write("piège"), await write("La fête")];
    await deliverMail(services, (error) => errors.push(error));
    expect(await state(other.id)).toMatchObject({ state: "envoye" });
    expect(await state(trap.id)).toMatchObject({ state: "en-attente", attempts: 1 });
    expect(errors).toEqual([new Error("bug")]);
  });
});

describe("mail that a setting blocks", () => {
  const HELD: Outcome = { outcome: "held", reason: "La clé manque.", everyMail: true };

  it("has one attempt for all of it at each full hour, and is all sent after the first success", async () => {
    let fixed = false;
    const { services, write, advance, sentMail, state, inbox } = site(() => (fixed ? { outcome: "sent" } : HELD));
    advance(17);
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push((await write(`Sujet ${i}`)).id);
    const told = new Set<string>();
    const pass = () => deliverMail(services, undefined, undefined, (reason) => void told.add(reason));
    for (let hour = 1; hour <= 2; hour++) {
      await pass();
      expect(sentMail).toHaveLength(hour);
      const next = new Date(START.getTime() + hour * 60 * MINUTE_MS);
      expect(await inbox.nextDue()).toEqual(next);
      const held = { state: "en-attente", reason: "La clé manque.", held: true, nextAttempt: next };
      for (const id of ids) expect(await state(id)).toMatchObject(held);
      advance((next.getTime() - services.clock.now().getTime()) / MINUTE_MS - 0.001);
      await pass();
      expect(sentMail).toHaveLength(hour);
      advance(0.001);
    }
    expect([...told]).toEqual(["La clé manque."]);
    advance(-30);
    fixed = true;
    await write("La fête");
    await pass();
    expect(sentMail).toHaveLength(2 + 21);
    expect(await inbox.heldReason()).toBeNull();
  });

  it("does not block mail of the other type, nor any when the refusal may concern only this one", async () => {
    const { services, write, sentMail, inbox, state } = site(({ submission }) => {
      if (submission.type === "inscription") return HELD;
      const isHostile = submission.type === "message" && submission.content.subject === "<script>";
      return isHostile ? { ...HELD, everyMail: false } : { outcome: "sent" };
    });
    const hostile = await write("<script>");
    for (let i = 0; i < 3; i++) {
      await write(`Sujet ${i}`);
      await inbox.add(aSignUp({ firstName: `Ana ${i}` }), START);
    }
    await deliverMail(services);
    expect(sentMail).toHaveLength(5);
    expect(await state(hostile.id)).toMatchObject({ state: "en-attente", held: true });
  });

  it("is retried after a successful test mail and after a start, like mail that older versions refused because of a setting", async () => {
    let fixed = false;
    const { services, write, inbox, state, sentMail } = site(() => (fixed ? { outcome: "sent" } : HELD));
    const { id } = await write("La fête");
    await deliverMail(services);
    expect((await sendTestMail(services, "anne@exemple.ch")).outcome).toEqual(HELD);
    const attempts = sentMail.length;
    await deliverMail(services);
    expect(sentMail).toHaveLength(attempts);
    await resumeHeldMail(services);
    await deliverMail(services);
    expect(sentMail).toHaveLength(attempts + 1);
    fixed = true;
    await sendTestMail(services, "anne@exemple.ch");
    await deliverMail(services);
    expect(await state(id)).toMatchObject({ state: "envoye" });

    const reasons = [...EARLIER, EARLIER[0] ?? "", "EmailJS n’accepte pas la demande (réponse 400)."];
    const ids = await Promise.all(reasons.map(async (_, i) => (await write(`Refusé ${i}`)).id));
    for (const [i, reason] of reasons.entries()) await inbox.markFailed(ids[i] ?? "", reason);
    await inbox.setHandled(ids.slice(-2, -1), START);
    await resumeHeldMail(services);
    await deliverMail(services);
    const states = await Promise.all(ids.map(async (one) => (await state(one))?.state));
    expect(states).toEqual([...EARLIER.map(() => "envoye"), "echec", "echec"]);
  });

  /** Reasons of permanent refusals in the version of mid-November 2026. */
  const EARLIER = [
    "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée (réponse 403).",
    "EmailJS ne reconnaît pas la clé publique (réponse 400).",
    "EmailJS ne reconnaît pas l’identifiant du service (réponse 400).",
    "EmailJS ne reconnaît pas l’identifiant du modèle (réponse 400).",
    "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord (réponse 403).",
    "EmailJS ne connaît pas ce compte (réponse 404).",
    "EmailJS n’a plus accès à la boîte qui envoie\u00a0: il faut la relier de nouveau dans son tableau de bord (réponse 412).",
    "EmailJS prend le site pour un navigateur automatique et refuse l’envoi (réponse 451).",
  ];
});

describe("a failing store", () => {
  // Fake timers skip the pauses between the retries.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }).setTimerTickMode("nextTimerAsync"));
  afterEach(() => void vi.useRealTimers());

  /** The inbox, whose `markSent` fails for the first calls. */
  const hesitant = (inbox: Inbox, times: number): Inbox => {
    let remaining = times;
    return {
      ...inbox,
      async markSent(id, at) {
        if (remaining-- > 0) throw new Error("database is locked");
        return inbox.markSent(id, at);
      },
    };
  };

  it("does not cause a second mail when it recovers soon after a success", async () => {
    const errors: unknown[] = [];
    const { services, write, advance, state, sentMail } = site();
    const { id } = await write("La fête");
    const inbox = hesitant(services.inbox, 2);
    await deliverMail({ ...services, inbox }, (error) => errors.push(error));
    expect(errors).toHaveLength(2);
    expect(await state(id)).toEqual({ state: "envoye", at: START });
    advance(60);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
  });

  it("makes the delivery fail when it does not recover, and the mail stays in the queue", async () => {
    const { services, write, advance, state } = site();
    const { id } = await write("La fête");
    const inbox = hesitant(services.inbox, Number.POSITIVE_INFINITY);
    await expect(deliverMail({ ...services, inbox })).rejects.toThrow("database is locked");
    expect(await state(id)).toMatchObject({ state: "en-attente" });
    advance(2);
    await deliverMail(services);
    expect(await state(id)).toMatchObject({ state: "envoye" });
  });

  it("makes the delivery fail before it sends, and the mail is due again in two minutes", async () => {
    const { services, write, advance, sentMail } = site();
    await write("La fête");
    const settings = { ...services.settings, get: () => Promise.reject(new Error("disk I/O error")) };
    await expect(deliverMail({ ...services, settings })).rejects.toThrow("disk I/O error");
    expect(sentMail).toEqual([]);
    advance(2);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
  });
});
