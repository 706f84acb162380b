import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import type { CommitteeMail, Mailer, Outcome } from "#ports/mailer.ts";
import { createInbox, type Inbox } from "#stores/inbox.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deliverMail, mailIdOf, resumeHeldMail } from "#usecases/inbox/deliver-mail.ts";
import { sendTestMail } from "#usecases/inbox/send-test-mail.ts";

const START = new Date("2025-08-05T12:00:00Z");
const MINUTE_MS = 60_000;
const FAULT: Outcome = { outcome: "retry", reason: "Le serveur de messagerie n’est pas joignable." };

/** A site with a clock that the test advances, and a mailer with the outcomes of `reply`. */
function site(reply: (mail: CommitteeMail) => Outcome | Promise<Outcome> = () => ({ outcome: "sent" })) {
  const { open } = embeddedFile();
  const db = open();
  let now = START;
  const sentMail: CommitteeMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    async send(mail) {
      sentMail.push(mail);
      return reply(mail);
    },
  };
  const services = {
    inbox: createInbox(documentsOf(db)),
    settings: createSettingsStore(documentsOf(db)),
    mailer,
    clock: { now: () => now },
  };
  return {
    ...services,
    services,
    open,
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
    const { services, write, advance, sentMail, state, inbox } = site();
    const expectations = Array.from({ length: 25 }, (_, i) => `Sujet ${i}`);
    const ids = [];
    for (const sujet of expectations) {
      ids.push((await write(sujet)).id);
      advance(0.01);
    }
    await deliverMail(services);
    expect(subjects(sentMail)).toEqual(expectations);
    expect(sentMail.map(({ id }) => id)).toEqual(await Promise.all(ids.map(mailIdOf)));
    for (const id of ids) expect(await state(id)).toMatchObject({ state: "envoye" });
    expect(await inbox.nextDue()).toBeNull();
    await deliverMail(services);
    expect(sentMail).toHaveLength(25);
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
    const author = { by: { id: "", name: "comite@exemple.ch" }, at: START };
    await settings.save({ ...INITIAL_SETTINGS, recipients: ["anne@exemple.ch"] }, version, author);
    const { id, type, content, receivedAt } = await write("La fête");
    for (let attempt = 0; attempt < 2; attempt++) {
      await deliverMail(services);
      advance(60);
    }
    const mail = { id: await mailIdOf(id), submission: { type, content }, receivedAt, recipients: ["anne@exemple.ch"] };
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
      const others = await createInbox(documentsOf(s.open())).claimDue(s.clock.now(), 0, 10);
      const mails = await Promise.all(others.map(({ id }) => mailIdOf(id)));
      elsewhere.push(...mails.filter((id) => id === mail.id));
      return outcome;
    };
    await deliverMail(s.services);
    expect(elsewhere).toEqual([]);
  });

  it("marks mail as saved when the mailer writes files", async () => {
    const { services, write, state } = site();
    const { id } = await write("La fête");
    await deliverMail({ ...services, mailer: { ...services.mailer, delivery: "file" } });
    expect(await state(id)).toEqual({ state: "garde", at: START });
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

  it("is not retried after a permanent refusal, and keeps the reason", async () => {
    const reason = "Le serveur de messagerie n’accepte pas le message (réponse 554).";
    const { services, write, advance, state, sentMail } = site(() => ({ outcome: "refused", reason }));
    const { id } = await write("La fête");
    await deliverMail(services);
    expect(await state(id)).toEqual({ state: "echec", reason });
    advance(24 * 60);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
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
    const told: string[] = [];
    const pass = () => deliverMail(services, undefined, undefined, (reason) => void told.push(reason));
    for (let hour = 1; hour <= 3; hour++) {
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
    expect(new Set(told)).toEqual(new Set(["La clé manque."]));
    advance(-30);
    fixed = true;
    await write("La fête");
    await pass();
    expect(sentMail).toHaveLength(3 + 21);
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

    const given = async (sujet: string, reason: string) => {
      const entry = await write(sujet);
      await inbox.markFailed(entry.id, reason);
      return entry.id;
    };
    const blamed = await Promise.all(EARLIER.map((reason, i) => given(`Compte ${i}`, reason)));
    const handled = await given("Traité", EARLIER[0] ?? "");
    await inbox.setHandled([handled], START);
    const refused = await given("Refusé", "EmailJS n’accepte pas la demande (réponse 400).");
    await resumeHeldMail(services);
    await deliverMail(services);
    for (const id of blamed) expect(await state(id)).toMatchObject({ state: "envoye" });
    for (const id of [handled, refused]) expect(await state(id)).toMatchObject({ state: "echec" });
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
