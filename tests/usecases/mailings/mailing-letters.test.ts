/** The letters of mailings, through a real mail server. */
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import type { NewMailing } from "#domain/mailings/mailing.ts";
import { emailRefusedAt, type MemberData } from "#domain/register/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { createPace, deliverMails } from "#usecases/mail/deliver-mails.ts";
import { finishMailings } from "#usecases/mailings/send-mailing.ts";
import { desk } from "../desk.ts";
import { aMailing, BY, SITE } from "./a-mailing.ts";

const HOUR_MS = 3_600_000;
const FROM = "La Jeunesse de Savièse <site@exemple.ch>";
const ASSOCIATION = "jeunesse@exemple.ch";
const WITHOUT_PAUSES = createPace(0);

/** A site whose mail server counts the attempts for each address, and answers as `replies` say. */
async function siteWith(
  replies: Record<string, (attempt: number) => [at: "RCPT" | "DATA", code: number, text?: string] | "lost" | null>,
) {
  const received: { to: string[]; raw: Uint8Array }[] = [];
  const attempts = new Map<string, number>();
  const reply = (address: string) => replies[address.split("@", 1)[0] ?? ""]?.(attempts.get(address) ?? 1) ?? null;
  const { url } = await startSmtpServer({
    onRcptTo({ address }, _, done) {
      attempts.set(address, (attempts.get(address) ?? 0) + 1);
      const answer = reply(address);
      if (Array.isArray(answer) && answer[0] === "RCPT") return done(refusal(answer[1], answer[2]));
      done();
    },
    async onData(stream, { envelope }, done) {
      const raw = await buffer(stream);
      const to = envelope.rcptTo.map(({ address }) => address);
      const answer = reply(to[0] ?? "");
      if (Array.isArray(answer)) return done(refusal(answer[1], answer[2]));
      received.push({ to, raw });
      if (answer !== "lost") done();
    },
  });
  let advanced = 0;
  const services = {
    ...desk(),
    mailer: createSmtpMailer({ url, from: FROM, to: ["comite@exemple.ch"], publicUrl: SITE, timeoutMs: 1000 }),
    clock: { now: () => new Date(Date.now() + advanced) },
  };
  return {
    services,
    received,
    /** The site is down for some hours. */
    miss(hours: number) {
      advanced += hours * HOUR_MS;
    },
    /** Sends what is due, then lets an hour pass. */
    async pass(hours = 1) {
      await deliverMails(services, {}, undefined, WITHOUT_PAUSES);
      advanced += hours * HOUR_MS;
    },
  };
}

const person = (firstName: string, more: Partial<MemberData> = {}): Partial<MemberData> => ({
  firstName,
  email: `${firstName.toLowerCase()}@exemple.ch`,
  phone: "0791234567",
  ...more,
});

it("whatever the mail server answers for one person, the others get the letter once, and the state of each says what happened", async () => {
  const { services, received, pass } = await siteWith({
    later: (attempt) => (attempt === 1 ? ["RCPT", 450] : null),
    busy: (attempt) => (attempt === 1 ? ["DATA", 421] : null),
    unknown: () => ["RCPT", 550, "5.1.1 No such user"],
    full: () => ["RCPT", 552, "5.2.2 Mailbox full"],
    large: () => ["DATA", 552, "5.3.4 Too large"],
    spam: () => ["DATA", 554, "5.7.1 Looks like spam"],
    policy: () => ["RCPT", 550, "5.7.1 Denied"],
    never: () => ["RCPT", 450, "4.2.1 Not now"],
    lost: (attempt) => (attempt === 1 ? "lost" : null),
  });
  const names = ["Ana", "Later", "Busy", "Unknown", "Full", "Large", "Spam", "Policy", "Never", "Lost", "Zoé"];
  const emails = { Zoé: "zoe@exemple.ch" } as Record<string, string>;
  const { send, deliveries, member, state } = await aMailing(
    services,
    names.map((name) => person(name, emails[name] ? { email: emails[name] } : {})),
    { kind: "convocation", day: "2027-06-12" },
  );
  await send();
  await pass();
  const refused = { Unknown: "due mobile", Full: "due mobile", Large: "due mobile", Spam: "due mobile" };
  expect(await deliveries()).toEqual({
    Ana: "sent email",
    Zoé: "sent email",
    ...refused,
    Later: "queued",
    Busy: "queued",
    Policy: "queued",
    Never: "queued",
    Lost: "queued",
  });
  await pass();
  const settled = { Ana: "sent email", Zoé: "sent email", Later: "sent email", Busy: "sent email", Lost: "sent email" };
  expect(await deliveries()).toEqual({ ...settled, ...refused, Policy: "queued", Never: "queued" });
  // After two days without an answer, the person gets it by another way while it still matters.
  await pass(48);
  await pass();
  expect(await deliveries()).toEqual({ ...settled, ...refused, Policy: "due mobile", Never: "due mobile" });
  expect(await services.mails.count()).toBe(0);

  // Only the unknown address is marked; the others get the next mail.
  const marked = (await services.register.list()).filter((one) => emailRefusedAt(one) !== null);
  expect(marked.map(({ firstName }) => firstName)).toEqual(["Unknown"]);
  const reasons = (await state()).people.flatMap(({ touches }) => touches.flatMap(({ refused: why }) => why ?? []));
  expect(reasons).toHaveLength(6);
  for (const reason of reasons) expect(reason).toMatch(/^Le serveur de messagerie .+\(réponse \d{3}\)\./);

  const times = Object.groupBy(received, ({ to }) => to.join());
  expect(Object.fromEntries(Object.entries(times).map(([to, mails]) => [to, mails?.length]))).toEqual({
    "ana@exemple.ch": 1,
    "zoe@exemple.ch": 1,
    "later@exemple.ch": 1,
    "busy@exemple.ch": 1,
    // The server took it, and nobody can know: mail programs recognise the same Message-ID.
    "lost@exemple.ch": 2,
  });
  const lost = await Promise.all((times["lost@exemple.ch"] ?? []).map(({ raw }) => PostalMime.parse(raw)));
  expect(new Set(lost.map(({ messageId }) => messageId)).size).toBe(1);

  // A corrected address gets the e-mail.
  const { id, version } = await member("Unknown");
  await services.register.save([{ id, version, data: { ...(await member("Unknown")), email: "neu@exemple.ch" } }], BY);
  expect((await deliveries()).Unknown).toBe("due email");
});

it("a server that is overloaded for everybody, or slow, delays each letter and doubles none", async () => {
  let connections = 0;
  const seen: string[] = [];
  const { url } = await startSmtpServer({
    onConnect: (_, done) => done(connections++ < 3 ? refusal(421) : null),
    onRcptTo: (_address, _session, done) => void setTimeout(done, 100),
    async onData(stream, { envelope }, done) {
      await buffer(stream);
      seen.push(...envelope.rcptTo.map(({ address }) => address));
      setTimeout(done, 100);
    },
  });
  let advanced = 0;
  const services = {
    ...desk(),
    mailer: createSmtpMailer({ url, from: FROM, to: ["comite@exemple.ch"], publicUrl: SITE, timeoutMs: 2000 }),
    clock: { now: () => new Date(Date.now() + advanced) },
  };
  const { send, deliveries } = await aMailing(services, [person("Ana"), person("Bob"), person("Carl")]);
  await send();
  await deliverMails(services, {}, undefined, WITHOUT_PAUSES);
  expect([seen, await deliveries()]).toEqual([[], { Ana: "queued", Bob: "queued", Carl: "queued" }]);
  advanced = HOUR_MS;
  await deliverMails(services, {}, undefined, WITHOUT_PAUSES);
  expect(seen.toSorted()).toEqual(["ana@exemple.ch", "bob@exemple.ch", "carl@exemple.ch"]);
  expect(await deliveries()).toEqual({ Ana: "sent email", Bob: "sent email", Carl: "sent email" });
});

it("two members who share a mailbox, as children and their parents do, each get a letter, and each opts out alone", async () => {
  const { services, received, pass } = await siteWith({});
  const family = ["Ana", "Bob", "Zoé"].map((name) => person(name, { email: "famille@exemple.ch" }));
  const { send, deliveries, member } = await aMailing(services, family);
  await send();
  await services.optOuts.set((await member("Zoé")).id, true, null);
  await pass();
  expect(await deliveries()).toEqual({ Ana: "sent email", Bob: "sent email", Zoé: "gone" });
  const mails = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(new Set(mails.flatMap((mail) => headersOf(mail, "list-unsubscribe"))).size).toBe(2);
  expect(received.map(({ to }) => to.join())).toEqual(Array(2).fill("famille@exemple.ch"));
});

it("a letter whose first attempt comes after two days, because the site was down, is tried again like the others", async () => {
  const { services, received, pass, miss } = await siteWith({
    later: (attempt) => (attempt === 1 ? ["RCPT", 450, "4.2.0 Come back later"] : null),
  });
  const { send, deliveries } = await aMailing(services, [person("Later")]);
  await send();
  miss(72);
  await pass();
  expect(await deliveries()).toEqual({ Later: "queued" });
  await pass();
  expect([received.length, await deliveries()]).toEqual([1, { Later: "sent email" }]);
});

it("a letter whose link to opt out opens nothing, because another site wrote it, is written again with one that does", async () => {
  const { services, received, pass } = await siteWith({});
  const { send, deliveries } = await aMailing(services, [person("Ana")]);
  const before = createOptOutStore(services.documents, async () => "the-secret-of-another-site");
  await send({ ...services, optOuts: before });
  await pass();
  expect([received.length, await deliveries()]).toEqual([0, { Ana: "due email" }]);
  await finishMailings(services, SITE);
  await pass();
  const mail = await PostalMime.parse(received[0]?.raw ?? "");
  const [, token = ""] = /\/ecrire\/stop\/([\w-]+)>$/.exec(headersOf(mail, "list-unsubscribe")[0] ?? "") ?? [];
  expect([received.length, await deliveries()]).toEqual([1, { Ana: "sent email" }]);
  expect(await services.optOuts.memberOf(token)).not.toBeNull();
});

/** Sends a mailing to one person. @returns the mail and its lines */
async function letterOf(words: Partial<NewMailing>, who = person("Zoe")): Promise<{ mail: Email; lines: string[] }> {
  const { services, received, pass } = await siteWith({});
  const { version } = await services.settings.get();
  await services.settings.save({ ...INITIAL_SETTINGS, email: ASSOCIATION }, version, { by: BY, at: new Date() });
  await (await aMailing(services, [who], words)).send();
  await pass();
  const [{ raw, to } = expect.fail()] = received;
  expect([received.length, to]).toEqual([1, [who.email]]);
  return { mail: await PostalMime.parse(raw), lines: Buffer.from(raw).toString("latin1").split("\r\n") };
}

const headersOf = ({ headers }: Email, key: string) =>
  headers.filter((one) => one.key === key).map(({ value }) => value);

it("the letter comes from the association to one address, and only an info lets its reader opt out with one click", async () => {
  const subject = "Été : « l’apéro » à Savièse — ça continue, œufs et fromage compris, jusqu’au bout de la nuit";
  const { mail } = await letterOf({ subject });
  expect(mail.subject).toBe(withFrenchSpaces(subject));
  expect(mail.from).toMatchObject({ name: "La Jeunesse de Savièse", address: "site@exemple.ch" });
  expect(mail.to).toMatchObject([{ address: "zoe@exemple.ch" }]);
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  expect(mail.replyTo).toMatchObject([{ address: ASSOCIATION }]);
  expect(mail.messageId).toMatch(/^<account-[\w-]+@exemple\.ch>$/);
  const [address = ""] = headersOf(mail, "list-unsubscribe");
  expect(address).toMatch(/^<https:\/\/site\.test\/ecrire\/stop\/[\w.-]+>$/);
  expect(headersOf(mail, "list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
  expect(mail.html).toContain(`href="${address.slice(1, -1)}"`);
  expect(mail.text).toContain(address.slice(1, -1));
  expect(headersOf(mail, "auto-submitted")).toEqual([]);
});

it.each([
  ["convocation", { kind: "convocation", day: "2027-06-12" }],
  ["message about an event", { kind: "event", event: "abc" }],
] as const)("a %s has no header and no link to opt out", async (_, words) => {
  const { mail } = await letterOf(words);
  for (const key of ["list-unsubscribe", "list-unsubscribe-post", "auto-submitted"])
    expect(headersOf(mail, key)).toEqual([]);
  expect(`${mail.text} ${mail.html}`).not.toContain("/ecrire/stop/");
});

it("text and HTML both have the whole text, with lists, bold and absolute links, on short lines", async () => {
  const long = "a".repeat(900);
  const text = [
    "Bonjour à **tout le monde** & <script>alert(1)</script> !",
    "",
    "- le *pain*",
    "- le [programme](/planning)",
    "",
    "1. monter",
    "2. descendre",
    "",
    `Écrire à [Zoé](mailto:zoe@exemple.ch). ${long}`,
    ".",
    "From moi",
    "שלום \u202eabc\u202c",
  ].join("\n");
  const { mail, lines } = await letterOf({ text: text.padEnd(2000, " mot"), answersTo: "مريم 079 123 45 67" });
  for (const part of [mail.text ?? "", mail.html ?? ""]) {
    expect(part).toContain(long);
    expect(part).toContain("tout le monde");
    expect(part).toContain(`${SITE}/planning`);
    expect(part).toContain("From moi");
    expect(part).toContain("שלום");
    expect(part).toContain("Réponses\u00a0: مريم 079 123 45 67");
    expect(part).not.toContain("**");
  }
  expect(mail.text).toMatch(/^- le \*?pain/m);
  expect(mail.text).toMatch(/^2\. descendre$/m);
  expect(mail.text).toContain("<script>alert(1)</script>");
  expect(mail.html).toContain("<strong>tout le monde</strong>");
  expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(mail.html).not.toMatch(/<script|<img|url\(/i);
  expect(mail.html).toMatch(/<ul[^>]*><li[^>]*>le /);
  expect(mail.html).toMatch(/<ol[^>]*><li[^>]*>monter/);
  expect(mail.html).not.toMatch(/href="(?!https:|mailto:)/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
});

it.each(["Sortie\r\nBcc: toute@exemple.ch", "Sortie\nX-Evil: 1\n\nCorps", "=?utf-8?q?a=0D=0ABcc:_b@exemple.ch?="])(
  "no subject adds a header: %j",
  async (subject) => {
    const { mail } = await letterOf({ subject });
    expect([mail.bcc, headersOf(mail, "x-evil"), headersOf(mail, "bcc")]).toEqual([undefined, [], []]);
    expect(headersOf(mail, "subject")).toHaveLength(1);
    expect(mail.text).toContain("Rendez-vous à 8 h.");
  },
);
