import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createSmtpAccountMailer } from "#adapters/smtp/smtp-mailer.ts";
import { composeLinkMail } from "#domain/accounts/account-link.ts";
import type { AccountMail } from "#ports/mailer.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";

const FROM = "La Jeunesse <site@jeunesse.exemple.ch>";
const ADDRESS = `https://jeunesse.exemple.ch/invitation/${"aB_9-".repeat(12)}`;
const { subject, text, html } = composeLinkMail("invitation", ADDRESS, new Date("2025-08-05T12:30:00Z"));
const message: AccountMail = {
  id: "0123456789",
  recipient: "paul.o'neill+fete@exemple.ch",
  subject: subject,
  text: text,
  html,
};

describe("the mail with a link to a password", () => {
  it("goes to one recipient, with the whole link on one line", async () => {
    const { url, received } = await startSmtpServer();
    expect(await createSmtpAccountMailer({ url, from: FROM }).send(message)).toEqual({ outcome: "sent" });
    expect(received).toMatchObject([{ from: "site@jeunesse.exemple.ch", a: [message.recipient] }]);
    const mail = await PostalMime.parse(received[0]?.rawResponse ?? "");
    expect(mail.subject).toBe("Votre accès au site de la Jeunesse de Savièse");
    expect(mail.text?.split("\n")).toContain(ADDRESS);
    expect(mail.html).toContain(`href="${ADDRESS}"`);
    expect(mail.html).not.toMatch(/<img|url\(/);
    expect(mail.messageId).toBe("<account-0123456789@jeunesse.exemple.ch>");
  });
});
