import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEmlMailer } from "#adapters/outbox/eml-mailer.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import type { CommitteeMail, Mailer, Outcome } from "#ports/mailer.ts";
import { createInbox } from "#stores/inbox.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deliverMail, mailIdOf, resumeHeldMail } from "#usecases/inbox/deliver-mail.ts";
import { sendTestMail } from "#usecases/inbox/send-test-mail.ts";

const START = new Date("2025-08-05T12:00:00Z");
const MINUTE_MS = 60_000;
const FAULT: Outcome = { outcome: "retry", reason: "Le serveur de messagerie n’est pas joignable." };

/** A site with a clock that the test advances, and a mailer with the test's answers. */
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

describe("a pass over the outbox", () => {
  it("sends all waiting mails once, the oldest first", async () => {
    const { services, write, advance, sentMail, state, inbox } = site();
    const expectations = Array.from({ length: 25 }, (_, i) => `Sujet ${i}`);
    const ids = [];
    for (const sujet of expectations) {
      ids.push((await write(sujet)).id);
      advance(0.01);
    }
    expect(await deliverMail(services)).toEqual({ sent: 25, deferred: 0, refused: 0 });
    expect(subjects(sentMail)).toEqual(expectations);
    expect(sentMail.map(({ id }) => id)).toEqual(await Promise.all(ids.map(mailIdOf)));
    for (const id of ids) expect(await state(id)).toMatchObject({ state: "envoye" });
    expect(await inbox.nextDue()).toBeNull();
    expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 0, refused: 0 });
  });

  it("ends after the current mail when the site stops; the others wait for the next start", async () => {
    const stopping = new AbortController();
    const { services, write, sentMail } = site(async () => {
      stopping.abort();
      return { outcome: "sent" };
    });
    for (const sujet of ["Un", "Deux", "Trois"]) await write(sujet);
    const report = await deliverMail(services, () => {}, stopping.signal);
    expect(report).toEqual({ sent: 1, deferred: 0, refused: 0 });
    expect(subjects(sentMail)).toEqual(["Un"]);
    await deliverMail(services);
    expect(subjects(sentMail)).toEqual(["Un", "Deux", "Trois"]);
  });

  it("gives the mailer the submission, its time and its recipients", async () => {
    const { services, write, sentMail, settings } = site();
    const { version } = await settings.get();
    const author = { by: { id: "", name: "comite@exemple.ch" }, at: START };
    await settings.save({ ...INITIAL_SETTINGS, recipients: ["anne@exemple.ch"] }, version, author);
    const { id, type, content, receivedAt } = await write("La fête");
    await deliverMail(services);
    const mailId = await mailIdOf(id);
    expect(sentMail).toEqual([
      { id: mailId, submission: { type, content }, receivedAt, recipients: ["anne@exemple.ch"] },
    ]);
  });

  it("does not give the mailer the entry's id, which opens a minor's consent form, and uses one mail id for all attempts", async () => {
    const { services, write, advance, sentMail } = site(() => FAULT);
    const { id } = await write("La fête");
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliverMail(services);
      advance(60);
    }
    expect(JSON.stringify(sentMail)).not.toContain(id);
    expect(new Set(sentMail.map((mail) => mail.id)).size).toBe(1);
    expect(sentMail).toHaveLength(3);
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

  it("saves mails as files with the mailer of a site without mail settings", async () => {
    const { services, write, state, open } = site();
    const { id } = await write("La fête");
    const directory = `${open().location()}-outbox`;
    const mailer = createEmlMailer({
      directory,
      from: "site@exemple.ch",
      to: [],
      publicUrl: "https://jeunesse.exemple.ch",
    });
    expect(await deliverMail({ ...services, mailer })).toEqual({ sent: 1, deferred: 0, refused: 0 });
    expect(await state(id)).toEqual({ state: "garde", at: START });
  });
});

describe("a mail that cannot be sent", () => {
  it("waits one minute, then two, four… at most an hour, without end", async () => {
    const { services, write, advance, state, sentMail } = site(() => FAULT);
    const { id } = await write("La fête");
    const waits: number[] = [];
    for (let i = 0; i < 60; i++) {
      expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 1, refused: 0 });
      const mail = await state(id);
      if (mail?.state !== "en-attente") throw new Error("The mail no longer waits.");
      expect(mail).toMatchObject({ attempts: i + 1, reason: FAULT.reason });
      const minutes = (mail.nextAttempt.getTime() - services.clock.now().getTime()) / MINUTE_MS;
      waits.push(minutes);
      advance(minutes - 0.001);
      expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 0, refused: 0 });
      advance(0.001);
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(new Set(waits.slice(6))).toEqual(new Set([60]));
    expect(sentMail).toHaveLength(60);
  });

  it("is not tried again after a permanent refusal, and has the reason", async () => {
    const reason = "Le serveur de messagerie n’accepte pas le message (réponse 554).";
    const { services, write, advance, state, sentMail } = site(() => ({ outcome: "refused", reason }));
    const { id } = await write("La fête");
    expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 0, refused: 1 });
    expect(await state(id)).toEqual({ state: "echec", reason });
    advance(24 * 60);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
  });

  it("does not delay the others, even when the mailer throws against its contract", async () => {
    const errors: unknown[] = [];
    const { services, write, state } = site(({ submission }) => {
      if (submission.type === "message" && submission.content.subject === "piège") throw new Error("bug");
      return { outcome: "sent" };
    });
    const trap = await write("piège");
    await write("La fête");
    const report = await deliverMail(services, (error) => errors.push(error));
    expect(report).toEqual({ sent: 1, deferred: 1, refused: 0 });
    expect(await state(trap.id)).toMatchObject({ state: "en-attente", attempts: 1 });
    expect(errors).toEqual([new Error("bug")]);
  });
});

describe("mail that a setting stops", () => {
  const HELD: Outcome = { outcome: "held", reason: "La clé manque.", everyMail: true };

  it("waits until the next full hour, with one attempt an hour for all; when one is sent, all are sent at once", async () => {
    let fixed = false;
    const { services, write, advance, sentMail, state, inbox } = site(() => (fixed ? { outcome: "sent" } : HELD));
    advance(17);
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push((await write(`Sujet ${i}`)).id);
    const told: string[] = [];
    const pass = () => deliverMail(services, undefined, undefined, (reason) => void told.push(reason));
    for (let hour = 1; hour <= 24; hour++) {
      expect(await pass()).toEqual({ sent: 0, deferred: 20, refused: 0 });
      expect(sentMail).toHaveLength(hour);
      const next = new Date(START.getTime() + hour * 60 * MINUTE_MS);
      expect(await inbox.nextDue()).toEqual(next);
      const held = { state: "en-attente", reason: "La clé manque.", held: true, nextAttempt: next };
      for (const id of ids) expect(await state(id)).toMatchObject(held);
      advance((next.getTime() - services.clock.now().getTime()) / MINUTE_MS - 0.001);
      expect(await pass()).toEqual({ sent: 0, deferred: 0, refused: 0 });
      advance(0.001);
    }
    expect(new Set(told)).toEqual(new Set(["La clé manque."]));
    advance(-30);
    fixed = true;
    await write("La fête");
    expect(await pass()).toEqual({ sent: 21, deferred: 0, refused: 0 });
    expect(await inbox.heldReason()).toBeNull();
  });

  it("of one type does not hold the other type, which has its own template", async () => {
    const { services, write, sentMail, inbox } = site(({ submission }) =>
      submission.type === "inscription" ? HELD : { outcome: "sent" },
    );
    for (let i = 0; i < 3; i++) {
      await write(`Sujet ${i}`);
      await inbox.add(aSignUp({ firstName: `Ana ${i}` }), START);
    }
    expect(await deliverMail(services)).toEqual({ sent: 3, deferred: 3, refused: 0 });
    expect(sentMail).toHaveLength(4);
  });

  it("waits alone if the answer may concern this mail only", async () => {
    const { services, write, sentMail, state } = site(({ submission }) =>
      submission.type === "message" && submission.content.subject === "<script>"
        ? { ...HELD, everyMail: false }
        : { outcome: "sent" },
    );
    const hostile = [await write("<script>"), await write("La fête"), await write("Salut")];
    expect(await deliverMail(services)).toEqual({ sent: 2, deferred: 1, refused: 0 });
    expect(sentMail).toHaveLength(3);
    expect(await state(hostile[0]?.id ?? "")).toMatchObject({ state: "en-attente", held: true });
  });

  it("is sent at once after a successful test mail and after a start, as is mail that earlier versions gave up for a setting", async () => {
    let fixed = false;
    const { services, write, inbox, state } = site(() => (fixed ? { outcome: "sent" } : HELD));
    const { id } = await write("La fête");
    await deliverMail(services);
    expect((await sendTestMail(services, "anne@exemple.ch")).outcome).toEqual(HELD);
    expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 0, refused: 0 });
    await resumeHeldMail(services);
    expect(await deliverMail(services)).toEqual({ sent: 0, deferred: 1, refused: 0 });
    fixed = true;
    await sendTestMail(services, "anne@exemple.ch");
    expect(await deliverMail(services)).toEqual({ sent: 1, deferred: 0, refused: 0 });
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
    expect(await deliverMail(services)).toEqual({ sent: blamed.length, deferred: 0, refused: 0 });
    for (const id of [handled, refused]) expect(await state(id)).toMatchObject({ state: "echec" });
  });

  /** Reasons for which the version of mid-November 2026 gave up a mail. */
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

describe("a store that fails", () => {
  // Skip the pauses between attempts.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }).setTimerTickMode("nextTimerAsync"));
  afterEach(() => void vi.useRealTimers());

  /** An inbox that fails `times` times to record that a mail is sent. */
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

  it("briefly after a mail is sent does not cause a second sending", async () => {
    const errors: unknown[] = [];
    const { services, write, advance, state, sentMail } = site();
    const { id } = await write("La fête");
    const inbox = hesitant(services.inbox, 2);
    const report = await deliverMail({ ...services, inbox }, (error) => errors.push(error));
    expect(report).toEqual({ sent: 1, deferred: 0, refused: 0 });
    expect(errors).toHaveLength(2);
    expect(await state(id)).toEqual({ state: "envoye", at: START });
    advance(60);
    await deliverMail(services);
    expect(sentMail).toHaveLength(1);
  });

  it("permanently makes the pass fail; the mail still waits", async () => {
    const { services, write, advance, state } = site();
    const { id } = await write("La fête");
    const inbox = hesitant(services.inbox, Number.POSITIVE_INFINITY);
    await expect(deliverMail({ ...services, inbox })).rejects.toThrow("database is locked");
    expect(await state(id)).toMatchObject({ state: "en-attente" });
    advance(2);
    expect(await deliverMail(services)).toEqual({ sent: 1, deferred: 0, refused: 0 });
  });

  it("before the first mail makes the pass fail and sends nothing; the mail is due again in two minutes", async () => {
    const { services, write, advance, sentMail } = site();
    await write("La fête");
    const settings = { ...services.settings, get: () => Promise.reject(new Error("disk I/O error")) };
    await expect(deliverMail({ ...services, settings })).rejects.toThrow("disk I/O error");
    expect(sentMail).toEqual([]);
    advance(2);
    expect(await deliverMail(services)).toEqual({ sent: 1, deferred: 0, refused: 0 });
  });
});
