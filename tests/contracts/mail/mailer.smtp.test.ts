import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { composeLinkMail } from "#domain/accounts/account-link.ts";
import type { ComposedLetter } from "#domain/mail/letter.ts";
import type { CommitteeMail } from "#ports/mailer.ts";
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

type Options = Parameters<typeof startSmtpServer>[0];
const atSender = (code: number, text?: string): Options => ({ onMailFrom: (_, __, done) => done(refusal(code, text)) });
const atRecipients = (code: number, text?: string): Options => ({
  onRcptTo: (_, __, done) => done(refusal(code, text)),
});
const atText = (code: number): Options => ({
  onData: (flux, _, done) => flux.resume().on("end", () => done(refusal(code))),
});

describe("an SMTP server", () => {
  it.each([
    ["a mail of this size", atSender(552), "n’accepte pas l’expéditeur ou les destinataires", 552],
    ["every address", atRecipients(553), "refuse cette adresse", 553],
    ["the mail itself", atText(554), "n’accepte pas le message", 554],
  ])("that permanently refuses %s ends the attempts", async (_, options, what, code) => {
    const { url, received } = await startSmtpServer(options);
    const reason = `Le serveur de messagerie ${what} (réponse ${code}).`;
    expect(await send(url)).toMatchObject({ outcome: "refused", reason });
    expect(received).toEqual([]);
  });

  it.each([
    ["the sender", 550, atSender(550)],
    ["the sender of another account", 553, atSender(553, "5.7.1 Not owned")],
    ["to relay", 554, atRecipients(554, "5.7.1 <a@b.ch>: Relay access denied")],
    ["to relay, in words", 550, atRecipients(550, "relaying is prohibited")],
    ["by its policy", 550, atRecipients(550, "5.7.606 Access denied")],
  ])("that refuses %s (%i) holds all mail, and the reason says what to correct", async (_, code, options) => {
    const { url, received } = await startSmtpServer(options);
    const outcome = await send(url);
    const reason = expect.stringMatching(new RegExp(`\\(réponse ${code}\\)\\. .*adresse de l’expéditeur`));
    expect(outcome).toMatchObject({ outcome: "held", everyMail: true, reason });
    expect(JSON.stringify(outcome)).not.toMatch(/@|paul|a@b|exemple/i);
    expect(received).toEqual([]);
  });

  const mixed: Options = { onRcptTo: ({ address }, _, done) => done(refusal(address === TO[0] ? 450 : 550)) };
  it.each([
    ["the sender", 451, atSender(451)],
    ["every address", 450, atRecipients(450)],
    ["one address temporarily, the other permanently", 450, mixed],
    ["the mail itself", 452, atText(452)],
    ["any conversation", 554, { onConnect: (_, done) => done(refusal(554)) } satisfies Options],
  ])("that temporarily refuses %s (%i) causes a retry", async (_, code, options) => {
    const { url, received } = await startSmtpServer(options);
    expect(await send(url)).toMatchObject(retry(expect.stringMatching(new RegExp(`\\(réponse ${code}\\)\\.$`))));
    expect(received).toEqual([]);
  });

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

  const insecure = retry("La connexion sécurisée avec le serveur de messagerie a échoué.");
  it("with an untrusted certificate gets no mail, and causes a retry", async () => {
    const { url, received } = await startSmtpServer({ disabledCommands: ["AUTH"] });
    expect(await send(url)).toEqual(insecure);
    expect(received).toEqual([]);
  });

  it("without TLS on the port of smtps:// gets no mail, and causes a retry", async () => {
    const { url, received } = await startSmtpServer();
    expect(await send(url.replace("smtp:", "smtps:"))).toEqual(insecure);
    expect(received).toEqual([]);
  });
});

describe("an SMTP server that answers differently for each recipient", () => {
  const [A, B, C, D] = ["anne@exemple.ch", "bob@exemple.ch", "noé@exemple.ch", "dora@zürich.exemple.ch"] as const;
  const ALL = [A, B, C, D];
  const NO = "Le serveur de messagerie refuse cette adresse (réponse 550).";
  const LATER = "Le serveur de messagerie refuse cette adresse pour l’instant (réponse 450).";
  const sentTo = (address: string) => ({ address, state: "sent" });
  const refusedFor = (address: string, reason = NO) => ({ address, state: "refused", reason });
  const waits = (address: string, reason = LATER) => ({ address, state: "waiting", reason });

  /** `replies`: code and text by the beginning of an address. Other addresses are accepted. */
  async function attempt(
    replies: Record<string, [code: number, text?: string]>,
    mail: Partial<CommitteeMail> = {},
    options: Options = {},
  ) {
    const { url, received } = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => {
        const [, reply] = Object.entries(replies).find(([beginning]) => address.startsWith(beginning)) ?? [];
        done(reply && refusal(...reply));
      },
      ...options,
    });
    const mailer = createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE });
    const outcome = await mailer.send({ ...message, recipients: ALL, ...mail });
    return { outcome, to: received.map(({ a }) => a) };
  }

  it.each([
    ["accepts all", {}, "sent", ALL.map(sentTo)],
    ["refuses one for good", { bob: [550] }, "refused", [sentTo(A), refusedFor(B), sentTo(C), sentTo(D)]],
    ["refuses one for now", { bob: [450] }, "retry", [sentTo(A), waits(B), sentTo(C), sentTo(D)]],
    [
      "refuses one for now and one for good",
      { anne: [550], dora: [450] },
      "retry",
      [refusedFor(A), sentTo(B), sentTo(C), waits(D)],
    ],
    [
      "takes one only",
      { bob: [550], no: [450], dora: [550] },
      "retry",
      [sentTo(A), refusedFor(B), waits(C), refusedFor(D)],
    ],
  ] as const)("that %s is reported for each address", async (_, replies, outcome, addresses) => {
    const { outcome: reported, to } = await attempt(replies as never);
    expect(reported).toMatchObject({ outcome, addresses });
    const accepted = addresses.filter(({ state }) => state === "sent");
    expect(to).toHaveLength(1);
    expect(to[0]).toHaveLength(accepted.length);
  });

  it.each([
    ["all for now", 450, { anne: [450], bob: [450], no: [450], dora: [450] }, "retry"],
    ["all for good", 550, { anne: [550], bob: [550], no: [550], dora: [550] }, "refused"],
    ["all, some for now", 450, { anne: [550], bob: [450], no: [550], dora: [550] }, "retry"],
  ] as const)("that refuses %s sends nothing (%i)", async (_, __, replies, outcome) => {
    const { outcome: reported, to } = await attempt(replies as never);
    expect(reported.outcome).toBe(outcome);
    expect(reported.addresses?.map(({ address }) => address)).toEqual(ALL);
    expect(to).toEqual([]);
  });

  it("that refuses only some by its policy does not hold other mail", async () => {
    const denied = { bob: [554, "5.7.1 Relay access denied"] } as const;
    const { outcome } = await attempt(denied as never);
    expect(outcome).toMatchObject({ outcome: "refused", reason: expect.stringContaining("ne transmet pas") });
    const alone = await attempt(denied as never, { addresses: [A, C, D].map(sentTo) as CommitteeMail["addresses"] });
    expect(alone.outcome.outcome).toBe("refused");
    const unknownToo = { ...denied, anne: [550], no: [554, "5.7.1 no"], dora: [554, "5.7.1 no"] };
    expect((await attempt(unknownToo as never)).outcome.outcome).toBe("refused");
  });

  it("gets a later attempt only for the recipients without a final answer, and keeps the states of the others", async () => {
    const addresses = [sentTo(A), refusedFor(B), waits(C)] as CommitteeMail["addresses"];
    const { outcome, to } = await attempt({}, { addresses });
    expect(to).toEqual([[C, expect.stringContaining("dora@")]]);
    expect(outcome).toEqual({
      outcome: "refused",
      reason: NO,
      addresses: [sentTo(A), refusedFor(B), sentTo(C), sentTo(D)],
    });
  });

  it("is not asked when the only recipients without the mail are no recipients any more", async () => {
    const addresses = [sentTo(A), refusedFor(B), waits(C)] as CommitteeMail["addresses"];
    const { outcome, to } = await attempt({}, { addresses, recipients: ["Anne@Exemple.ch"] });
    expect(outcome).toEqual({ outcome: "sent", addresses: [sentTo("Anne@Exemple.ch")] });
    expect(to).toEqual([]);
  });

  it("gets one copy for one mailbox in two spellings", async () => {
    const { outcome, to } = await attempt({}, { recipients: [A, "ANNE@exemple.ch"] });
    expect(outcome).toEqual({ outcome: "sent", addresses: [sentTo(A)] });
    expect(to).toEqual([[A]]);
  });

  it("and then refuses the text has sent nothing: no recipient has an answer", async () => {
    const { outcome } = await attempt({ bob: [550] }, {}, atText(451));
    expect(outcome).toMatchObject({ outcome: "retry" });
    expect(outcome).not.toHaveProperty("addresses");
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

  it("accepts mail with the account in the URL, and causes a retry when it cannot check the password", async () => {
    const { url, received } = await withAccounts();
    expect(await send(withIdentity(url, "mot:de@passe/é"))).toMatchObject({ outcome: "sent" });
    expect(await send(withIdentity(url, "surmené"))).toMatchObject({ outcome: "retry" });
    expect(received).toHaveLength(1);
  });

  it.each([
    ["the wrong password", (url: string) => withIdentity(url, "faux"), 535],
    ["no account at all", (url: string) => url, 530],
  ])("holds all mail when the configuration names %s", async (_, withStatus, code) => {
    const { url, received } = await withAccounts();
    const sentence = `Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe (réponse ${code}).`;
    const reason = `${sentence} Ils se corrigent sur le serveur du site.`;
    expect(await send(withStatus(url))).toEqual({ outcome: "held", everyMail: true, reason });
    expect(received).toEqual([]);
  });
});

it("a configuration without any recipient causes a retry until the committee has chosen recipients", async () => {
  const { url, received } = await startSmtpServer();
  const mailer = createSmtpMailer({ url, from: FROM, to: [], publicUrl: SITE });
  expect(await mailer.send(inscription)).toEqual(retry("Aucune adresse de destination n’est configurée."));
  expect(received).toEqual([]);
  expect(await mailer.send({ ...inscription, recipients: ["zoe@exemple.ch"] })).toMatchObject({ outcome: "sent" });
  expect(received).toMatchObject([{ a: ["zoe@exemple.ch"] }]);
});

/** Makes one attempt to send a letter to one address, which waits. */
const sendLetter = (url: string, recipient: string, letter: ComposedLetter, optOutUrl: string | null = null) =>
  createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE }).sendLetter?.({
    id: "0123456789",
    letter,
    recipients: [recipient],
    addresses: [{ address: recipient, state: "waiting", reason: "" }],
    replyTo: null,
    isAutomatic: true,
    optOutUrl,
  });

it("a letter that is refused by policy is held without the others, because its recipient may be to blame", async () => {
  const letter = { subject: "Été", text: "Un", html: "<p>Un</p>" };
  const refusalOf = async (options: Options) =>
    sendLetter((await startSmtpServer(options)).url, "zoe@exemple.ch", letter);
  expect(await refusalOf(atRecipients(554, "5.7.1 Denied"))).toMatchObject({ outcome: "held", everyMail: false });
  expect(await refusalOf(atSender(550))).toMatchObject({ outcome: "held", everyMail: true });
  expect(await refusalOf(atRecipients(550))).toMatchObject({ outcome: "refused", addresses: [{ state: "refused" }] });
});

it("a letter offers one click to opt out only over https, as RFC 8058 asks", async () => {
  const letter = { subject: "Été", text: "Un", html: "<p>Un</p>" };
  for (const [address, names] of [
    ["https://jeunesse.exemple.ch/ecrire/stop/a", ["list-unsubscribe", "list-unsubscribe-post"]],
    ["http://jeunesse.exemple.ch/ecrire/stop/a", []],
  ] as const) {
    const { url, received } = await startSmtpServer();
    await sendLetter(url, "zoe@exemple.ch", letter, address);
    const { headers } = await PostalMime.parse(received[0]?.rawResponse ?? "");
    const found = headers.filter(({ key }) => key.startsWith("list-unsubscribe"));
    expect(found.map(({ key }) => key).toSorted()).toEqual(names);
  }
});

it("the mail with a link to a password goes to one recipient, with the whole link on one line", async () => {
  const address = `https://jeunesse.exemple.ch/invitation/${"aB_9-".repeat(12)}`;
  const link = composeLinkMail("invitation", address, new Date("2025-08-05T12:30:00Z"));
  const { url, received } = await startSmtpServer();
  const paul = "paul.o'neill+fete@exemple.ch";
  expect(await sendLetter(url, paul, link)).toEqual({ outcome: "sent", addresses: [{ address: paul, state: "sent" }] });
  expect(received).toMatchObject([{ from: "site@jeunesse.exemple.ch", a: [paul] }]);
  const parsed = await PostalMime.parse(received[0]?.rawResponse ?? "");
  expect(parsed.subject).toBe("Votre accès au site de la Jeunesse de Savièse");
  expect(parsed.text?.split("\n")).toContain(address);
  expect(parsed.html).toContain(`href="${address}"`);
  expect(parsed.html).not.toMatch(/<img|url\(/);
  expect(parsed.messageId).toBe("<account-0123456789@jeunesse.exemple.ch>");
});
