import { describe, expect, it, vi } from "vitest";
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import type { Courrier } from "#ports/mailer.ts";
import { corpsDuSdk } from "./emailjs-sdk.ts";
import { dire, prendre, serveurEmailJs } from "./emailjs-server.ts";
import { essai, inscription, message, payloadContract } from "./mailer.contract.ts";
import { serveurAbsent, serveurBrut, serveurSmtp } from "./smtp-servers.ts";

/** An account as the recorded requests of EmailJS's own library name it. */
const COMPTE = {
  publicKey: "cle_publique",
  privateKey: null,
  serviceId: "service_jeunesse",
  templates: { message: "template_contact", inscription: "template_inscription" },
};

/** A clock for tests that are not about time: nobody waits. */
const SANS_ATTENDRE = { now: () => 0, wait: async () => {} };

const mailerVers = (url: string, timeoutMs = 5000) =>
  createEmailJsMailer({ ...COMPTE, url, timeoutMs, clock: SANS_ATTENDRE });

const reessayer = (raison: string) => ({ issue: "reessayer", raison });
const refuse = (raison: string) => ({ issue: "refuse", raison });

payloadContract("mail through EmailJS", async () => {
  const { url, demandes } = await serveurEmailJs();
  return {
    mailer: mailerVers(url),
    partis: async () => demandes.map(({ corps }) => JSON.parse(corps).template_params as Record<string, string>),
  };
});

/** What a serializer may stumble over. */
const pieges: Courrier = {
  ...message,
  envoi: {
    type: "message",
    contenu: {
      nom: '"Zoé" \\ l’élève',
      email: "zoe@exemple.ch",
      sujet: "</script>\u2028\u2029 {{nom}} \u00a0fin",
      message: 'a\tb\n"c"\\n\u007f d\u0300 \ufeff 🎺',
    },
  },
};

describe("a request to EmailJS", () => {
  it.each([
    ["a sign-up", inscription, COMPTE.templates.inscription],
    ["a message", message, COMPTE.templates.message],
    ["what a serializer may stumble over", pieges, COMPTE.templates.message],
  ] as const)("carries the same bytes as that of EmailJS's own library: %s", async (_, courrier, template) => {
    for (const privateKey of [null, "clé-privée_1"]) {
      const { url, demandes } = await serveurEmailJs();
      await createEmailJsMailer({ ...COMPTE, url, privateKey, clock: SANS_ATTENDRE }).send(courrier);
      const attendu = await corpsDuSdk({ ...COMPTE, privateKey }, template, courrier.envoi.contenu);
      expect(attendu).toContain("template_params");
      expect(demandes.map(({ corps }) => corps)).toEqual([attendu]);
    }
  });

  it("is a POST of JSON to the path that SPEC.md names", async () => {
    const { url, demandes } = await serveurEmailJs();
    await mailerVers(url).send(message);
    expect(demandes).toMatchObject([{ methode: "POST", chemin: "/api/v1.0/email/send" }]);
    expect(demandes[0]?.entetes["content-type"]).toBe("application/json");
    expect(demandes[0]?.entetes).not.toHaveProperty("origin");
  });
});

describe("a trial through EmailJS", () => {
  it("goes out by the template of messages, with nothing that this one does not know", async () => {
    const { url, demandes } = await serveurEmailJs();
    expect(await mailerVers(url).send(essai)).toEqual({ issue: "envoye" });
    const { template_id, template_params } = JSON.parse(String(demandes[0]?.corps));
    expect(template_id).toBe("template_contact");
    expect(Object.keys(template_params)).toEqual(["nom", "email", "sujet", "message"]);
    expect(template_params).toMatchObject({ email: "anne@exemple.ch", sujet: "Courrier d’essai du site" });
    expect(template_params.message).toContain("Essai demandé le 05.08.2025 à 14:03 par anne@exemple.ch.\n");
  });

  it("for addresses chosen on the site is refused in words: EmailJS cannot be told an address", async () => {
    const { url, demandes } = await serveurEmailJs();
    const issue = await mailerVers(url).send({ ...essai, destinataires: ["zoe@exemple.ch"] });
    expect(issue).toEqual(refuse(expect.stringContaining("adresses inscrites dans ses modèles")));
    expect(demandes).toEqual([]);
  });
});

it("a sign-up goes out also when the committee has chosen addresses on the site: nothing sent is lost", async () => {
  const { url, demandes } = await serveurEmailJs();
  expect(await mailerVers(url).send({ ...inscription, destinataires: ["zoe@exemple.ch"] })).toEqual({
    issue: "envoye",
  });
  expect(demandes).toHaveLength(1);
});

describe("EmailJS", () => {
  it.each([
    [400, "Bad Request", "EmailJS n’accepte pas la demande"],
    [400, "The user_id parameter is required", "EmailJS ne reconnaît pas la clé publique"],
    [400, "The public key is required", "EmailJS ne reconnaît pas la clé publique"],
    [400, "The Public Key is invalid. To find this ID, visit …", "EmailJS ne reconnaît pas la clé publique"],
    [400, "The service ID is required", "EmailJS ne reconnaît pas l’identifiant du service"],
    [400, "The service ID not found", "EmailJS ne reconnaît pas l’identifiant du service"],
    [400, "The template ID is required", "EmailJS ne reconnaît pas l’identifiant du modèle"],
    [400, "The template ID not found", "EmailJS ne reconnaît pas l’identifiant du modèle"],
    [
      403,
      "Forbidden",
      "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord",
    ],
    [
      403,
      "API calls are disabled for non-browser applications",
      "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord",
    ],
    [
      403,
      "API calls in strict mode, but no private key was passed",
      "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée",
    ],
    [404, "Account not found", "EmailJS ne reconnaît pas la clé publique"],
    [404, "Not found", "EmailJS ne connaît pas ce compte"],
    [
      412,
      "Gmail_API: Invalid grant",
      "EmailJS n’a plus accès à la boîte qui envoie\u00a0: il faut la relier de nouveau dans son tableau de bord",
    ],
    [413, "Too large", "EmailJS trouve le courrier trop grand"],
    [422, "The recipients address is empty", "Le modèle d’EmailJS n’a pas de destinataire valable"],
    [451, "Unavailable For Headless Browser", "EmailJS prend le site pour un navigateur automatique et refuse l’envoi"],
    [418, "", "EmailJS n’accepte pas l’envoi"],
  ])("that answers %i « %s » ends the attempts, with one reason", async (status, texte, phrase) => {
    const { url, demandes } = await serveurEmailJs(dire(status, texte));
    expect(await mailerVers(url).send(message)).toEqual(refuse(`${phrase} (réponse ${status}).`));
    expect(demandes).toHaveLength(1);
  });

  it.each([
    [429, "EmailJS reçoit trop de demandes à la fois"],
    [408, "EmailJS n’a pas répondu comme prévu"],
    [500, "EmailJS est en panne"],
    [502, "EmailJS est en panne"],
    [503, "EmailJS est en panne"],
    [202, "EmailJS n’a pas répondu comme prévu"],
  ])("that answers %i is asked again", async (status, phrase) => {
    const { url } = await serveurEmailJs(dire(status, "The public key is required"));
    expect(await mailerVers(url).send(message)).toEqual(reessayer(`${phrase} (réponse ${status}).`));
  });

  it("that sends elsewhere is not followed, and asked again", async () => {
    const ailleurs = await serveurEmailJs();
    const { url } = await serveurEmailJs((reponse) => void reponse.writeHead(307, { location: ailleurs.url }).end());
    expect(await mailerVers(url).send(message)).toEqual(
      reessayer("L’adresse d’EmailJS renvoie ailleurs (réponse 307)."),
    );
    expect(ailleurs.demandes).toEqual([]);
  });

  it("never has its own words repeated, which may name people", async () => {
    const texte = "The service ID of paul@exemple.ch (paul luyet) not found";
    for (const status of [400, 403, 418, 429, 500]) {
      const { url } = await serveurEmailJs(dire(status, texte));
      expect(JSON.stringify(await mailerVers(url).send(message))).not.toMatch(/@|paul|luyet|exemple/i);
    }
  });

  it("that never ends its refusal is not listened to for long", async () => {
    const { url } = await serveurEmailJs((reponse) => {
      reponse.writeHead(400);
      const parler = () => {
        if (!reponse.destroyed && reponse.write("The service ID not found ".repeat(100))) setImmediate(parler);
      };
      reponse.on("drain", parler).on("error", () => {});
      parler();
    });
    const issue = await mailerVers(url, 20_000).send(message);
    expect(issue).toEqual(refuse("EmailJS ne reconnaît pas l’identifiant du service (réponse 400)."));
  });

  it("that falls silent in its refusal has refused", async () => {
    const { url } = await serveurEmailJs((reponse) => void reponse.writeHead(403).write("API calls in strict mode"));
    const issue = await mailerVers(url, 300).send(message);
    expect(issue).toMatchObject({ issue: "refuse", raison: expect.stringMatching(/\(réponse 403\)\.$/) });
  });

  it("that falls silent after its 200 has taken the mail", async () => {
    const { url } = await serveurEmailJs((reponse) => void reponse.writeHead(200).write("O"));
    expect(await mailerVers(url, 20_000).send(message)).toEqual({ issue: "envoye" });
  });

  it("that says nothing is given up in time and asked again", async () => {
    const { url, demandes } = await serveurEmailJs(() => {});
    expect(await mailerVers(url, 300).send(message)).toEqual(reessayer("EmailJS ne répond pas à temps."));
    expect(demandes).toHaveLength(1);
  });

  it("that hangs up is asked again", async () => {
    const { url } = await serveurEmailJs((reponse) => reponse.destroy());
    expect(await mailerVers(url).send(message)).toEqual(reessayer("EmailJS a interrompu la connexion."));
  });

  it("that resets the connection is asked again", async () => {
    const url = await serveurBrut((client) => void client.once("data", () => client.resetAndDestroy()));
    expect(await mailerVers(url.replace("smtp:", "http:")).send(message)).toEqual(
      reessayer("EmailJS a interrompu la connexion."),
    );
  });

  it("that is not there is asked again", async () => {
    const url = (await serveurAbsent()).replace("smtp:", "http:");
    expect(await mailerVers(url).send(message)).toEqual(reessayer("EmailJS n’est pas joignable."));
  });

  it("that has no address is asked again", async () => {
    expect(await mailerVers("https://nulle-part.invalid").send(message)).toEqual(
      reessayer("EmailJS n’est pas joignable."),
    );
  });

  it("that talks nonsense is asked again", async () => {
    const url = await serveurBrut((client) => void client.end("220 bonjour\r\n"));
    expect((await mailerVers(url.replace("smtp:", "http:")).send(message)).issue).toBe("reessayer");
  });

  it("whose certificate cannot be trusted gets no mail and is asked again", async () => {
    const { url, recus } = await serveurSmtp({ secure: true });
    expect(await mailerVers(url.replace("smtp:", "https:")).send(message)).toEqual(
      reessayer("La connexion sécurisée avec EmailJS a échoué."),
    );
    expect(recus).toEqual([]);
  });
});

describe("the pace of mails through EmailJS", () => {
  /** A mailer on a clock that stands still until the test moves it. */
  async function parUneHorlogeArretee() {
    const serveur = await serveurEmailJs();
    let maintenant = 0;
    const attentes: { jusqua: number; reprendre: () => void }[] = [];
    const mailer = createEmailJsMailer({
      ...COMPTE,
      url: serveur.url,
      clock: {
        now: () => maintenant,
        wait: (ms) => new Promise((reprendre) => attentes.push({ jusqua: maintenant + ms, reprendre })),
      },
    });
    return {
      ...serveur,
      mailer,
      attentes,
      avancer(ms: number) {
        maintenant += ms;
        for (const { reprendre } of attentes.filter(({ jusqua }) => jusqua <= maintenant)) reprendre();
      },
    };
  }

  it("is at most one a second, however many are sent at once", async () => {
    const { mailer, demandes, attentes, avancer } = await parUneHorlogeArretee();
    const envois = Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)]);
    for (const nombre of [1, 2]) {
      await vi.waitUntil(() => attentes.length === nombre, { timeout: 20_000 });
      avancer(999);
      expect(demandes).toHaveLength(nombre);
      avancer(1);
      await vi.waitUntil(() => demandes.length === nombre + 1, { timeout: 20_000 });
    }
    expect(await envois).toEqual(Array(3).fill({ issue: "envoye" }));
  });

  it("is at most one a second after a failure too; who comes later does not wait", async () => {
    const { mailer, demandes, attentes, avancer, repondre } = await parUneHorlogeArretee();
    repondre(dire(429, "Too Many Requests"));
    expect((await mailer.send(message)).issue).toBe("reessayer");
    repondre(prendre);
    avancer(600);
    const encore = mailer.send(message);
    await vi.waitUntil(() => attentes.length === 1, { timeout: 20_000 });
    expect(attentes).toMatchObject([{ jusqua: 1000 }]);
    expect(demandes).toHaveLength(1);
    avancer(400);
    expect(await encore).toEqual({ issue: "envoye" });
    avancer(1000);
    expect(await mailer.send(message)).toEqual({ issue: "envoye" });
    expect(attentes).toHaveLength(1);
  });

  it("lets five wait, not more, so that each attempt ends in time; there is room again afterwards", async () => {
    const { url, demandes } = await serveurEmailJs();
    const mailer = mailerVers(url);
    const issues = await Promise.all(Array.from({ length: 7 }, () => mailer.send(message)));
    expect(issues.map(({ issue }) => issue)).toEqual([...Array(5).fill("envoye"), "reessayer", "reessayer"]);
    expect(issues[6]).toEqual(
      reessayer("Trop de courriers attendent leur tour, car EmailJS n’en prend qu’un par seconde."),
    );
    expect(await mailer.send(message)).toEqual({ issue: "envoye" });
    expect(demandes).toHaveLength(6);
  });

  it("is kept by a real clock", async () => {
    const arrivees: number[] = [];
    const { url } = await serveurEmailJs((reponse, demande) => {
      arrivees.push(performance.now());
      prendre(reponse, demande);
    });
    const mailer = createEmailJsMailer({ ...COMPTE, url });
    await mailer.send(message);
    await mailer.send(message);
    expect((arrivees[1] ?? 0) - (arrivees[0] ?? 0)).toBeGreaterThan(990);
  });
});
