/** Translation of ONCE's environment variables into those of the site. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { readConfig } from "#server/config.ts";
import { checkContainerSettings } from "#server/container/settings.ts";
import { testMail } from "#tests/contracts/mail/mailer.contract.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { dataFolder, startInVain } from "../process.ts";

const SMTP = {
  SMTP_ADDRESS: "mail.exemple.ch",
  SMTP_PORT: "587",
  SMTP_USERNAME: "site@exemple.ch",
  SMTP_PASSWORD: "p@ss:/?#%[é] 1",
  MAILER_FROM_ADDRESS: "site@exemple.ch",
};
const inContainer = (env: Record<string, string> = {}) => ({ CONTAINER: "on", DATA_DIR: dataFolder(), ...env });

describe("a container", () => {
  it("trusts one proxy, and uses the origin of PUBLIC_URL", () => {
    expect(readConfig(inContainer())).toMatchObject({ container: true, trustProxy: 1 });
    expect(readConfig(inContainer({ TRUST_PROXY: "off" })).trustProxy).toBe(0);
    expect(readConfig(inContainer({ PUBLIC_URL: "https://exemple.ch/x" })).publicUrl).toBe("https://exemple.ch");
  });

  it("does not start without PUBLIC_URL, and prints one line", async () => {
    const env = inContainer({ ADMIN_EMAIL: "comite@exemple.ch" });
    const { code, output } = await startInVain(env);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Configuration: PUBLIC_URL is needed in a container: [^\n]+\n$/),
    ]);
    expect(readdirSync(env.DATA_DIR)).toEqual([]);
    expect(() => checkContainerSettings({ ...env, PUBLIC_URL: "https://exemple.ch" })).not.toThrow();
    expect(() => checkContainerSettings({ ...env, PUBLIC_URL: "https://exemple.ch", ADMIN_EMAIL: "" })).toThrow(
      /^Configuration: ADMIN_EMAIL is needed in a container: [^\n]+$/,
    );
  });

  it("translates nothing unless CONTAINER=on", () => {
    const config = { container: false, trustProxy: 0, publicUrl: "http://localhost:3000", mail: { by: "outbox" } };
    for (const CONTAINER of [undefined, "", "off"]) expect(readConfig({ ...SMTP, CONTAINER })).toMatchObject(config);
    expect(() => readConfig({ CONTAINER: "yes" })).toThrow("Configuration: CONTAINER must be off or on");
  });

  it("uses the mail server of ONCE, unless the variables of the site are set", () => {
    const mailOf = (env: Record<string, string>) => {
      const { mail, mailFrom } = readConfig(inContainer(env));
      return { ...mail, mailFrom };
    };
    const url = "smtp://site%40exemple.ch:p%40ss%3A%2F%3F%23%25%5B%C3%A9%5D%201@mail.exemple.ch:587";
    expect(mailOf(SMTP)).toEqual({ by: "smtp", url, mailFrom: "site@exemple.ch" });
    expect(mailOf({ ...SMTP, SMTP_PORT: "465" })).toMatchObject({ url: expect.stringMatching(/^smtps:.*:465$/) });
    const bare = { ...SMTP, SMTP_USERNAME: "", SMTP_PASSWORD: "", SMTP_PORT: "" };
    expect(mailOf(bare)).toMatchObject({ url: "smtp://mail.exemple.ch:587" });
    expect(mailOf({ ...bare, SMTP_ADDRESS: "2001:db8::1" })).toMatchObject({ url: "smtp://[2001:db8::1]:587" });
    const named = { ...SMTP, MAILER_FROM_ADDRESS: "La Jeunesse <jeunesse@exemple.ch>" };
    expect(mailOf(named)).toMatchObject({ mailFrom: "jeunesse@exemple.ch" });
    expect(mailOf({ ...named, MAIL_FROM: "a@exemple.ch" })).toMatchObject({ mailFrom: "a@exemple.ch" });
    expect(mailOf({ ...SMTP, MAIL: "outbox" })).toMatchObject({ by: "outbox" });
    const own = { MAIL: "smtp", SMTP_URL: "smtps://x.exemple.ch" };
    expect(mailOf({ ...SMTP, ...own })).toMatchObject({ by: "smtp", url: "smtps://x.exemple.ch" });
    for (const wrong of [{ SMTP_PORT: "smtp" }, { SMTP_ADDRESS: "smtp://mail.exemple.ch" }])
      expect(() => mailOf({ ...SMTP, ...wrong })).toThrow(
        "Configuration: SMTP_ADDRESS must be a host name and SMTP_PORT",
      );
    expect(() => mailOf({ ...SMTP, MAILER_FROM_ADDRESS: "" })).toThrow("Configuration: MAIL_FROM is needed");
  });

  it.each(["a b:c@d/e?f#g", "%40&=+\"'\\", "é🎺ß[]{}|^`~", ":", "%"])(
    "signs in with the password %s",
    async (secret) => {
      const seen: unknown[] = [];
      const server = await startSmtpServer({
        disabledCommands: ["STARTTLS"],
        allowInsecureAuth: true,
        onAuth({ username, password }, _, done) {
          seen.push([username, password]);
          done(null, { user: username });
        },
      });
      const { hostname, port } = new URL(server.url);
      const told = { SMTP_ADDRESS: hostname, SMTP_PORT: port, SMTP_USERNAME: `user${secret}`, SMTP_PASSWORD: secret };
      const { mail, mailFrom, publicUrl } = readConfig(inContainer({ ...SMTP, ...told }));
      if (mail.by !== "smtp") throw new Error("no SMTP");
      const mailer = createSmtpMailer({ url: mail.url, from: mailFrom, to: ["comite@exemple.ch"], publicUrl });
      const sent = await mailer.send(testMail);
      expect([sent.outcome, seen]).toEqual(["sent", [[`user${secret}`, secret]]]);
      expect(server.received).toHaveLength(1);
    },
  );
});
