import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { sendTestMail } from "#usecases/mail/send-test-mail.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2025-08-05T12:03:07Z");

async function site() {
  const { url, received } = await startSmtpServer();
  const addresses = { from: "site@exemple.ch", to: ["config@exemple.ch"] };
  const mailer = createSmtpMailer({ url, ...addresses, publicUrl: "https://jeunesse.exemple.ch" });
  return { services: { ...desk(), mailer, clock: { now: () => NOW } }, received };
}

it("a test mail is sent at once to the recipients of the settings with its own Message-ID, and is not in the inbox", async () => {
  const { services, received } = await site();
  const recipients = ["anne@exemple.ch", "bob@exemple.ch"];
  const { version } = await services.settings.get();
  await services.settings.save({ ...INITIAL_SETTINGS, recipients }, version, { by: ELODIE, at: NOW });
  const addresses = recipients.map((address) => ({ address, state: "sent" }));
  const sent = { outcome: { outcome: "sent", addresses }, delivery: "server" };
  for (let i = 0; i < 2; i++) expect(await sendTestMail(services, "anne@exemple.ch")).toEqual(sent);
  expect(received).toMatchObject([{ a: recipients }, { a: recipients }]);
  expect(await services.mails.nextDue()).toBeNull();
  const [one, second] = received.map(
    ({ rawResponse }) => /^Message-ID: (.*)$/m.exec(Buffer.from(rawResponse).toString())?.[1],
  );
  expect(one).toMatch(/^<test-/);
  expect(second).not.toBe(one);
});
