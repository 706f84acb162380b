import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { ouvrirSite, phrases, type SiteDEssai } from "./site.ts";

const AUJOURDHUI = jourAZurich(new Date());
const MESSAGE = {
  nom: "Camille Fendant",
  email: "camille@exemple.ch",
  sujet: "Brisolée",
  message: "Bonjour\r\nà tous",
  hp: "",
};
const INSCRIPTION = {
  nom: "Fendant",
  prenom: "Camille",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "079 123 45 67",
  dateAnniv: anneesAvant(AUJOURDHUI, 20),
  charte: "on",
  hp: "",
};

let site: SiteDEssai;
beforeAll(async () => {
  site = await ouvrirSite();
});
afterAll(() => site.fermer());
beforeEach(() => {
  site.journal.length = 0;
});

/** Everything that waits in the inbox, taken out of it. */
async function recu() {
  const entrees = await site.services.inbox.claimDue(new Date(), 60_000, 100);
  for (const { id } of entrees) await site.services.inbox.markSent(id, new Date());
  return entrees;
}

describe("the contact form without JavaScript", () => {
  it("keeps the message before it says thanks", async () => {
    const reponse = await site.envoyer("/contact", MESSAGE);
    expect(reponse.status).toBe(200);
    expect(await reponse.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre message.*Fermer/s);
    const [entree, ...autres] = await recu();
    expect(autres).toEqual([]);
    expect(entree).toMatchObject({
      type: "message",
      contenu: { nom: "Camille Fendant", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour\nà tous" },
    });
  });

  it("makes one entry of the same message sent twice", async () => {
    await Promise.all([
      site.envoyer("/contact", { ...MESSAGE, sujet: "Deux clics" }),
      site.envoyer("/contact", { ...MESSAGE, sujet: "Deux clics" }),
    ]);
    expect(await recu()).toHaveLength(1);
  });

  it("tells every refused field in one sentence and keeps what was typed", async () => {
    const reponse = await site.envoyer("/contact", { ...MESSAGE, nom: "  ", email: "camille", sujet: "" });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(phrases(html)).toEqual([
      ["nom", "Ce champ est obligatoire."],
      ["email", "Indiquez une adresse e-mail complète."],
      ["sujet", "Ce champ est obligatoire."],
    ]);
    expect(html).toContain('value="camille"');
    expect(html).toMatch(/<textarea[^>]*>Bonjour\r?\nà tous<\/textarea>/);
    expect(await recu()).toEqual([]);
  });

  it("refuses an address without its ending and a name that is too long, and keeps both", async () => {
    const nom = "é".repeat(121);
    const reponse = await site.envoyer("/contact", { ...MESSAGE, nom, email: "ginette@bluewin" });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(phrases(html)).toEqual([
      ["nom", "Ce texte est trop long\u00a0: 120 caractères au maximum."],
      ["email", "Il manque la fin de l’adresse, par exemple «\u00a0.ch\u00a0»."],
    ]);
    for (const typed of [nom, "ginette@bluewin"]) expect(html).toContain(`value="${typed}"`);
    expect((await site.envoyer("/contact", { ...MESSAGE, nom: "é".repeat(120) })).status).toBe(200);
    expect(await recu()).toHaveLength(1);
  });

  it("refuses a field that comes twice, is missing, is a file or is too long", async () => {
    const deuxFois = await site.envoyer("/contact", { ...MESSAGE, nom: ["Camille", "Maxime"] });
    expect([deuxFois.status, phrases(await deuxFois.text())]).toEqual([
      400,
      [["nom", "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois."]],
    ]);
    const { message: _, ...sansMessage } = MESSAGE;
    const absent = await site.envoyer("/contact", sansMessage);
    expect([absent.status, phrases(await absent.text())]).toEqual([400, [["message", "Ce champ est obligatoire."]]]);
    const fichier = await site.televerser("/contact", { ...MESSAGE, nom: new File(["x"], "x.txt") }, "");
    expect([fichier.status, phrases(await fichier.text())]).toEqual([
      400,
      [["nom", "Ce champ attend du texte, pas un fichier."]],
    ]);
    const long = await site.envoyer("/contact", { ...MESSAGE, message: "é".repeat(10_001) });
    expect(long.status).toBe(400);
    expect(await long.text()).toContain("Ce texte est trop long");
    expect(await recu()).toEqual([]);
  });

  it("answers 415 to what is no form, and 400 to a form that is cut off", async () => {
    const json = await site.demander("/contact", {
      method: "POST",
      body: JSON.stringify(MESSAGE),
      headers: { "content-type": "application/json", origin: site.config.publicUrl },
    });
    expect(json.status).toBe(415);
    expect(await json.text()).toContain("Ce formulaire est arrivé dans un format que le site ne lit pas.");
    const coupe = await site.demander("/contact", {
      method: "POST",
      body: '--x\r\nContent-Disposition: form-data; name="nom"\r\n\r\nCam',
      headers: { "content-type": "multipart/form-data; boundary=x", origin: site.config.publicUrl },
    });
    expect(coupe.status).toBe(400);
  });

  it("shows script in every field as the text it is", async () => {
    const piege = `<script>alert("x")</script>`;
    const reponse = await site.envoyer("/contact", { nom: piege, email: piege, sujet: piege, message: piege, hp: "" });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&lt;script&gt;alert");
  });

  it("drops what a robot sends, logs it without the text, and stays as it is", async () => {
    const reponse = await site.envoyer("/contact", { ...MESSAGE, hp: "http://spam.example" });
    const html = await reponse.text();
    expect(reponse.status).toBe(200);
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(await recu()).toEqual([]);
    expect(site.journal).toEqual([{ panne: null, ou: "contact: honeypot filled, dropped" }]);
  });
});

describe("the sign-up form without JavaScript", () => {
  it("keeps exactly the payload of an adult", async () => {
    const reponse = await site.envoyer("/inscription", INSCRIPTION);
    expect(reponse.status).toBe(200);
    expect(await reponse.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre inscription.*Fermer/s);
    const [entree] = await recu();
    expect(entree?.contenu).toEqual({
      nom: "Fendant",
      prenom: "Camille",
      adresse: "Chemin des Treize-Étoiles 4",
      tel: "0791234567",
      dateAnniv: INSCRIPTION.dateAnniv.split("-").reverse().join("."),
      charte: "Validé par la personne",
      charteMineur: "Majeur",
    });
  });

  it("asks a minor for the guardian's agreement, and takes it", async () => {
    const mineur = { ...INSCRIPTION, prenom: "Léa", dateAnniv: anneesAvant(AUJOURDHUI, 16) };
    const sans = await site.envoyer("/inscription", mineur);
    const html = await sans.text();
    expect(sans.status).toBe(400);
    expect(phrases(html)).toEqual([
      ["charteMineur", "Avant 18 ans, l’accord de votre représentant légal est nécessaire."],
    ]);
    expect(html).toMatch(/<input[^>]*name="charteMineur"/);
    const avec = await site.envoyer("/inscription", { ...mineur, charteMineur: "on" });
    expect(avec.status).toBe(200);
    expect((await recu()).map(({ contenu }) => contenu)).toMatchObject([{ charteMineur: "Validé par la personne" }]);
  });

  it("asks about the birth date that it proposed, keeps everything, and takes it once it was confirmed", async () => {
    const dateAnniv = anneesAvant(AUJOURDHUI, 18);
    const untouched = { ...INSCRIPTION, prenom: "Nadia", dateAnniv, charteMineur: "on" };
    const asked = await site.envoyer("/inscription", untouched);
    const html = await asked.text();
    expect(asked.status).toBe(400);
    expect(html).toMatch(/<dialog[^>]* open=""[^>]*>.*Vous êtes né·e le .*: c’est bien juste\u00a0\?/s);
    for (const champ of ["nom", "prenom", "adresse", "tel", "dateAnniv"] as const)
      expect(html).toMatch(new RegExp(`<input[^>]*name="${champ}"[^>]* value="${untouched[champ]}"`));
    for (const box of ["charte", "charteMineur"])
      expect(html).toMatch(new RegExp(`<input(?=[^>]* checked="")[^>]*name="${box}"`));
    expect(await recu()).toEqual([]);

    const [button = ""] = /<button[^>]*name="confirmedBirthDate"[^>]*>/.exec(html) ?? [];
    const [form, value] = ["form", "value"].map((name) => new RegExp(` ${name}="([^"]+)"`).exec(button)?.[1]);
    expect(html).toMatch(new RegExp(`<form[^>]* id="${form}"`));
    const robot = await site.envoyer("/inscription", { ...untouched, confirmedBirthDate: value ?? "", hp: "x" });
    expect(await robot.text()).not.toContain("Merci de votre inscription");
    const kept = await site.envoyer("/inscription", { ...untouched, confirmedBirthDate: value ?? "" });
    expect(kept.status).toBe(200);
    expect(await recu()).toMatchObject([{ contenu: { prenom: "Nadia" }, birthDateToVerify: true }]);
  });

  it("does not ask again when what was confirmed could not be kept", async () => {
    const dateAnniv = anneesAvant(AUJOURDHUI, 18);
    const { inbox } = site.services;
    site.services.inbox = { ...inbox, add: () => Promise.reject(new Error("away")) };
    const failed = await site.envoyer("/inscription", { ...INSCRIPTION, dateAnniv, confirmedBirthDate: dateAnniv });
    site.services.inbox = inbox;
    expect(failed.status).toBe(503);
    expect(await failed.text()).toContain(`<input type="hidden" name="confirmedBirthDate" value="${dateAnniv}"/>`);
  });

  it("refuses somebody who turns 16 tomorrow, beside the field and as a toast", async () => {
    const demain = new Date(`${anneesAvant(AUJOURDHUI, 16)}T12:00:00Z`);
    demain.setUTCDate(demain.getUTCDate() + 1);
    const reponse = await site.envoyer("/inscription", {
      ...INSCRIPTION,
      dateAnniv: demain.toISOString().slice(0, 10),
    });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(html.split("Vous devez avoir au moins 16 ans pour vous inscrire.").length).toBeGreaterThan(2);
    expect(html).toMatch(/<p[^>]*role="alert"[^>]*>.*Vous devez avoir au moins 16 ans/s);
    expect(await recu()).toEqual([]);
  });

  it.each([
    ["tel", "079 123 45 6", "Indiquez un numéro à dix chiffres."],
    ["tel", "numéro", "Indiquez un numéro à dix chiffres."],
    ["dateAnniv", "2008-02-30", "Indiquez votre date de naissance."],
    ["dateAnniv", "05.08.2008", "Indiquez votre date de naissance."],
    ["dateAnniv", "2999-01-01", "Cette date de naissance n’est pas possible. Vérifiez l’année."],
    ["nom", "", "Ce champ est obligatoire."],
    ["nom", "é".repeat(121), "Ce texte est trop long\u00a0: 120 caractères au maximum."],
    ["prenom", "é".repeat(121), "Ce texte est trop long\u00a0: 120 caractères au maximum."],
    ["charte", "", "Acceptez la charte pour vous inscrire."],
  ])("says what is wrong with %s = « %s »", async (champ, valeur, phrase) => {
    const reponse = await site.envoyer("/inscription", { ...INSCRIPTION, [champ]: valeur });
    expect(reponse.status).toBe(400);
    expect(phrases(await reponse.text())).toEqual([[champ, phrase]]);
    expect(await recu()).toEqual([]);
  });
});

describe("the login", () => {
  it("answers a wrong password and an unknown address alike", async () => {
    for (const username of ["comite@exemple.ch", "personne@exemple.ch"]) {
      const reponse = await site.envoyer("/login", { username, password: "faux-mot" });
      const html = await reponse.text();
      expect(reponse.status).toBe(400);
      expect(html).toMatch(/<p[^>]*role="alert"[^>]*>.*Erreur : Mot de passe incorrect/s);
      expect(html).toContain(`value="${username}"`);
      expect(html).not.toContain("faux-mot");
      expect(reponse.headers.getSetCookie()).toEqual([]);
    }
  });

  it("says that nobody can be let in just now, and nothing of a wrong password, when the provider is away", async () => {
    const { signIn } = site.services.auth;
    site.services.auth.signIn = () => Promise.reject(new Error("The identity provider could not be reached."));
    const reponse = await site.envoyer("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    site.services.auth.signIn = signIn;
    const html = await reponse.text();
    expect(reponse.status).toBe(503);
    expect(html).toMatch(
      /role="alert".*La connexion n’a pas abouti\..*Le site n’a pas pu vérifier votre mot de passe/s,
    );
    expect(html).not.toContain("Mot de passe incorrect");
    expect(html).toContain('value="comite@exemple.ch"');
    expect(html).not.toContain("raclette-1965");
    expect(reponse.headers.getSetCookie()).toEqual([]);
  });

  it("opens a session in a cookie that script cannot read, and revokes it on the server", async () => {
    const connexion = await site.envoyer("/login", { username: "COMITE@exemple.ch", password: "raclette-1965" });
    const cookies = connexion.headers.getSetCookie();
    const session = cookies.find((c) => c.startsWith("session=")) ?? "";
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/SameSite=Lax/i);
    expect(session).not.toMatch(/Secure/i);
    const cookie = session.split(";", 1)[0] ?? "";
    const sortie = await site.envoyer("/logout", {}, cookie);
    expect(sortie.status).toBe(302);
    expect(sortie.headers.get("location")).toBe("/");
    expect((await site.demander("/comite/create", { headers: { cookie } })).status).toBe(302);
  });

  it("shows the toasts of signing in and out once, on the next page", async () => {
    const connexion = await site.envoyer("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    const cookie = connexion.headers
      .getSetCookie()
      .map((c) => c.split(";", 1)[0])
      .join("; ");
    const planning = await site.demander("/planning", { headers: { cookie } });
    expect(await planning.text()).toContain("Utilisateur connecté");
    expect(planning.headers.getSetCookie().join()).toMatch(/avis=;.*Max-Age=0/);
  });

  it("does nothing when the honeypot is filled", async () => {
    const reponse = await site.envoyer("/login", { username: "comite@exemple.ch", password: "raclette-1965", hp: "x" });
    expect(reponse.status).toBe(200);
    expect(reponse.headers.getSetCookie()).toEqual([]);
    expect(await reponse.text()).not.toContain("Mot de passe incorrect");
  });

  it("marks cookies Secure where the public address is https", async () => {
    const enLigne = await ouvrirSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
    const reponse = await enLigne.envoyer("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    for (const cookie of reponse.headers.getSetCookie()) expect(cookie).toMatch(/Secure/i);
    expect(reponse.headers.get("strict-transport-security")).toBeTruthy();
    await enLigne.fermer();
  });
});

describe("when the store fails", () => {
  it("says that nothing was sent, keeps the fields, and logs no personal data", async () => {
    const casse = await ouvrirSite();
    casse.services.inbox.add = () => Promise.reject(new Error(`disk full: ${MESSAGE.email}`));
    const reponse = await casse.envoyer("/contact", MESSAGE);
    const html = await reponse.text();
    expect(reponse.status).toBe(503);
    expect(html).toContain("Le message n’est pas parti.");
    expect(html).toContain('value="Camille Fendant"');
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(casse.journal.map(({ ou }) => ou)).toEqual(["contact"]);
    await casse.fermer();
  });
});

describe("the log", () => {
  it("names the page that failed, and never what fills its address", async () => {
    const casse = await ouvrirSite();
    const cookie = await casse.seConnecter();
    casse.services.membres.get = () => Promise.reject(new Error("disk"));
    const reponse = await casse.demander("/comite/modify/Fendant%20Caissier", { headers: { cookie } });
    expect(reponse.status).toBe(500);
    expect(await reponse.text()).toContain("Quelque chose a cassé");
    expect(casse.journal.map(({ ou }) => ou)).toEqual(["GET /comite/modify/:membreId"]);
    await casse.fermer();
  });
});
