/** The headers of letters, read from what a real mail server received. */
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { type NewLetter, queueLetters } from "#stores/mail-document.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { desk } from "./desk.ts";

const START = new Date("2025-08-05T12:00:00Z");
const FROM = "La Jeunesse de Savièse <site@jeunesse.exemple.ch>";
const ASSOCIATION = "jeunesse@exemple.ch";
const SITE = "https://jeunesse.exemple.ch";

const letterOf = (kind: NewLetter["kind"]): NewLetter => ({
  kind,
  cause: "cause",
  recipient: "zoe@exemple.ch",
  subject: kind,
  text: "Bonjour",
  html: "<p>Bonjour</p>",
});

type Options = Parameters<typeof startSmtpServer>[0];

async function site(options: Options = {}, timeoutMs = 20_000) {
  let now = START;
  const { url, received } = await startSmtpServer(options);
  const mailer = createSmtpMailer({ url, from: FROM, to: ["comite@exemple.ch"], publicUrl: SITE, timeoutMs });
  const services = { ...desk(), mailer, clock: { now: () => now } };
  return {
    services,
    received,
    queue: (...letters: NewLetter[]) =>
      services.documents.transaction(async (transaction) => queueLetters(transaction, letters, now)),
    async setEmail(email: string) {
      const { version } = await services.settings.get();
      await services.settings.save({ ...INITIAL_SETTINGS, email }, version, { by: ELODIE, at: START });
    },
    async pass() {
      await deliverMails(services);
      now = new Date(now.getTime() + 3_600_000);
    },
  };
}

const parse = (mails: readonly { rawResponse: Uint8Array }[]) =>
  Promise.all(mails.map(({ rawResponse }) => PostalMime.parse(rawResponse)));

it("each letter comes from the association, with its address for replies; only what the site writes is marked as automatic", async () => {
  const { services, queue, setEmail, pass, received } = await site();
  await setEmail(ASSOCIATION);
  const kinds = ["link", "notice", "own-link", "bill", "slot-reminder"] as const;
  await queue(...kinds.map(letterOf));
  await pass();
  const mails = await parse(received);
  for (const { from, replyTo, messageId } of mails) {
    expect(from).toMatchObject({ name: "La Jeunesse de Savièse", address: "site@jeunesse.exemple.ch" });
    expect(replyTo?.map(({ address }) => address)).toEqual([ASSOCIATION]);
    expect(messageId).toMatch(/^<account-[\w-]+@jeunesse\.exemple\.ch>$/);
  }
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(kinds.length);
  const automatic = mails.map(({ subject, headers }) => [
    subject,
    headers.filter(({ key }) => key === "auto-submitted").map(({ value }) => value),
  ]);
  expect(Object.fromEntries(automatic)).toEqual({
    link: ["auto-generated"],
    notice: ["auto-generated"],
    "own-link": ["auto-generated"],
    bill: [],
    "slot-reminder": [],
  });
  expect(await services.mails.count()).toBe(0);
});

it("a letter has no reply address while the settings have the example address, and the mail to the committee stays as it was", async () => {
  const { services, queue, setEmail, pass, received } = await site();
  await queue(letterOf("notice"));
  await pass();
  const [notice] = await parse(received.splice(0));
  expect(notice?.replyTo).toBeUndefined();
  await setEmail(ASSOCIATION);
  await services.inbox.add(aMessage({ email: "paul@exemple.ch" }), services.clock.now());
  await services.inbox.add(aSignUp(), services.clock.now());
  await pass();
  const mails = await parse(received);
  expect(mails.map(({ replyTo }) => replyTo?.map(({ address }) => address)).toSorted()).toEqual([
    ["paul@exemple.ch"],
    undefined,
  ]);
  for (const { headers } of mails) expect(headers.map(({ key }) => key)).not.toContain("auto-submitted");
});

it("a letter that was refused for now, or whose answer was lost, has the same Message-ID in each attempt", async () => {
  const attempts: string[] = [];
  const received: Uint8Array[] = [];
  const failures = ["421 greeting", "450 recipient", "451 data", "lost answer"];
  const failsAt = (step: string) => {
    if (!failures[0]?.endsWith(step)) return null;
    const failure = String(failures.shift());
    attempts.push(failure);
    return refusal(Number.parseInt(failure, 10));
  };
  const { services, queue, pass } = await site(
    {
      onConnect: (_, done) => done(failsAt("greeting")),
      onRcptTo: (_address, _session, done) => done(failsAt("recipient")),
      async onData(flux, _, done) {
        received.push(await buffer(flux));
        const refused = failsAt("data");
        if (refused) done(refused);
        else if (!failsAt("lost answer")) done();
      },
    },
    500,
  );
  await queue(letterOf("notice"));
  for (let i = 0; i < 5; i++) await pass();
  expect(attempts).toEqual(["421 greeting", "450 recipient", "451 data", "lost answer"]);
  expect(await services.mails.count()).toBe(0);
  const mails = await parse(received.map((rawResponse) => ({ rawResponse })));
  expect(mails).toHaveLength(3);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});
