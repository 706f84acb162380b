import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { createInbox } from "#stores/inbox.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { sendTestMail } from "#usecases/inbox/send-test-mail.ts";

const NOW = new Date("2025-08-05T12:03:07Z");

async function site(to: string[]) {
  const { url, received } = await startSmtpServer();
  const db = embeddedFile().open();
  const inbox = createInbox(documentsOf(db));
  const services = {
    inbox,
    settings: createSettingsStore(documentsOf(db)),
    mailer: createSmtpMailer({ url, from: "site@exemple.ch", to, publicUrl: "https://jeunesse.exemple.ch" }),
    clock: { now: () => NOW },
  };
  return { services, received, inbox };
}

it("a test mail is sent at once to the recipients of the settings, and is not in the inbox", async () => {
  const { services, received, inbox } = await site(["config@exemple.ch"]);
  const recipients = ["anne@exemple.ch", "bob@exemple.ch"];
  const { version } = await services.settings.get();
  const author = { by: { id: "", name: "anne@exemple.ch" }, at: NOW };
  await services.settings.save({ ...INITIAL_SETTINGS, recipients }, version, author);
  expect(await sendTestMail(services, "anne@exemple.ch")).toEqual({
    outcome: { outcome: "sent" },
    delivery: "server",
    recipients,
  });
  expect(received).toMatchObject([{ a: recipients }]);
  expect(await inbox.nextDue()).toBeNull();
});

it("a test mail without recipients in the settings is sent to the configured ones", async () => {
  const { services, received } = await site(["config@exemple.ch"]);
  expect(await sendTestMail(services, "anne@exemple.ch")).toMatchObject({ outcome: { outcome: "sent" } });
  expect(received).toMatchObject([{ a: ["config@exemple.ch"] }]);
});

it("two test mails have different Message-IDs", async () => {
  const { services, received } = await site(["config@exemple.ch"]);
  await sendTestMail(services, "anne@exemple.ch");
  await sendTestMail(services, "anne@exemple.ch");
  const [one, second] = received.map(
    ({ rawResponse }) => /^Message-ID: (.*)$/m.exec(Buffer.from(rawResponse).toString())?.[1],
  );
  expect(one).toMatch(/^<test-/);
  expect(second).not.toBe(one);
});
