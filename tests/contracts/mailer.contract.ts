import PostalMime, { type Email } from "postal-mime";
import { describe, expect, it } from "vitest";
import type { Inscription } from "#domain/inscription.ts";
import type { MessageContact } from "#domain/message-contact.ts";
import type { Courrier, Mailer } from "#ports/mailer.ts";

export const FROM = "La Jeunesse <site@jeunesse.exemple.ch>";
export const SITE = "https://jeunesse.exemple.ch";
export const TO = ["caisse@exemple.ch", "comite@exemple.ch"];

/** Makes a mailer, and a look at the fields that every mail has carried away. */
type Make = () => Promise<{ mailer: Mailer; partis: () => Promise<Record<string, string>[]> }>;

/** Makes a mailer that sends from `FROM` to `TO`, and a look at every mail that has left it, as raw bytes. */
type MakeMails = () => Promise<{ mailer: Mailer; partis: () => Promise<Uint8Array[]> }>;

const ZOE: Inscription = {
  nom: "Héritier-Dubuis",
  prenom: "Zoé 🎺",
  adresse: "Rue de l’Église 3, 1965 Savièse",
  tel: "0791234567",
  dateAnniv: "05.08.2008",
  charte: "Validé par la personne",
  charteMineur: "Majeur",
};

const PAUL: MessageContact = {
  nom: "Paul Luyet",
  email: "paul.o'neill+fete@exemple.ch",
  sujet: "La fête d’août : à quelle heure ? 🎆",
  message: "Bonjour,\n\n.\n..un point\nFrom moi\n-- \nà bientôt  \n=C3=A9 &eacute; <b>gras</b> 👩‍👩‍👧",
};

export const inscription: Courrier = {
  id: "aB_9-inscription",
  envoi: { type: "inscription", contenu: ZOE },
  recuLe: new Date("2025-08-05T12:03:07Z"),
  destinataires: [],
};

export const message: Courrier = {
  id: "aB_9-message",
  envoi: { type: "message", contenu: PAUL },
  recuLe: new Date("2025-08-05T12:03:07Z"),
  destinataires: [],
};

export const essai: Courrier = {
  id: "aB_9-essai",
  envoi: { type: "essai", contenu: { demandePar: "anne@exemple.ch" } },
  recuLe: new Date("2025-08-05T12:03:07Z"),
  destinataires: [],
};

const adresses = (liste: Email["to"]) => liste?.map(({ address }) => address);

const parleDe = (contenu: Partial<MessageContact>): Courrier => ({
  ...message,
  envoi: { type: "message", contenu: { ...PAUL, ...contenu } },
});

/** 10,000 characters, each with its place in them. */
const LONG = Array.from({ length: 2000 }, (_, i) => `é${String(i).padStart(4, "0")}`).join("");

/** What every mailer promises. */
function mailerContract(nom: string, make: Make): void {
  const textOf = async (courrier: Courrier) => {
    const { mailer, partis } = await make();
    expect(await mailer.send(courrier)).toEqual({ issue: "envoye" });
    const [text = "", ...others] = (await partis()).map((fields) => Object.values(fields).join("\n"));
    expect(others).toEqual([]);
    return text;
  };

  describe(nom, () => {
    it("carries a message of 10,000 characters without losing one", async () => {
      expect(LONG).toHaveLength(10_000);
      expect(await textOf(parleDe({ message: LONG }))).toContain(LONG);
    });

    it("carries a subject of 500 characters without losing one", async () => {
      const sujet = "à l’école ".repeat(50).trim();
      expect(await textOf(parleDe({ sujet }))).toContain(sujet);
    });

    it("says where an accepted mail is: on its way, or kept", async () => {
      expect(["serveur", "modeles", "fichier"]).toContain((await make()).mailer.remise);
    });

    it("takes several mails at once, and carries each of them away", async () => {
      const { mailer, partis } = await make();
      const issues = await Promise.all([mailer.send(inscription), mailer.send(message)]);
      expect(issues).toEqual([{ issue: "envoye" }, { issue: "envoye" }]);
      const all = (await partis()).map((fields) => Object.values(fields).join("\n"));
      expect(all).toHaveLength(2);
      for (const name of [ZOE.nom, PAUL.nom]) expect(all.filter((one) => one.includes(name))).toHaveLength(1);
    });
  });
}

/** What a mailer promises beside, when somebody else writes the mails from the payloads of SPEC.md. */
export function payloadContract(nom: string, make: Make): void {
  mailerContract(nom, make);

  const lire = async (courrier: Courrier) => {
    const { mailer, partis } = await make();
    expect(await mailer.send(courrier)).toEqual({ issue: "envoye" });
    return (await partis())[0] ?? {};
  };

  describe(`${nom}, as a payload`, () => {
    it.each([
      ["a sign-up", inscription, ZOE],
      ["a message", message, PAUL],
    ])("carries %s to the committee, exactly and in the order of the form", async (_, courrier, contenu) => {
      const champs = await lire(courrier);
      expect(champs).toEqual(contenu);
      expect(Object.keys(champs)).toEqual(Object.keys(contenu));
    });

    it("lets no field of a visitor become another", async () => {
      const champs = await lire(parleDe({ nom: 'x\r\nmessage :\r\n\r\nfaux", "message": "faux' }));
      expect(Object.keys(champs)).toEqual(Object.keys(PAUL));
      expect(champs.message).toBe(PAUL.message);
    });
  });
}

/** What every mailer promises beside, when it writes the mails itself. */
export function writtenMailContract(nom: string, make: MakeMails): void {
  mailerContract(nom, async () => {
    const { mailer, partis } = await make();
    const lireTout = async () => Promise.all((await partis()).map((brut) => PostalMime.parse(brut)));
    return { mailer, partis: async () => (await lireTout()).map(({ text = "" }) => ({ text })) };
  });

  const envoyer = async (...courriers: Courrier[]) => {
    const { mailer, partis } = await make();
    for (const courrier of courriers) expect(await mailer.send(courrier)).toEqual({ issue: "envoye" });
    return partis();
  };
  const lire = async (courrier: Courrier) => {
    const [brut = new Uint8Array(), ...autres] = await envoyer(courrier);
    expect(autres).toEqual([]);
    return PostalMime.parse(brut);
  };
  describe(`${nom}, written by the site`, () => {
    it("tells in a sign-up who it is, how old, and how to reach them, and leads to it in the inbox", async () => {
      const mail = await lire(inscription);
      expect(mail.subject).toBe("Nouvelle inscription\u00a0: Zoé 🎺 Héritier-Dubuis");
      for (const words of [
        "Zoé 🎺 Héritier-Dubuis",
        "17 ans, mineur·e",
        "05.08.2008",
        ZOE.adresse,
        "le 05.08.2025 à 14:03",
      ])
        for (const part of [mail.text, mail.html]) expect(part).toContain(words);
      expect(mail.html).toContain('href="tel:+41791234567"');
      const address = `${SITE}/inscriptions?courrier=aB_9-inscription`;
      expect(mail.text?.split("\n")).toContain(address);
      expect(mail.html).toContain(`href="${address}"`);
      expect(mail.replyTo).toBeUndefined();
    });

    it("shows a message first, then whose it is, and lets the committee answer", async () => {
      const mail = await lire(message);
      expect(mail.subject).toBe(`Message\u00a0: ${PAUL.sujet}`);
      expect(adresses(mail.replyTo)).toEqual([PAUL.email]);
      expect(mail.text).toContain(PAUL.message);
      expect(mail.text?.indexOf(PAUL.message)).toBeLessThan(mail.text?.indexOf(PAUL.email) ?? 0);
      expect(mail.html).toContain("&lt;b&gt;gras&lt;/b&gt;");
      expect(mail.html).toContain(`href="mailto:paul.o&#39;neill%2Bfete@exemple.ch"`);
    });

    it("carries a trial to the committee that nobody takes for a message", async () => {
      const mail = await lire(essai);
      expect(mail.subject).toBe("Courrier d’essai du site");
      for (const part of [mail.text, mail.html])
        expect(part).toContain("Essai demandé le 05.08.2025 à 14:03 par anne@exemple.ch.");
      expect(adresses(mail.to)).toEqual(TO);
      expect(mail.replyTo).toBeUndefined();
    });

    it("fetches nothing, runs nothing and hangs nothing on", async () => {
      const mail = await lire(message);
      expect(mail.html).not.toMatch(
        /<(?:img|script|link|iframe|object|video|audio|form|base)\b|url\(|@import|\son\w+=/i,
      );
      expect(mail.attachments).toEqual([]);
    });

    it("goes from the site to the addresses of the configuration", async () => {
      const mail = await lire(inscription);
      expect(mail.from).toMatchObject({ name: "La Jeunesse", address: "site@jeunesse.exemple.ch" });
      expect(adresses(mail.to)).toEqual(TO);
    });

    it("goes to the addresses that the committee has chosen, and to no other", async () => {
      const mail = await lire({ ...inscription, destinataires: ["zoe@exemple.ch", "anne@exemple.ch"] });
      expect(adresses(mail.to)).toEqual(["zoe@exemple.ch", "anne@exemple.ch"]);
      expect(mail.cc).toBeUndefined();
      expect(mail.bcc).toBeUndefined();
    });

    it("carries a long subject in its header too", async () => {
      const sujet = "à l’école ".repeat(50).trim();
      expect((await lire(parleDe({ sujet }))).subject).toBe(`Message\u00a0: ${sujet}`);
    });

    it.each(["\r\n", "\n", "\r", "\r\n\r\n", "\u2028", "\0\r\n"])(
      "takes %j in a subject for a space",
      async (retour) => {
        const mail = await lire(parleDe({ sujet: `Salut${retour}Bcc: intrus@exemple.ch${retour}X-Faux: oui` }));
        expect(mail.subject).toMatch(/^Message\u00a0: Salut *Bcc: intrus@exemple\.ch *X-Faux: oui$/);
        expect(mail.bcc).toBeUndefined();
        expect(mail.headers.map(({ key }) => key)).not.toContain("x-faux");
        expect(adresses(mail.to)).toEqual(TO);
      },
    );

    it("lets no field of a visitor become a header, an address or another field", async () => {
      const intrus = "x\r\nBcc: intrus@exemple.ch\r\n\r\nmessage :\r\n\r\nfaux";
      const mail = await lire(parleDe({ nom: intrus, email: `${PAUL.email}, intrus@exemple.ch\r\nX-Faux: oui` }));
      expect(mail.headers.map(({ key }) => key)).not.toContain("x-faux");
      expect(mail.bcc).toBeUndefined();
      expect(adresses(mail.to)).toEqual(TO);
      expect(mail.replyTo?.length).toBe(1);
      expect(mail.text?.split("\n")).not.toContain("message :");
      expect(mail.text).toContain(`\n\n${PAUL.message}\n\n`);
    });

    it("can be recognised when it is sent again", async () => {
      const { mailer, partis } = await make();
      await mailer.send(message);
      await mailer.send(message);
      const mails = await Promise.all((await partis()).map((brut) => PostalMime.parse(brut)));
      expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(
        new Set(["<message-aB_9-message@jeunesse.exemple.ch>"]),
      );
    });

    it("carries the date of the attempt", async () => {
      const avant = Math.floor(Date.now() / 1000) * 1000;
      const { date } = await lire(inscription);
      expect(Date.parse(String(date))).toBeGreaterThanOrEqual(avant);
      expect(Date.parse(String(date))).toBeLessThanOrEqual(Date.now());
    });
  });
}
