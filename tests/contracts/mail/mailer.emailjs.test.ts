import type { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import type { CommitteeMail } from "#ports/mailer.ts";
import { accept, answer, startHttpServer } from "#tests/http-server.ts";
import { bodyOfSdk } from "./emailjs-sdk.ts";
import { inscription, longest, message, payloadOf, testMail } from "./mailer.contract.ts";
import { absentServer, startRawServer, startSmtpServer } from "./smtp-servers.ts";

/** An account at EmailJS. */
const ACCOUNT = {
  publicKey: "cle_publique",
  privateKey: null,
  serviceId: "service_jeunesse",
  templates: { message: "template_contact", inscription: "template_inscription" },
};

/** A clock without waits, for tests that are not about time. */
const WITHOUT_WAITING = { now: () => 0, wait: async () => {} };

const mailerTo = (url: string, timeoutMs = 5000) =>
  createEmailJsMailer({ ...ACCOUNT, url, timeoutMs, clock: WITHOUT_WAITING });

const retry = (reason: string) => ({ outcome: "retry", reason });

/** Characters that serializers escape differently. */
const traps: CommitteeMail = {
  ...message,
  submission: {
    type: "message",
    content: {
      name: '"Zoé" \\ l’élève\r\nmessage :\r\n\r\nfaux", "message": "faux',
      email: "zoe@exemple.ch",
      subject: "</script>\u2028\u2029 {{nom}} \u00a0fin",
      message: 'a\tb\n"c"\\n\u007f d\u0300 \ufeff 🎺',
    },
  },
};

describe("a request to EmailJS", () => {
  it.each([
    ["a sign-up", inscription, ACCOUNT.templates.inscription],
    ["a message", message, ACCOUNT.templates.message],
    ["the longest text and subject", longest, ACCOUNT.templates.message],
    ["characters that serializers escape differently", traps, ACCOUNT.templates.message],
  ] as const)("has the same bytes as the request of EmailJS's own library: %s", async (_, mail, template) => {
    for (const privateKey of [null, "clé-privée_1"]) {
      const { url, requests } = await startHttpServer();
      await createEmailJsMailer({ ...ACCOUNT, url, privateKey, clock: WITHOUT_WAITING }).send(mail);
      const expected = await bodyOfSdk(
        { ...ACCOUNT, privateKey },
        template,
        payloadOf(mail.submission.content as Parameters<typeof payloadOf>[0]),
      );
      expect(expected).toContain("template_params");
      expect(requests.map(({ body }) => body)).toEqual([expected]);
    }
  });

  it("is a POST of JSON to the path of docs/specification.md", async () => {
    const { url, requests } = await startHttpServer();
    await mailerTo(url).send(message);
    expect(requests).toMatchObject([{ method: "POST", path: "/api/v1.0/email/send" }]);
    expect(requests[0]?.headers["content-type"]).toBe("application/json");
    expect(requests[0]?.headers).not.toHaveProperty("origin");
  });
});

describe("a test mail through EmailJS", () => {
  it("uses the template of messages, with the fields of that template only", async () => {
    const { url, requests } = await startHttpServer();
    expect(await mailerTo(url).send(testMail)).toEqual({ outcome: "sent" });
    const { template_id, template_params } = JSON.parse(String(requests[0]?.body));
    expect(template_id).toBe("template_contact");
    expect(Object.keys(template_params)).toEqual(["nom", "email", "sujet", "message"]);
    expect(template_params).toMatchObject({ email: "anne@exemple.ch", sujet: "Courrier d’essai du site" });
    expect(template_params.message).toContain("Essai demandé le 05.08.2025 à 14:03 par anne@exemple.ch.\n");
  });

  it("for addresses chosen on the site is refused, with the reason, because EmailJS's API takes no address", async () => {
    const { url, requests } = await startHttpServer();
    const outcome = await mailerTo(url).send({ ...testMail, recipients: ["zoe@exemple.ch"] });
    const reason = expect.stringContaining("adresses inscrites dans ses modèles");
    expect(outcome).toEqual({ outcome: "refused", reason });
    expect(requests).toEqual([]);
  });
});

it("a sign-up is sent also when the committee has chosen addresses on the site", async () => {
  const { url, requests } = await startHttpServer();
  expect(await mailerTo(url).send({ ...inscription, recipients: ["zoe@exemple.ch"] })).toEqual({ outcome: "sent" });
  expect(requests).toHaveLength(1);
});

const KEY = "EmailJS ne reconnaît pas la clé publique";
const SERVICE = "EmailJS ne reconnaît pas l’identifiant du service";
const TEMPLATE = "EmailJS ne reconnaît pas l’identifiant du modèle";
const SERVER = "EmailJS n’accepte pas d’envoi depuis un serveur";
const STRICT = "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée";
const BOX = "EmailJS n’a plus accès à la boîte qui envoie";
const QUOTA = "EmailJS n’envoie plus rien ce mois-ci avec cet abonnement";
const ROBOT = "EmailJS prend le site pour un navigateur automatique et refuse l’envoi";
const DASHBOARD = "https://dashboard.emailjs.com/admin";

const ALL_HELD = { outcome: "held", everyMail: true };
/** A firewall may have refused the text of this mail. */
const HELD = { outcome: "held", everyMail: false };
const [REFUSED, RETRY] = [{ outcome: "refused" }, { outcome: "retry" }];

/** Answers of EmailJS's API, 2022 to 2026, and the sentence for the committee. */
const ANSWERS: [status: number, text: string, outcome: object, sentence: string][] = [
  [400, "The user_id parameter is required", ALL_HELD, KEY],
  [400, "The public key is required", ALL_HELD, KEY],
  [400, `The Public Key is invalid. To find this ID, visit ${DASHBOARD}/account`, ALL_HELD, KEY],
  [400, "The service ID is required", ALL_HELD, SERVICE],
  [400, `The service ID not found. To find this ID, visit ${DASHBOARD}`, ALL_HELD, SERVICE],
  [400, "The template ID is required", ALL_HELD, TEMPLATE],
  [400, `The template ID not found. To find this ID, visit ${DASHBOARD}/templates`, ALL_HELD, TEMPLATE],
  [403, "API calls are disabled for non-browser applications", ALL_HELD, SERVER],
  [403, "API access from non-browser environments is currently disabled", ALL_HELD, SERVER],
  [403, "API calls in strict mode, but no private key was passed", ALL_HELD, STRICT],
  [403, "API access in strict mode, but no Private Key was provided", ALL_HELD, STRICT],
  [404, "Account not found", ALL_HELD, KEY],
  [412, "Gmail_API: Invalid grant. Please reconnect your Gmail account", ALL_HELD, BOX],
  [412, "Gmail_API: Request had insufficient authentication scopes.", ALL_HELD, BOX],
  [422, "The recipients address is empty", ALL_HELD, "Le modèle d’EmailJS n’a pas de destinataire"],
  [426, "The monthly quota is used up", ALL_HELD, QUOTA],
  [451, "Unavailable For Headless Browser", ALL_HELD, ROBOT],
  [401, "", HELD, "EmailJS ne reconnaît pas ce compte"],
  [402, "Payment Required", HELD, QUOTA],
  [403, "Forbidden", HELD, SERVER],
  [403, "<html>Reconnect with a non-browser</html>", HELD, SERVER],
  [404, "Not found", HELD, "EmailJS ne connaît pas ce compte"],
  [412, "SMTP: 550", HELD, BOX],
  [451, "", HELD, ROBOT],
  [400, "Bad Request", REFUSED, "EmailJS n’accepte pas la demande"],
  [400, "The parameters are invalid. To learn more, visit emailjs.com", REFUSED, "EmailJS n’accepte pas la demande"],
  [413, "Variables size limit", REFUSED, "EmailJS trouve le courrier trop grand"],
  [422, "The recipients address is corrupted", REFUSED, "Le modèle d’EmailJS n’a pas de destinataire valable"],
  [418, "", REFUSED, "EmailJS n’accepte pas l’envoi"],
  [429, "The public key is required", RETRY, "EmailJS reçoit trop de demandes à la fois"],
  [408, "The public key is required", RETRY, "EmailJS n’a pas répondu comme prévu"],
  [500, "The public key is required", RETRY, "EmailJS est en panne"],
  [503, "The public key is required", RETRY, "EmailJS est en panne"],
  [202, "The public key is required", RETRY, "EmailJS n’a pas répondu comme prévu"],
];

/** A server that calls `work` when a request begins. */
const onRequest = (work: (client: Socket) => unknown) =>
  startRawServer((client) => void client.once("data", () => work(client)));

describe("EmailJS", () => {
  it.each(ANSWERS)(
    "with the answer %i « %s » gives %j, and says what happened",
    async (status, text, result, sentence) => {
      const { url, requests } = await startHttpServer(answer(status, text));
      const outcome = await mailerTo(url).send(message);
      const [first, remedy] = ("reason" in outcome ? outcome.reason : "").split(` (réponse ${status}).`);
      expect({ ...outcome, reason: first }).toEqual({ ...result, reason: sentence });
      expect(remedy).toMatch(outcome.outcome === "held" ? /tableau de bord|chez EmailJS/ : /^$/);
      expect(requests).toHaveLength(1);
    },
  );

  it("with a redirect causes a retry, and the redirect is not followed", async () => {
    const elsewhere = await startHttpServer();
    const { url } = await startHttpServer(
      (response) => void response.writeHead(307, { location: elsewhere.url }).end(),
    );
    expect(await mailerTo(url).send(message)).toEqual(retry("L’adresse d’EmailJS renvoie ailleurs (réponse 307)."));
    expect(elsewhere.requests).toEqual([]);
  });

  it("is never quoted in a reason, because its text may name people", async () => {
    const text = "The service ID of paul@exemple.ch (paul luyet) not found";
    for (const status of [400, 403, 418, 429, 500]) {
      const { url } = await startHttpServer(answer(status, text));
      expect(JSON.stringify(await mailerTo(url).send(message))).not.toMatch(/@|paul|luyet|exemple/i);
    }
  });

  it("with an endless refusal is read up to a limit", async () => {
    const { url } = await startHttpServer((response) => {
      response.writeHead(400);
      const talk = () => {
        if (!response.destroyed && response.write("The service ID not found ".repeat(100))) setImmediate(talk);
      };
      response.on("drain", talk).on("error", () => {});
      talk();
    });
    const reason = expect.stringContaining(`${SERVICE} (réponse 400).`);
    expect(await mailerTo(url, 20_000).send(message)).toMatchObject({ outcome: "held", everyMail: true, reason });
  });

  it("with an incomplete refusal is understood by the part that has arrived", async () => {
    const { url } = await startHttpServer((response) => void response.writeHead(403).write("API calls in strict mode"));
    const outcome = await mailerTo(url, 2000).send(message);
    expect(outcome).toMatchObject({ outcome: "held", reason: expect.stringContaining("clé privée") });
  });

  it("with an incomplete answer 200 has taken the mail", async () => {
    const { url } = await startHttpServer((response) => void response.writeHead(200).write("O"));
    expect(await mailerTo(url, 20_000).send(message)).toEqual({ outcome: "sent" });
  });

  it("without an answer causes a retry after the timeout", async () => {
    const { url, requests } = await startHttpServer(() => {});
    expect(await mailerTo(url, 500).send(message)).toEqual(retry("EmailJS ne répond pas à temps."));
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["hangs up", () => onRequest((client) => client.end()), "a interrompu la connexion"],
    ["resets the connection", () => onRequest((client) => client.resetAndDestroy()), "a interrompu la connexion"],
    ["is absent", absentServer, "n’est pas joignable"],
    ["has an unknown name", async () => "smtp://nulle-part.invalid", "n’est pas joignable"],
    ["talks nonsense", () => startRawServer((client) => void client.end("220 bonjour\r\n")), ""],
  ])("that %s causes a retry", async (_, start, sentence) => {
    const outcome = await mailerTo((await start()).replace("smtp:", "http:")).send(message);
    expect(outcome).toEqual(retry(sentence ? `EmailJS ${sentence}.` : expect.any(String)));
  });

  it("with an untrusted certificate gets no mail, and causes a retry", async () => {
    const { url, received } = await startSmtpServer({ secure: true });
    expect(await mailerTo(url.replace("smtp:", "https:")).send(message)).toEqual(
      retry("La connexion sécurisée avec EmailJS a échoué."),
    );
    expect(received).toEqual([]);
  });
});

describe("the pace of mails through EmailJS", () => {
  /** A mailer with a clock that the test advances. */
  async function withStoppedClock() {
    const server = await startHttpServer();
    let now = 0;
    const waits: { until: number; resume: () => void }[] = [];
    const mailer = createEmailJsMailer({
      ...ACCOUNT,
      url: server.url,
      clock: { now: () => now, wait: (ms) => new Promise((resume) => waits.push({ until: now + ms, resume })) },
    });
    return {
      ...server,
      mailer,
      waits,
      advance(ms: number) {
        now += ms;
        for (const { resume } of waits.filter(({ until }) => until <= now)) resume();
      },
    };
  }

  it("is at most one a second, also for concurrent mails", async () => {
    const { mailer, requests, waits, advance } = await withStoppedClock();
    const submissions = Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)]);
    for (const count of [1, 2]) {
      await vi.waitUntil(() => waits.length === count, { timeout: 20_000 });
      advance(999);
      expect(requests).toHaveLength(count);
      advance(1);
      await vi.waitUntil(() => requests.length === count + 1, { timeout: 20_000 });
    }
    expect(await submissions).toEqual(Array(3).fill({ outcome: "sent" }));
  });

  it("is at most one a second after a failure too; a later mail does not wait", async () => {
    const { mailer, requests, waits, advance, respond } = await withStoppedClock();
    respond(answer(429, "Too Many Requests"));
    expect((await mailer.send(message)).outcome).toBe("retry");
    respond(accept);
    advance(600);
    const again = mailer.send(message);
    await vi.waitUntil(() => waits.length === 1, { timeout: 20_000 });
    expect(waits).toMatchObject([{ until: 1000 }]);
    expect(requests).toHaveLength(1);
    advance(400);
    expect(await again).toEqual({ outcome: "sent" });
    advance(1000);
    expect(await mailer.send(message)).toEqual({ outcome: "sent" });
    expect(waits).toHaveLength(1);
  });

  it("lets at most five mails wait, so that each attempt ends before the lease on its mail expires", async () => {
    const { url, requests } = await startHttpServer();
    const mailer = mailerTo(url);
    const issues = await Promise.all(Array.from({ length: 7 }, () => mailer.send(message)));
    expect(issues.map(({ outcome }) => outcome)).toEqual([...Array(5).fill("sent"), "retry", "retry"]);
    expect(issues[6]).toEqual(
      retry("Trop de courriers attendent leur tour, car EmailJS n’en prend qu’un par seconde."),
    );
    expect(await mailer.send(message)).toEqual({ outcome: "sent" });
    expect(requests).toHaveLength(6);
  });

  it("waits for the time slot that several instances share, and retries later when no slot can be reserved soon", async () => {
    const { url, requests } = await startHttpServer();
    const waits: number[] = [];
    const clock = { now: () => 0, wait: async (ms: number) => void waits.push(ms) };
    const outcomes = [];
    for (const throttle of [async () => 1450, async () => 20_001, () => Promise.reject(new Error("no answer"))])
      outcomes.push((await createEmailJsMailer({ ...ACCOUNT, url, clock, throttle }).send(message)).outcome);
    expect([outcomes, waits]).toEqual([["sent", "retry", "retry"], [1450]]);
    expect(requests).toHaveLength(1);
  });

  it("is kept by a real clock", async () => {
    const arrivals: number[] = [];
    const { url } = await startHttpServer((response, request) => {
      arrivals.push(performance.now());
      accept(response, request);
    });
    const mailer = createEmailJsMailer({ ...ACCOUNT, url });
    await mailer.send(message);
    await mailer.send(message);
    expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(990);
  });
});
