import { describe, expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { FROM, inscription, message, SITE, TO, writtenMailContract } from "./mailer.contract.ts";
import { absentServer, refusal, startRawServer, startSmtpServer } from "./smtp-servers.ts";

writtenMailContract("mail through SMTP", async () => {
  const { url, received } = await startSmtpServer();
  return {
    mailer: createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE }),
    sentMail: async () => received.map(({ rawResponse }) => rawResponse),
  };
});

/** Makes one attempt. */
const send = (url: string, timeoutMs = 5000) =>
  createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE, timeoutMs }).send(message);

const retry = (reason: string) => ({ outcome: "retry", reason });

describe("an SMTP server", () => {
  it("that accepts one of two addresses has taken the mail", async () => {
    const { url, received } = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(address === TO[0] ? refusal(550) : null),
    });
    expect(await send(url)).toEqual({ outcome: "sent" });
    expect(received).toMatchObject([{ from: "site@jeunesse.exemple.ch", a: [TO[1]] }]);
  });

  it.each([
    ["a mail of this size", { onMailFrom: (_, __, done) => done(refusal(552)) }, "EENVELOPE", 552],
    ["every address", { onRcptTo: (_, __, done) => done(refusal(553)) }, "EENVELOPE", 553],
    [
      "the mail itself",
      { onData: (flux, _, done) => flux.resume().on("end", () => done(refusal(554))) },
      "EMESSAGE",
      554,
    ],
  ] satisfies [string, Parameters<typeof startSmtpServer>[0], string, number][])(
    "that permanently refuses %s ends the attempts",
    async (_, options, cause, code) => {
      const { url, received } = await startSmtpServer(options);
      const what = cause === "EENVELOPE" ? "l’expéditeur ou les destinataires" : "le message";
      const reason = `Le serveur de messagerie n’accepte pas ${what} (réponse ${code}).`;
      const outcome = await send(url);
      expect(outcome).toEqual({ outcome: "refused", reason });
      expect(JSON.stringify(outcome)).not.toMatch(/@|paul|exemple/i);
      expect(received).toEqual([]);
    },
  );

  it.each([
    ["the sender", 550, { onMailFrom: (_, __, done) => done(refusal(550)) }],
    ["the sender of another account", 553, { onMailFrom: (_, __, done) => done(refusal(553, "5.7.1 Not owned")) }],
    ["to relay", 554, { onRcptTo: (_, __, done) => done(refusal(554, "5.7.1 <a@b.ch>: Relay access denied")) }],
    ["to relay, in words", 550, { onRcptTo: (_, __, done) => done(refusal(550, "relaying is prohibited")) }],
    ["by its policy", 550, { onRcptTo: (_, __, done) => done(refusal(550, "5.7.606 Access denied")) }],
  ] satisfies [string, number, Parameters<typeof startSmtpServer>[0]][])(
    "that refuses %s (%i) holds all mail, and the reason says what to correct",
    async (_, code, options) => {
      const { url, received } = await startSmtpServer(options);
      const outcome = await send(url);
      expect(outcome).toMatchObject({ outcome: "held", everyMail: true });
      expect(outcome).toMatchObject({
        reason: expect.stringMatching(new RegExp(`\\(réponse ${code}\\)\\. .*adresse de l’expéditeur`)),
      });
      expect(JSON.stringify(outcome)).not.toMatch(/@|paul|a@b|exemple/i);
      expect(received).toEqual([]);
    },
  );

  it.each([
    ["the sender", 451, { onMailFrom: (_, __, done) => done(refusal(451)) }],
    ["every address", 450, { onRcptTo: (_, __, done) => done(refusal(450)) }],
    [
      "one address temporarily, the other permanently",
      450,
      { onRcptTo: ({ address }, _, done) => done(refusal(address === TO[0] ? 450 : 550)) },
    ],
    ["the mail itself", 452, { onData: (flux, _, done) => flux.resume().on("end", () => done(refusal(452))) }],
    ["any conversation", 554, { onConnect: (_, done) => done(refusal(554)) }],
  ] satisfies [string, number, Parameters<typeof startSmtpServer>[0]][])(
    "that temporarily refuses %s (%i) causes a retry",
    async (_, code, options) => {
      const { url, received } = await startSmtpServer(options);
      const outcome = await send(url);
      expect(outcome).toEqual(retry(expect.stringMatching(new RegExp(`\\(réponse ${code}\\)\\.$`))));
      expect(received).toEqual([]);
    },
  );

  it.each([
    ["is absent", absentServer, "n’est pas joignable"],
    ["has an unknown name", async () => "smtp://nulle-part.invalid:25", "n’est pas joignable"],
    ["says nothing", () => startRawServer(() => {}), "ne répond pas à temps"],
    ["falls silent", () => startRawServer((client) => void client.write("220 bonjour\r\n")), "ne répond pas à temps"],
    ["hangs up at once", () => startRawServer((client) => void client.end("")), "a interrompu la connexion"],
    [
      "hangs up later",
      () => startRawServer((client) => void client.end("220 bonjour\r\n")),
      "a interrompu la connexion",
    ],
    ["talks nonsense", () => startRawServer((client) => void client.write("HTTP/1.1 200 OK\r\n\r\n")), ""],
  ])("that %s causes a retry", async (_, start, sentence) => {
    const outcome = await send(await start(), sentence.includes("temps") ? 100 : 5000);
    expect(outcome).toEqual(retry(sentence ? `Le serveur de messagerie ${sentence}.` : expect.any(String)));
  });

  it("that never completes its greeting causes a retry after the timeout", async () => {
    const url = await startRawServer((client) => {
      client.write("220 bonjour\r\n");
      const trickle = setInterval(() => client.write("250-encore\r\n"), 20);
      client.on("close", () => clearInterval(trickle));
    });
    expect(await send(url, 100)).toEqual(retry("Le serveur de messagerie ne répond pas à temps."));
  });

  it("that closes the connection instead of confirming the mail causes a retry", async () => {
    let received = "";
    const url = await startRawServer((client) => {
      client.write("220 bonjour\r\n");
      client.on("data", (bytes) => {
        received += bytes;
        if (received.endsWith("\r\n.\r\n")) client.destroy();
        else if (!received.includes("\r\nDATA\r\n")) client.write("250 oui\r\n");
        else if (received.endsWith("\r\nDATA\r\n")) client.write("354 allez-y\r\n");
      });
    });
    expect(await send(url)).toEqual(retry("Le serveur de messagerie a interrompu la connexion."));
    expect(received).toContain("Subject: ");
  });

  it("with an untrusted certificate gets no mail, and causes a retry", async () => {
    const { url, received } = await startSmtpServer({ disabledCommands: ["AUTH"] });
    expect((await send(url)).outcome).toBe("retry");
    expect(received).toEqual([]);
  });
});

describe("an SMTP server with accounts", () => {
  const withAccounts = () =>
    startSmtpServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === "site@exemple.ch" && password === "mot:de@passe/é"
          ? done(null, { user: username })
          : done(refusal(password === "surmené" ? 454 : 535)),
    });
  const withIdentity = (url: string, password: string) =>
    url.replace("//", `//${encodeURIComponent("site@exemple.ch")}:${encodeURIComponent(password)}@`);

  it("accepts mail with the account in the URL", async () => {
    const { url, received } = await withAccounts();
    expect(await send(withIdentity(url, "mot:de@passe/é"))).toEqual({ outcome: "sent" });
    expect(received).toHaveLength(1);
  });

  it.each([
    ["the wrong password", (url: string) => withIdentity(url, "faux"), 535],
    ["no account at all", (url: string) => url, 530],
  ])("holds all mail when the configuration names %s", async (_, withStatus, code) => {
    const { url, received } = await withAccounts();
    const reason = `Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe (réponse ${code}).`;
    expect(await send(withStatus(url))).toEqual({
      outcome: "held",
      everyMail: true,
      reason: `${reason} Ils se corrigent sur le serveur du site.`,
    });
    expect(received).toEqual([]);
  });

  it("causes a retry when it cannot check the password", async () => {
    const { url } = await withAccounts();
    expect(await send(withIdentity(url, "surmené"))).toMatchObject({ outcome: "retry" });
  });
});

describe("a configuration without any recipient", () => {
  it("asks for a retry with the reason, and sends once the committee has chosen recipients", async () => {
    const { url, received } = await startSmtpServer();
    const mailer = createSmtpMailer({ url, from: FROM, to: [], publicUrl: SITE });
    expect(await mailer.send(inscription)).toEqual(retry("Aucune adresse de destination n’est configurée."));
    expect(received).toEqual([]);
    expect(await mailer.send({ ...inscription, recipients: ["zoe@exemple.ch"] })).toEqual({ outcome: "sent" });
    expect(received).toMatchObject([{ a: ["zoe@exemple.ch"] }]);
  });
});
