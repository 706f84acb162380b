/** Tests the sign-in to a real SMTP server. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";
import { checkSmtpSignIn } from "#adapters/smtp/smtp-mailer.ts";

async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true, ...options });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((closed) => server.close(closed)));
  return (server.server.address() as AddressInfo).port;
}

it("the mail check distinguishes an accepted sign-in, a wrong password, no trusted TLS, a timeout and an unreachable server", async () => {
  let mails = 0;
  const port = await startServer({
    onAuth: ({ password }, _, answer) =>
      password === "juste" ? answer(null, { user: "site" }) : answer(new Error("Invalid username or password")),
    onMailFrom: (_address, _session, answer) => {
      mails++;
      answer();
    },
  });
  expect(await checkSmtpSignIn(`smtp://site:juste@127.0.0.1:${port}`)).toBe("accepted");
  expect(await checkSmtpSignIn(`smtp://site:faux@127.0.0.1:${port}`)).toBe("sign-in");
  expect(mails).toBe(0);
  expect(await checkSmtpSignIn(`smtp://site:juste@127.0.0.1:${port}/?requireTLS=true`)).toBe("insecure");
  const untrusted = await startServer({ disabledCommands: [] });
  expect(await checkSmtpSignIn(`smtp://site:juste@127.0.0.1:${untrusted}`)).toBe("insecure");
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port: silentPort } = silent.address() as AddressInfo;
  expect(await checkSmtpSignIn(`smtp://127.0.0.1:${silentPort}`, 200)).toBe("late");
  await new Promise((closed) => silent.close(closed));
  expect(await checkSmtpSignIn(`smtp://127.0.0.1:${silentPort}`)).toBe("unreachable");
});
