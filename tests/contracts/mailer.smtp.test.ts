import { describe, expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { essai, FROM, inscription, message, SITE, TO, writtenMailContract } from "./mailer.contract.ts";
import { refus, serveurAbsent, serveurBrut, serveurSmtp } from "./smtp-servers.ts";

writtenMailContract("mail through SMTP", async () => {
  const { url, recus } = await serveurSmtp();
  return {
    mailer: createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE }),
    partis: async () => recus.map(({ brut }) => brut),
  };
});

/** One attempt with short time-outs. */
const envoyer = (url: string, timeoutMs = 5000) =>
  createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE, timeoutMs }).send(message);

const reessayer = (raison: string) => ({ issue: "reessayer", raison });

describe("an SMTP server", () => {
  it("gets the site as the sender and everybody who should receive the mail", async () => {
    const { url, recus } = await serveurSmtp();
    expect(await envoyer(url)).toEqual({ issue: "envoye" });
    expect(recus).toMatchObject([{ de: "site@jeunesse.exemple.ch", a: TO }]);
  });

  it("that refuses one of two addresses has taken the mail", async () => {
    const { url, recus } = await serveurSmtp({
      onRcptTo: ({ address }, _, fini) => fini(address === TO[0] ? refus(550) : null),
    });
    expect(await envoyer(url)).toEqual({ issue: "envoye" });
    expect(recus).toMatchObject([{ a: [TO[1]] }]);
  });

  it.each([
    ["the sender", { onMailFrom: (_, __, fini) => fini(refus(550)) }, "EENVELOPE", 550],
    ["every address", { onRcptTo: (_, __, fini) => fini(refus(553)) }, "EENVELOPE", 553],
    [
      "the mail itself",
      { onData: (flux, _, fini) => flux.resume().on("end", () => fini(refus(554))) },
      "EMESSAGE",
      554,
    ],
  ] satisfies [string, Parameters<typeof serveurSmtp>[0], string, number][])(
    "that refuses %s for good ends the attempts",
    async (_, options, cause, code) => {
      const { url, recus } = await serveurSmtp(options);
      const quoi = cause === "EENVELOPE" ? "l’expéditeur ou les destinataires" : "le message";
      const raison = `Le serveur de messagerie n’accepte pas ${quoi} (réponse ${code}).`;
      expect(await envoyer(url)).toEqual({ issue: "refuse", raison });
      expect(recus).toEqual([]);
    },
  );

  it.each([
    ["the sender", 451, { onMailFrom: (_, __, fini) => fini(refus(451)) }],
    ["every address", 450, { onRcptTo: (_, __, fini) => fini(refus(450)) }],
    [
      "one address now, the other for good",
      450,
      {
        onRcptTo: ({ address }, _, fini) => fini(refus(address === TO[0] ? 450 : 550)),
      },
    ],
    ["the mail itself", 452, { onData: (flux, _, fini) => flux.resume().on("end", () => fini(refus(452))) }],
    ["any conversation", 554, { onConnect: (_, fini) => fini(refus(554)) }],
  ] satisfies [string, number, Parameters<typeof serveurSmtp>[0]][])(
    "that does not want %s at the moment (%i) is asked again",
    async (_, code, options) => {
      const { url, recus } = await serveurSmtp(options);
      const issue = await envoyer(url);
      expect(issue).toEqual(reessayer(expect.stringMatching(new RegExp(`\\(réponse ${code}\\)\\.$`))));
      expect(recus).toEqual([]);
    },
  );

  it("never has its own words repeated, which name people", async () => {
    const { url } = await serveurSmtp({ onRcptTo: (_, __, fini) => fini(refus(550)) });
    expect(JSON.stringify(await envoyer(url))).not.toMatch(/@|paul|exemple/i);
  });

  it("that is not there is asked again", async () => {
    expect(await envoyer(await serveurAbsent())).toEqual(reessayer("Le serveur de messagerie n’est pas joignable."));
  });

  it("that has no address is asked again", async () => {
    const issue = await envoyer("smtp://nulle-part.invalid:25");
    expect(issue).toEqual(reessayer("Le serveur de messagerie n’est pas joignable."));
  });

  it("that says nothing is given up in time and asked again", async () => {
    const url = await serveurBrut(() => {});
    expect(await envoyer(url, 100)).toEqual(reessayer("Le serveur de messagerie ne répond pas à temps."));
  });

  it("that falls silent in the middle is given up in time and asked again", async () => {
    const url = await serveurBrut((client) => void client.write("220 bonjour\r\n"));
    expect(await envoyer(url, 100)).toEqual(reessayer("Le serveur de messagerie ne répond pas à temps."));
  });

  it("that always says a little more, and never enough, is given up in time and asked again", async () => {
    const url = await serveurBrut((client) => {
      client.write("220 bonjour\r\n");
      const goutte = setInterval(() => client.write("250-encore\r\n"), 20);
      client.on("close", () => clearInterval(goutte));
    });
    expect(await envoyer(url, 100)).toEqual(reessayer("Le serveur de messagerie ne répond pas à temps."));
  });

  it.each([
    ["at once", ""],
    ["after its greeting", "220 bonjour\r\n"],
  ])("that hangs up %s is asked again", async (_, mots) => {
    const url = await serveurBrut((client) => void client.end(mots));
    expect(await envoyer(url)).toEqual(reessayer("Le serveur de messagerie a interrompu la connexion."));
  });

  it("that hangs up instead of confirming the mail is asked again", async () => {
    let recu = "";
    const url = await serveurBrut((client) => {
      client.write("220 bonjour\r\n");
      client.on("data", (octets) => {
        recu += octets;
        if (recu.endsWith("\r\n.\r\n")) client.destroy();
        else if (!recu.includes("\r\nDATA\r\n")) client.write("250 oui\r\n");
        else if (recu.endsWith("\r\nDATA\r\n")) client.write("354 allez-y\r\n");
      });
    });
    expect(await envoyer(url)).toEqual(reessayer("Le serveur de messagerie a interrompu la connexion."));
    expect(recu).toContain("Subject: ");
  });

  it("that talks nonsense is asked again", async () => {
    const url = await serveurBrut((client) => void client.write("HTTP/1.1 200 OK\r\n\r\n"));
    expect((await envoyer(url)).issue).toBe("reessayer");
  });

  it("whose certificate cannot be trusted gets no mail and is asked again", async () => {
    const { url, recus } = await serveurSmtp({ disabledCommands: ["AUTH"] });
    expect((await envoyer(url)).issue).toBe("reessayer");
    expect(recus).toEqual([]);
  });
});

describe("an SMTP server with accounts", () => {
  const avecComptes = () =>
    serveurSmtp({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, fini) =>
        username === "site@exemple.ch" && password === "mot:de@passe/é"
          ? fini(null, { user: username })
          : fini(refus(535)),
    });
  const avecIdentite = (url: string, motDePasse: string) =>
    url.replace("//", `//${encodeURIComponent("site@exemple.ch")}:${encodeURIComponent(motDePasse)}@`);

  it("takes the mail from the account in the url", async () => {
    const { url, recus } = await avecComptes();
    expect(await envoyer(avecIdentite(url, "mot:de@passe/é"))).toEqual({ issue: "envoye" });
    expect(recus).toHaveLength(1);
  });

  it.each([
    ["the wrong password", (url: string) => avecIdentite(url, "faux"), 535],
    ["no account at all", (url: string) => url, 530],
  ])("is asked again when the configuration names %s", async (_, avec, code) => {
    const { url, recus } = await avecComptes();
    const raison = `Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe (réponse ${code}).`;
    expect(await envoyer(avec(url))).toEqual(reessayer(raison));
    expect(recus).toEqual([]);
  });
});

describe("a trial through an SMTP server", () => {
  it("is handed to it at once, or tells why not", async () => {
    const { url, recus } = await serveurSmtp();
    const mailer = createSmtpMailer({ url, from: FROM, to: TO, publicUrl: SITE });
    expect(mailer.remise).toBe("serveur");
    expect(await mailer.send(essai)).toEqual({ issue: "envoye" });
    expect(recus).toMatchObject([{ a: TO }]);
    const sourd = await serveurSmtp({ onMailFrom: (_, __, fini) => fini(refus(550)) });
    expect(await createSmtpMailer({ url: sourd.url, from: FROM, to: TO, publicUrl: SITE }).send(essai)).toEqual({
      issue: "refuse",
      raison: "Le serveur de messagerie n’accepte pas l’expéditeur ou les destinataires (réponse 550).",
    });
  });
});

describe("a configuration without any recipient", () => {
  it("asks to try again, in words, and sends once the committee has chosen somebody", async () => {
    const { url, recus } = await serveurSmtp();
    const mailer = createSmtpMailer({ url, from: FROM, to: [], publicUrl: SITE });
    expect(await mailer.send(inscription)).toEqual(reessayer("Aucune adresse de destination n’est configurée."));
    expect(recus).toEqual([]);
    expect(await mailer.send({ ...inscription, destinataires: ["zoe@exemple.ch"] })).toEqual({ issue: "envoye" });
    expect(recus).toMatchObject([{ a: ["zoe@exemple.ch"] }]);
  });
});
