import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import type { CommitteeMail, LetterMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { mailIdOfEntry, type NewLetter, queueLetters } from "#stores/mail-document.ts";
import type { MailStore } from "#stores/mails.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { sendTestMail } from "#usecases/mail/send-test-mail.ts";
import { desk } from "./desk.ts";

const START = new Date("2025-08-05T12:00:00Z");
const MINUTE_MS = 60_000;
const FAULT: MailOutcome = { outcome: "retry", reason: "Pas de réponse." };

/** A site with a clock that the test advances, and a mailer with the outcomes of `reply`. */
function site(
  reply: (mail: CommitteeMail) => MailOutcome | Promise<MailOutcome> = () => ({ outcome: "sent" }),
  letterReply: (mail: LetterMail) => MailOutcome = () => ({ outcome: "sent" }),
) {
  let now = START;
  const sentMail: CommitteeMail[] = [];
  const letters: LetterMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    async send(mail) {
      sentMail.push(mail);
      return reply(mail);
    },
    async sendLetter(mail) {
      letters.push(mail);
      return letterReply(mail);
    },
  };
  const services = { ...desk(), mailer, clock: { now: () => now } };
  return {
    ...services,
    services,
    sentMail,
    letters,
    queue: (...added: NewLetter[]) =>
      services.documents.transaction(async (transaction) => queueLetters(transaction, added, now)),
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
    const { services, write, advance, sentMail, mails } = site();
    const expected = Array.from({ length: 25 }, (_, i) => `Sujet ${i}`);
    for (const sujet of expected) {
      await write(sujet);
      advance(0.01);
    }
    for (let times = 0; times < 2; times++) await deliverMails(services);
    expect(subjects(sentMail)).toEqual(expected);
    expect(await mails.nextDue()).toBeNull();
  });

  it("stops after the current mail when the site stops, and sends the others after the next start", async () => {
    const stopping = new AbortController();
    const { services, write, advance, sentMail } = site(async () => {
      stopping.abort();
      return { outcome: "sent" };
    });
    for (const sujet of ["Un", "Deux", "Trois"]) {
      await write(sujet);
      advance(0.01);
    }
    await deliverMails(services, {}, stopping.signal);
    expect(subjects(sentMail)).toEqual(["Un"]);
    await deliverMails(services);
    expect(subjects(sentMail)).toEqual(["Un", "Deux", "Trois"]);
  });

  it("passes content, recipients and a hashed id at each attempt, never the entry's id, which opens a minor's consent form", async () => {
    const { services, write, advance, sentMail, settings } = site(() => FAULT);
    const { version } = await settings.get();
    const recipients = ["anne@exemple.ch"];
    await settings.save({ ...INITIAL_SETTINGS, recipients }, version, { by: ELODIE, at: START });
    const { id, type, content, receivedAt } = await write("La fête");
    for (let attempt = 0; attempt < 2; attempt++) {
      await deliverMails(services);
      advance(60);
    }
    const mail = { id: mailIdOfEntry(id), submission: { type, content }, receivedAt, recipients, addresses: [] };
    expect(sentMail).toEqual([mail, mail]);
    expect(JSON.stringify(sentMail)).not.toContain(id);
  });

  it("leases one mail at a time, so that no lease expires while another mail is sent", async () => {
    const s = site(() => {
      s.advance(1.5);
      return { outcome: "sent" };
    });
    for (const sujet of ["un", "deux", "trois"]) await s.write(sujet);
    const elsewhere: string[] = [];
    const { send } = s.mailer;
    s.mailer.send = async (mail) => {
      const outcome = await send(mail);
      const other = await s.mails.leaseDue(s.clock.now(), 0);
      if (other?.id === mail.id) elsewhere.push(mail.id);
      return outcome;
    };
    await deliverMails(s.services);
    expect(elsewhere).toEqual([]);
  });

  it("still sends the mail of an entry that is deleted and restored while its mail is leased", async () => {
    const { services, write, state, sentMail } = site();
    const { id } = await write("La fête");
    const { inbox } = services;
    let undone = false;
    const get: typeof inbox.get = async (wanted) => {
      if (undone) return inbox.get(wanted);
      undone = true;
      const keys = await inbox.moveToBin([id], { at: START, by: null });
      const gone = await inbox.get(wanted);
      await inbox.restore(keys);
      return gone;
    };
    await deliverMails({ ...services, inbox: { ...inbox, get } });
    expect([await state(id), subjects(sentMail)]).toEqual([{ state: "envoye", at: START }, ["La fête"]]);
  });

  it.each<[string, Mailer["delivery"], MailOutcome, object]>([
    ["sent", "server", { outcome: "sent" }, { state: "envoye", at: START }],
    ["saved as a file", "file", { outcome: "sent" }, { state: "garde", at: START }],
    ["refused for good", "server", { outcome: "refused", reason: "Non." }, { state: "echec", reason: "Non." }],
  ])("marks a mail that was %s, and does not send it again", async (_, delivery, outcome, expected) => {
    const { services, write, advance, state, sentMail } = site(() => outcome);
    const { id } = await write("La fête");
    await deliverMails({ ...services, mailer: { ...services.mailer, delivery } });
    expect(await state(id)).toEqual(expected);
    advance(24 * 60);
    await deliverMails(services);
    expect(sentMail).toHaveLength(1);
  });
});

describe("a mail that fails", () => {
  it("is retried after one minute, then two and four", async () => {
    const { services, write, advance, state, sentMail, mails } = site(() => FAULT);
    const { id } = await write("La fête");
    for (const minutes of [1, 2, 4]) {
      await deliverMails(services);
      const nextAttempt = new Date(services.clock.now().getTime() + minutes * MINUTE_MS);
      expect([await state(id), await mails.nextDue()]).toMatchObject([{ reason: "Pas de réponse." }, nextAttempt]);
      advance(minutes - 0.001);
      await deliverMails(services);
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
    await deliverMails(services, { onError: (error) => errors.push(error) });
    expect(await state(other.id)).toMatchObject({ state: "envoye" });
    expect(await state(trap.id)).toMatchObject({ state: "en-attente", reason: "L’envoi a échoué." });
    expect(errors).toEqual([new Error("bug")]);
  });
});

describe("mail that a setting blocks", () => {
  const HELD: MailOutcome = { outcome: "held", reason: "La clé manque.", everyMail: true };

  it("has one attempt for all of it at each full hour, and is all sent after the first success", async () => {
    let fixed = false;
    const { services, write, advance, sentMail, state, mails } = site(() => (fixed ? { outcome: "sent" } : HELD));
    advance(17);
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push((await write(`Sujet ${i}`)).id);
    const told = new Set<string>();
    const pass = () => deliverMails(services, { onHeld: (reason) => void told.add(reason) });
    for (let hour = 1; hour <= 2; hour++) {
      await pass();
      expect(sentMail).toHaveLength(hour);
      const next = new Date(START.getTime() + hour * 60 * MINUTE_MS);
      expect(await mails.nextDue()).toEqual(next);
      const held = { state: "en-attente", reason: "La clé manque.", held: true };
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
    expect(await mails.heldReason()).toBeNull();
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
    await deliverMails(services);
    expect(sentMail).toHaveLength(5);
    expect(await state(hostile.id)).toMatchObject({ state: "en-attente", held: true });
  });

  it("is retried after a successful test mail", async () => {
    let fixed = false;
    const { services, write, state, sentMail } = site(() => (fixed ? { outcome: "sent" } : HELD));
    const { id } = await write("La fête");
    await deliverMails(services);
    expect((await sendTestMail(services, "anne@exemple.ch")).outcome).toEqual(HELD);
    const attempts = sentMail.length;
    await deliverMails(services);
    expect(sentMail).toHaveLength(attempts);
    fixed = true;
    await sendTestMail(services, "anne@exemple.ch");
    await deliverMails(services);
    expect(await state(id)).toMatchObject({ state: "envoye" });
  });
});

describe("a letter to an account or a member", () => {
  const LETTER = { subject: "Été", text: "Un", html: "<p>Un</p>" };
  const to = (kind: NewLetter["kind"], name: string): NewLetter => ({
    kind,
    cause: name,
    recipient: `${name}@exemple.ch`,
    ...LETTER,
  });
  const HELD: MailOutcome = { outcome: "held", reason: "La clé manque.", everyMail: true };
  const REFUSED: MailOutcome = { outcome: "refused", reason: "Non." };
  const inMinutes = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);

  it.each<[string, MailOutcome, Date | null, object]>([
    ["leaves the queue when it is sent", { outcome: "sent" }, null, {}],
    ["leaves the queue when it is refused, with the reason", REFUSED, null, { refused: ["Non."] }],
    ["waits a minute for an absent server", FAULT, inMinutes(1), {}],
    ["waits until the next full hour when a setting holds it", HELD, inMinutes(60), { held: ["La clé manque."] }],
  ])("%s", async (_, outcome, due, reported) => {
    const { services, queue, letters, mails } = site(undefined, () => outcome);
    await queue(to("notice", "zoe"));
    const [refused, held]: string[][] = [[], []];
    await deliverMails(services, {
      onRefused: (reason) => refused?.push(reason),
      onHeld: (reason) => held?.push(reason),
    });
    const addresses = [{ address: "zoe@exemple.ch", state: "waiting", reason: "" }];
    const recipients = ["zoe@exemple.ch"];
    expect(letters).toEqual([
      {
        id: expect.any(String),
        letter: LETTER,
        replyTo: null,
        optOutUrl: null,
        isAutomatic: true,
        recipients,
        addresses,
      },
    ]);
    expect([await mails.nextDue(), { refused, held }]).toEqual([due, { refused: [], held: [], ...reported }]);
  });

  it("leaves before bills that wait longer, and before those that are queued while others are sent", async () => {
    const { services, queue, letters, advance, write } = site(undefined, ({ recipients: [recipient] }) => {
      if (recipient === "b1@exemple.ch") void queue(to("link", "late"));
      return { outcome: "sent" };
    });
    await queue(to("bill", "b1"), to("bill", "b2"));
    advance(1);
    await queue(to("link", "a"));
    await write("Bal");
    await deliverMails(services);
    const order = letters.map(({ recipients }) => recipients[0]?.split("@")[0]);
    expect(order[0]).toBe("a");
    expect(
      order
        .slice(1)
        .filter((name) => name !== "late")
        .toSorted(),
    ).toEqual(["b1", "b2"]);
    expect(order.indexOf("late")).toBe(order.indexOf("b1") + 1);
  });

  it("that a setting holds stops the letters of a pass, but not the mail to the committee", async () => {
    const { services, queue, letters, write, sentMail, mails } = site(undefined, () => HELD);
    await queue(to("bill", "b1"), to("bill", "b2"), to("link", "a"));
    await write("Bal");
    await deliverMails(services);
    expect([letters.length, sentMail.length, await mails.count()]).toEqual([1, 1, 3]);
  });

  it("waits, with a sentence for the committee, on a site that no longer has a mail server", async () => {
    const { services, queue, mails } = site();
    await queue(to("bill", "b1"));
    const { sendLetter: _, ...mailer } = services.mailer;
    await deliverMails({ ...services, mailer });
    expect([await mails.heldReason(), await mails.count()]).toEqual([
      expect.stringContaining("de régler la messagerie."),
      1,
    ]);
  });
});

describe("a failing store", () => {
  // Fake timers skip the pauses between the retries.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }).setTimerTickMode("nextTimerAsync"));
  afterEach(() => void vi.useRealTimers());

  /** The queue, whose `record` fails for the first calls. */
  const hesitant = (mails: MailStore, times: number): MailStore => {
    let remaining = times;
    return {
      ...mails,
      async record(mail, result) {
        if (remaining-- > 0) throw new Error("database is locked");
        return mails.record(mail, result);
      },
    };
  };

  it("does not cause a second mail when it recovers soon after a success", async () => {
    const errors: unknown[] = [];
    const { services, write, advance, state, sentMail } = site();
    const { id } = await write("La fête");
    const mails = hesitant(services.mails, 2);
    await deliverMails({ ...services, mails }, { onError: (error) => errors.push(error) });
    expect(errors).toHaveLength(2);
    expect(await state(id)).toEqual({ state: "envoye", at: START });
    advance(60);
    await deliverMails(services);
    expect(sentMail).toHaveLength(1);
  });

  it("makes the delivery fail when it does not recover, and the mail stays in the queue", async () => {
    const { services, write, advance, state } = site();
    const { id } = await write("La fête");
    const mails = hesitant(services.mails, Number.POSITIVE_INFINITY);
    await expect(deliverMails({ ...services, mails })).rejects.toThrow("database is locked");
    expect(await state(id)).toMatchObject({ state: "en-attente" });
    advance(2);
    await deliverMails(services);
    expect(await state(id)).toMatchObject({ state: "envoye" });
  });

  it("makes the delivery fail before it sends, and the mail is due again in two minutes", async () => {
    const { services, write, advance, sentMail } = site();
    await write("La fête");
    const settings = { ...services.settings, get: () => Promise.reject(new Error("disk I/O error")) };
    await expect(deliverMails({ ...services, settings })).rejects.toThrow("disk I/O error");
    expect(sentMail).toEqual([]);
    advance(2);
    await deliverMails(services);
    expect(sentMail).toHaveLength(1);
  });
});
