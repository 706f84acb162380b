/** Mail to several recipients, through a real SMTP conversation. */
import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { createMailStore } from "#stores/mails.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { aMessage } from "#tests/contracts/stores/samples.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { sendTestMail } from "#usecases/mail/send-test-mail.ts";
import { desk } from "./desk.ts";

const START = new Date("2025-08-05T12:00:00Z");
const [A, B, C, D] = ["anne@exemple.ch", "bob@exemple.ch", "carl@exemple.ch", "dora@exemple.ch"] as const;
const HOUR_MS = 3_600_000;

/** A site whose mail server answers RCPT with the code in `codes`, and accepts other recipients. */
async function site(recipients: readonly string[] = [A, B, C, D]) {
  let now = START;
  const codes = new Map<string, number>();
  const asked: string[] = [];
  const { url, received } = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => {
      asked.push(address);
      const code = codes.get(address);
      done(code ? refusal(code) : null);
    },
  });
  const mailer = createSmtpMailer({ url, from: "site@exemple.ch", to: [], publicUrl: "https://exemple.ch" });
  const services = { ...desk(), mailer, clock: { now: () => now } };
  const chooseRecipients = async (recipients: readonly string[]) => {
    const { version } = await services.settings.get();
    await services.settings.save({ ...INITIAL_SETTINGS, recipients: [...recipients] }, version, {
      by: ELODIE,
      at: START,
    });
  };
  await chooseRecipients(recipients);
  const { id } = (await services.inbox.add(aMessage(), now)).entry;
  return {
    services,
    id,
    codes,
    chooseRecipients,
    /** One delivery pass, an hour later. @returns the recipients that the server was asked about, and who got the mail */
    async pass(mails = services.mails) {
      const before = received.length;
      asked.length = 0;
      await deliverMails({ ...services, mails });
      now = new Date(now.getTime() + HOUR_MS);
      return { asked: [...asked], got: received.slice(before).flatMap(({ a }) => a) };
    },
    mail: async () => (await services.inbox.get(id))?.mail,
  };
}

it("a recipient that is refused temporarily alone gets a later mail; one that is refused permanently is named", async () => {
  const { services, id, codes, pass, mail } = await site();
  codes.set(B, 450).set(C, 550);
  expect(await pass()).toEqual({ asked: [A, B, C, D], got: [A, D] });
  expect(await mail()).toMatchObject({
    state: "en-attente",
    addresses: [
      { address: A, state: "sent" },
      { address: B, state: "waiting" },
      { address: C, state: "refused" },
      { address: D, state: "sent" },
    ],
  });
  expect(await pass()).toEqual({ asked: [B], got: [] });
  codes.delete(B);
  expect(await pass()).toEqual({ asked: [B], got: [B] });
  expect(await mail()).toMatchObject({ state: "echec", reason: expect.stringContaining("550") });
  expect(await services.inbox.countRefused()).toEqual({ refused: 1, refusedAddresses: [C] });
  expect(await pass()).toEqual({ asked: [], got: [] });

  codes.delete(C);
  await services.inbox.resend(id, services.clock.now());
  expect(await pass()).toEqual({ asked: [C], got: [C] });
  expect(await mail()).toEqual({ state: "envoye", at: expect.any(Date) });
  expect(await services.inbox.countRefused()).toEqual({ refused: 0, refusedAddresses: [] });
});

it("a restart after a mail that reached some recipients does not send it to them again", async () => {
  const { services, codes, pass, mail } = await site();
  codes.set(B, 451);
  await pass();
  const restarted = createMailStore(services.documents);
  codes.delete(B);
  expect(await pass(restarted)).toEqual({ asked: [B], got: [B] });
  expect(await mail()).toMatchObject({ state: "envoye" });
});

it("a store that fails once after the mail reached some recipients does not make them get it twice", async () => {
  const { services, codes, pass } = await site();
  codes.set(B, 451);
  let failures = 1;
  const record: typeof services.mails.record = async (...args) => {
    if (failures-- > 0) throw new Error("database is locked");
    return services.mails.record(...args);
  };
  expect((await pass({ ...services.mails, record })).got).toEqual([A, C, D]);
  codes.delete(B);
  expect((await pass()).got).toEqual([B]);
});

it("an attempt with an unreachable server keeps the server's earlier answers for each recipient", async () => {
  const { services, codes, pass, mail } = await site();
  codes.set(B, 450);
  await pass();
  const { mailer } = services;
  services.mailer = { ...mailer, send: async () => ({ outcome: "retry", reason: "Pas de réponse." }) };
  await pass();
  expect(await mail()).toMatchObject({ reason: "Pas de réponse.", addresses: { length: 4 } });
  services.mailer = mailer;
  expect(await pass()).toMatchObject({ asked: [B] });
});

it.each([
  ["removed", [A, C, D], [], "envoye"],
  ["replaced", [A, C, D, "zoe@exemple.ch"], ["zoe@exemple.ch"], "envoye"],
  ["kept, and another is added", [A, B, C, D, "zoe@exemple.ch"], [B, "zoe@exemple.ch"], "en-attente"],
])(
  "the next attempt goes to the recipients of the settings when a waiting recipient is %s meanwhile",
  async (_, recipients, asked, state) => {
    const { codes, pass, mail, chooseRecipients } = await site();
    codes.set(B, 450);
    await pass();
    await chooseRecipients(recipients);
    expect((await pass()).asked).toEqual(asked);
    expect(await mail()).toMatchObject({ state });
  },
);

it("a refused recipient that the committee has removed is forgotten with « Renvoyer »", async () => {
  const { services, id, codes, pass, mail, chooseRecipients } = await site();
  codes.set(B, 550);
  await pass();
  await chooseRecipients([A, C, D]);
  await services.inbox.resendAll("message", services.clock.now());
  expect(await pass()).toEqual({ asked: [], got: [] });
  expect(await mail()).toMatchObject({ state: "envoye" });
  expect(await services.inbox.resend(id, START)).toBe(true);
  expect(await mail()).toMatchObject({ state: "envoye" });
});

it("mail that a setting held leaves once a later mail reached one recipient", async () => {
  const { services, codes, pass, mail } = await site();
  for (const address of [A, B, C, D]) codes.set(address, 530);
  await pass();
  expect(await mail()).toMatchObject({ held: true });
  codes.clear();
  codes.set(B, 550);
  await services.inbox.add(aMessage({ subject: "Un autre" }), services.clock.now());
  await pass();
  expect(await services.mails.heldReason()).toBeNull();
  expect(await mail()).toMatchObject({ state: "echec", addresses: { length: 4 } });
});

it("the result of a test mail has the server's answer for each address", async () => {
  const { services, codes } = await site();
  codes.set(B, 450).set(C, 550);
  const { outcome } = await sendTestMail(services, "anne@exemple.ch");
  expect(outcome.addresses?.map(({ address, state }) => [address, state])).toEqual([
    [A, "sent"],
    [B, "waiting"],
    [C, "refused"],
    [D, "sent"],
  ]);
});
