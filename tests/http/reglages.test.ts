import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART, saisieDesReglages } from "#domain/reglages.ts";
import { refus, serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { ADMIN, ouvrirSite, phrases, type SiteDEssai } from "./site.ts";

let site: SiteDEssai;
let cookie: string;
beforeEach(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
});
afterEach(() => site.fermer());

const page = async (chemin: string, avec = "") => (await site.demander(chemin, { headers: { cookie: avec } })).text();

/** The form as a browser sends it that has just opened the page. */
async function formulaire(champs: Record<string, string> = {}) {
  const html = await page("/reglages", cookie);
  const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
  return { ...saisieDesReglages(REGLAGES_DE_DEPART), version, hp: "", ...champs };
}

/** Sends the form with its file field, empty or not, as the page's own form does. */
const enregistrer = (champs: Record<string, string | File>) =>
  site.televerser("/reglages", { photo: new File([], ""), ...champs }, cookie);

describe("a visitor", () => {
  it("is sent to the login, and can save or try nothing", async () => {
    const lecture = await site.demander("/reglages");
    expect([lecture.status, lecture.headers.get("location")]).toEqual([302, "/login?suite=%2Freglages"]);
    const champs = await formulaire({ annee: "2030" });
    for (const envoi of [champs, { quoi: "essai" }]) expect((await site.envoyer("/reglages", envoi)).status).toBe(302);
    expect((await site.services.reglages.get()).annee).toBe(2025);
    expect(readdirSync(site.dossier)).not.toContain("outbox");
  });
});

describe("the settings page", () => {
  it("is private: never kept by a browser, never listed", async () => {
    const reponse = await site.demander("/reglages", { headers: { cookie } });
    expect(reponse.headers.get("cache-control")).toBe("private, no-store");
    expect(reponse.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(await reponse.text()).toContain("<title>Réglages | La jeunesse de Savièse</title>");
  });

  it("marks every example, and only examples", async () => {
    const marques = async () => (await page("/reglages", cookie)).match(/Exemple, à remplacer/g)?.length ?? 0;
    expect(await marques()).toBe(5);
    await enregistrer(await formulaire({ iban: "CH56 0483 5012 3456 7800 9", email: "nous@exemple.ch" }));
    expect(await marques()).toBe(3);
  });
});

describe("what the committee saves", () => {
  it("is on the public pages at once, although they were in the cache", async () => {
    for (const chemin of ["/", "/dons", "/planning", "/contact"]) await page(chemin);
    const reponse = await enregistrer(
      await formulaire({
        annee: "2031",
        titulaire: `Jeunesse =HYPERLINK("x") <img onerror>`,
        iban: "CH56 0483 5012 3456 7800 9",
        npa: "1950",
        lieu: "Sion",
        twint: "https://exemple.ch/t",
        instagram: "https://exemple.ch/insta",
        facebook: "https://exemple.ch/face",
        email: "nous@exemple.ch",
      }),
    );
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/reglages"]);
    expect(await page("/planning")).toContain("Planning 2031");
    const dons = await page("/dons");
    expect(dons).toContain("Jeunesse =HYPERLINK(&quot;x&quot;) &lt;img onerror&gt;");
    expect(dons).toContain("CH56 0483 5012 3456 7800 9");
    expect(dons).toMatch(/1950(?:<!-- -->)? (?:<!-- -->)?Sion/);
    expect(dons).toContain('href="https://exemple.ch/t"');
    expect(dons).not.toContain("Coordonnées d’exemple");
    const accueil = await page("/");
    for (const lien of ["https://exemple.ch/insta", "https://exemple.ch/face", "mailto:nous@exemple.ch"])
      expect(accueil).toContain(`href="${lien}"`);
    expect(await page("/contact")).toContain('href="https://exemple.ch/insta"');
    expect(await page("/charte")).toContain("La Jeunesse de Savièse, 1950 Sion, Valais");
  });

  it("keeps the warning on the donations page until the account is no example any more", async () => {
    expect(await page("/dons")).toContain("Coordonnées d’exemple");
    await enregistrer(await formulaire({ iban: "CH56 0483 5012 3456 7800 9" }));
    expect(await page("/dons")).not.toContain("Coordonnées d’exemple");
  });

  it("names who saved last, and when, to the committee only", async () => {
    await enregistrer(await formulaire());
    expect(await page("/reglages", cookie)).toMatch(
      new RegExp(`Dernière modification\u00a0: \\d\\d\\.\\d\\d\\.\\d{4}, par ${ADMIN.email}`),
    );
    for (const chemin of ["/", "/dons", "/contact"]) expect(await page(chemin)).not.toContain(ADMIN.email);
  });

  it("is refused field by field, in one sentence each, with everything that was typed", async () => {
    const reponse = await enregistrer(
      await formulaire({
        annee: "1825",
        iban: "CH44 3199 9123 0008 8901 2",
        npa: "196",
        instagram: "http://exemple.ch",
        titulaire: "Jeunesse du <b>lac</b>",
        destinataires: "a@exemple.ch\r\nnimporte",
        conservationMessages: "999",
      }),
    );
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(phrases(html)).toEqual([
      ["annee", "Indiquez une année entre 2000 et 2099."],
      [
        "iban",
        "C’est un QR-IBAN\u00a0: il exige une référence que les dons n’ont pas. Indiquez l’IBAN ordinaire du compte.",
      ],
      ["npa", "Indiquez un code postal à quatre chiffres."],
      ["instagram", "Indiquez une adresse qui commence par https://."],
      ["destinataires", "«\u00a0nimporte\u00a0» n’est pas une adresse e-mail complète."],
      ["conservationMessages", "Indiquez un nombre de mois entre 1 et 120."],
    ]);
    expect(html).toContain('value="CH44 3199 9123 0008 8901 2"');
    expect(html).toContain('value="Jeunesse du &lt;b&gt;lac&lt;/b&gt;"');
    expect(html).toMatch(/<textarea[^>]*>a@exemple\.ch\r?\nnimporte<\/textarea>/);
    expect(await site.services.reglages.get()).toMatchObject(REGLAGES_DE_DEPART);
  });

  it("never overwrites what somebody else has saved since the page was opened", async () => {
    const mien = await formulaire({ lieu: "Sion" });
    await enregistrer(await formulaire({ annee: "2027" }));
    const reponse = await enregistrer(mien);
    const html = await reponse.text();
    expect(reponse.status).toBe(409);
    expect(html).toContain("Ils disent maintenant\u00a0: Année du planning\u00a0: 2027, Lieu\u00a0: Savièse.");
    expect(html).toContain('value="Sion"');
    const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
    expect((await enregistrer({ ...mien, version })).status).toBe(302);
    expect(await site.services.reglages.get()).toMatchObject({ annee: 2025, lieu: "Sion" });
  });

  it("is kept in the fields, under one sentence, when the store fails", async () => {
    const champs = await formulaire({ lieu: "Sion" });
    const { save } = site.services.reglages;
    site.services.reglages.save = () => Promise.reject(new Error("disk I/O error"));
    const reponse = await enregistrer(champs);
    site.services.reglages.save = save;
    const html = await reponse.text();
    expect(reponse.status).toBe(503);
    expect(html).toContain("Rien n’a été enregistré.");
    expect(html).toContain('value="Sion"');
    expect(site.journal).toMatchObject([{ ou: "settings save" }]);
  });

  it("is nothing when a robot has filled the hidden field", async () => {
    const reponse = await enregistrer(await formulaire({ annee: "2030", hp: "x" }));
    expect(reponse.status).toBe(200);
    expect((await site.services.reglages.get()).annee).toBe(2025);
  });

  it("does not include a field that came twice", async () => {
    const champs = await formulaire();
    const reponse = await site.envoyer("/reglages", { ...champs, iban: [champs.iban, champs.iban] }, cookie);
    expect([reponse.status, phrases(await reponse.text())]).toEqual([
      400,
      [["iban", "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois."]],
    ]);
  });
});

describe("the group photo", () => {
  const photo = async (nom = "bande.jpg") => new File([new Uint8Array(await jpeg(1700, 1100))], nom);
  const adresse = async () => /\/images\/accueil\/groupe\/[\w-]+\.jpg/.exec(await page("/"))?.[0] ?? null;

  it("takes the drawing's place on the home page, with its description, and gives it back", async () => {
    expect(await adresse()).toBeNull();
    await enregistrer({ ...(await formulaire({ photoDescription: "Toute la <bande>" })), photo: await photo() });
    const premiere = await adresse();
    expect(premiere).not.toBeNull();
    expect(await page("/")).toContain('alt="Toute la &lt;bande&gt;"');
    expect(await page("/")).not.toContain("Dessinée, en attendant");
    const image = await site.demander(String(premiere));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    await enregistrer({ ...(await formulaire()), photo: await photo("autre.jpg") });
    expect(await adresse()).not.toBe(premiere);
    expect((await site.demander(String(premiere))).status).toBe(404);

    await enregistrer(await formulaire({ retirerPhoto: "on" }));
    expect(await adresse()).toBeNull();
    expect(await page("/")).toContain("Dessinée, en attendant");
  });

  it("that is no picture is refused beside its field", async () => {
    const reponse = await enregistrer({ ...(await formulaire()), photo: new File(["<svg/>"], "x.jpg") });
    const html = await reponse.text();
    expect(reponse.status).toBe(415);
    expect(phrases(html)).toEqual([
      ["photo", "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC."],
    ]);
    expect(html).toContain("Choisissez le fichier encore une fois.");
    expect(await adresse()).toBeNull();
  });

  it("over 25 MB is refused beside its field", async () => {
    const reponse = await enregistrer({
      ...(await formulaire()),
      photo: new File([new Uint8Array(26 << 20)], "x.jpg"),
    });
    expect([reponse.status, phrases(await reponse.text())]).toEqual([
      413,
      [["photo", "Ce fichier dépasse 25 Mo. Choisissez une image plus légère."]],
    ]);
  });
});

describe("a trial mail", () => {
  const essayer = async () => {
    const reponse = await site.envoyer("/reglages", { quoi: "essai" }, cookie);
    return { statut: reponse.status, html: await reponse.text() };
  };
  /** The same site with a mail server. */
  const avecServeur = async (url: string, env = {}) => {
    await site.fermer();
    site = await ouvrirSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch", ...env });
    cookie = await site.seConnecter();
  };

  it("is kept as a file where no mail server is configured, and nothing is in the inbox", async () => {
    const { statut, html } = await essayer();
    expect(statut).toBe(200);
    expect(html).toContain("Le courrier d’essai est resté ici.");
    expect(html).toContain("Personne ne reçoit d’e-mail.");
    expect(html).toContain("Aucun serveur de messagerie n’est configuré (MAIL=outbox)");
    expect(readdirSync(join(site.dossier, "outbox"))).toEqual([expect.stringMatching(/-essai-.*\.eml$/)]);
    expect(await site.services.inbox.nextDue()).toBeNull();
  });

  it("goes to the saved recipients, and is told to have been accepted", async () => {
    const { url, recus } = await serveurSmtp();
    await avecServeur(url);
    await enregistrer(await formulaire({ destinataires: "anne@exemple.ch\r\nbob@exemple.ch" }));
    const { html } = await essayer();
    expect(html).not.toContain("Personne ne reçoit d’e-mail.");
    expect(html).toContain("Le courrier d’essai est parti.");
    expect(html).toContain("anne@exemple.ch, bob@exemple.ch");
    expect(recus).toMatchObject([{ a: ["anne@exemple.ch", "bob@exemple.ch"] }]);
  });

  it("that is refused comes back with the reason", async () => {
    const { url } = await serveurSmtp({ onRcptTo: (_, __, fini) => fini(refus(550)) });
    await avecServeur(url, { MAIL_TO: "config@exemple.ch" });
    const { statut, html } = await essayer();
    expect(statut).toBe(200);
    expect(html).toContain("Le courrier d’essai n’est pas parti.");
    expect(html).toContain("Le serveur de messagerie n’accepte pas l’expéditeur ou les destinataires (réponse 550).");
  });

  it("without anybody to receive it says so", async () => {
    const { url, recus } = await serveurSmtp();
    await avecServeur(url);
    expect((await essayer()).html).toContain("Aucune adresse de destination n’est configurée.");
    expect(recus).toEqual([]);
  });

  it("says that the site failed when it cannot read its settings", async () => {
    const { get } = site.services.reglages;
    let fois = 0;
    site.services.reglages.get = () => (fois++ === 0 ? Promise.reject(new Error("disk I/O error")) : get());
    const { statut, html } = await essayer();
    expect(statut).toBe(503);
    expect(html).toContain("L’essai n’a pas eu lieu.");
    expect(site.journal).toMatchObject([{ ou: "trial mail" }]);
  });
});

describe("a site whose settings cannot be read", () => {
  it("still shows the pages that need none", async () => {
    site.services.reglages.get = () => Promise.reject(new Error("disk I/O error"));
    const reponse = await site.demander("/charte");
    expect(reponse.status).toBe(200);
    expect(await reponse.text()).toContain("La Jeunesse de Savièse, Valais");
  });
});
