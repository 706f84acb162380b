import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dayInZurich, yearsBefore } from "#domain/dates.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";

const NOW = new Date();
const TODAY = dayInZurich(NOW);
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
  dateAnniv: yearsBefore(TODAY, 20),
  charte: "on",
  hp: "",
};

const site = setUpSite({ now: NOW });
beforeEach(() => {
  site.log.length = 0;
});

/** Everything that waits in the inbox, taken out of it. */
async function received() {
  const entries = await site.services.inbox.claimDue(new Date(), 60_000, 100);
  for (const { id } of entries) await site.services.inbox.markSent(id, new Date());
  return entries;
}

describe("the contact form without JavaScript", () => {
  it("keeps the message before it says thanks", async () => {
    const response = await site.send("/contact", MESSAGE);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre message.*Fermer/s);
    const [entry, ...others] = await received();
    expect(others).toEqual([]);
    const sender = { name: "Camille Fendant", email: "camille@exemple.ch" };
    const content = { ...sender, subject: "Brisolée", message: "Bonjour\nà tous" };
    expect(entry).toMatchObject({ type: "message", content });
  });

  it("tells every refused field in one sentence and keeps what was typed", async () => {
    const response = await site.send("/contact", { ...MESSAGE, nom: "  ", email: "camille", sujet: "" });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(sentences(html)).toEqual([
      ["nom", "Ce champ est obligatoire."],
      ["email", "Indiquez une adresse e-mail complète."],
      ["sujet", "Ce champ est obligatoire."],
    ]);
    expect(html).toContain('value="camille"');
    expect(html).toMatch(/<textarea[^>]*>Bonjour\r?\nà tous<\/textarea>/);
    expect(await received()).toEqual([]);
  });

  it("refuses a field that comes twice, or is a file", async () => {
    const twice = await site.send("/contact", { ...MESSAGE, nom: ["Camille", "Maxime"] });
    const file = await site.upload("/contact", { ...MESSAGE, nom: new File(["x"], "x.txt") }, "");
    for (const [answer, sentence] of [
      [twice, "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois."],
      [file, "Ce champ attend du texte, pas un fichier."],
    ] as const)
      expect([answer.status, sentences(await answer.text())]).toEqual([400, [["nom", sentence]]]);
    expect(await received()).toEqual([]);
  });

  it("answers 415 to a body that is no form, and 400 to an incomplete form", async () => {
    const post = (type: string, body: string) => {
      const headers = { "content-type": type, origin: site.config.publicUrl };
      return site.request("/contact", { method: "POST", body, headers });
    };
    const json = await post("application/json", JSON.stringify(MESSAGE));
    expect(json.status).toBe(415);
    expect(await json.text()).toContain("Ce formulaire est arrivé dans un format que le site ne lit pas.");
    const part = '--x\r\nContent-Disposition: form-data; name="nom"\r\n\r\nCam';
    expect((await post("multipart/form-data; boundary=x", part)).status).toBe(400);
  });

  it("drops what a robot sends, logs it without the text, and stays as it is", async () => {
    const response = await site.send("/contact", { ...MESSAGE, hp: "http://spam.example" });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(await received()).toEqual([]);
    expect(site.log).toEqual([{ error: null, position: "contact: honeypot filled, dropped" }]);
  });
});

describe("the sign-up form without JavaScript", () => {
  it("keeps the sign-up before it says thanks", async () => {
    const response = await site.send("/inscription", INSCRIPTION);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre inscription.*Fermer/s);
    expect(await received()).toMatchObject([{ content: { lastName: "Fendant", minorCharter: "Majeur" } }]);
  });

  it("asks a minor for the guardian's agreement, and takes it", async () => {
    const minor = { ...INSCRIPTION, prenom: "Léa", dateAnniv: yearsBefore(TODAY, 16) };
    const without = await site.send("/inscription", minor);
    const html = await without.text();
    expect(without.status).toBe(400);
    expect(sentences(html)).toEqual([
      ["charteMineur", "Avant 18 ans, l’accord de votre représentant légal est nécessaire."],
    ]);
    expect(html).toMatch(/<input[^>]*name="charteMineur"/);
    expect((await site.send("/inscription", { ...minor, charteMineur: "on" })).status).toBe(200);
    expect(await received()).toMatchObject([{ content: { minorCharter: "Validé par la personne" } }]);
  });

  it("asks about the birth date that it proposed, keeps everything, and takes it once it was confirmed", async () => {
    const dateAnniv = yearsBefore(TODAY, 18);
    const untouched = { ...INSCRIPTION, prenom: "Nadia", dateAnniv, charteMineur: "on" };
    const asked = await site.send("/inscription", untouched);
    const html = await asked.text();
    expect(asked.status).toBe(400);
    expect(html).toMatch(/<dialog[^>]* open=""[^>]*>.*Vous êtes né·e le .*: c’est bien juste\u00a0\?/s);
    expect(html).toMatch(/<a [^>]*href="#dateAnniv"[^>]*>Corriger la date/);
    for (const field of ["nom", "prenom", "adresse", "tel", "dateAnniv"] as const)
      expect(html).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]* value="${untouched[field]}"`));
    for (const box of ["charte", "charteMineur"])
      expect(html).toMatch(new RegExp(`<input(?=[^>]* checked="")[^>]*name="${box}"`));
    expect(await received()).toEqual([]);

    const [button = ""] = /<button[^>]*name="confirmedBirthDate"[^>]*>/.exec(html) ?? [];
    const [form, confirmedBirthDate = ""] = ["form", "value"].map(
      (name) => new RegExp(` ${name}="([^"]+)"`).exec(button)?.[1],
    );
    expect(html).toMatch(new RegExp(`<form[^>]* id="${form}"`));
    expect((await site.send("/inscription", { ...untouched, confirmedBirthDate })).status).toBe(200);
    expect(await received()).toMatchObject([{ content: { firstName: "Nadia" }, birthDateToVerify: true }]);
  });

  it("keeps the confirmation of the birth date when the entry cannot be stored", async () => {
    const dateAnniv = yearsBefore(TODAY, 18);
    const { inbox } = site.services;
    site.services.inbox = { ...inbox, add: () => Promise.reject(new Error("away")) };
    const failed = await site.send("/inscription", { ...INSCRIPTION, dateAnniv, confirmedBirthDate: dateAnniv });
    site.services.inbox = inbox;
    expect(failed.status).toBe(503);
    expect(await failed.text()).toContain(`<input type="hidden" name="confirmedBirthDate" value="${dateAnniv}"/>`);
  });

  it("refuses somebody who turns 16 tomorrow, beside the field and as a toast", async () => {
    const dateAnniv = addDays(yearsBefore(TODAY, 16), 1);
    const response = await site.send("/inscription", { ...INSCRIPTION, dateAnniv });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html.split("Vous devez avoir au moins 16 ans pour vous inscrire.").length).toBeGreaterThan(2);
    expect(html).toMatch(/<p[^>]*role="alert"[^>]*>.*Vous devez avoir au moins 16 ans/s);
    expect(await received()).toEqual([]);
  });
});

describe("the login", () => {
  it("answers a wrong password and an unknown address alike", async () => {
    for (const username of ["comite@exemple.ch", "personne@exemple.ch"]) {
      const response = await site.send("/login", { username, password: "faux-mot" });
      const html = await response.text();
      expect(response.status).toBe(400);
      expect(html).toMatch(/<p[^>]*role="alert"[^>]*>.*Erreur : Mot de passe incorrect/s);
      expect(html).toContain(`value="${username}"`);
      expect(html).not.toContain("faux-mot");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it("says that nobody can be let in just now, and nothing of a wrong password, when the provider is away", async () => {
    vi.spyOn(site.services.auth, "signIn").mockRejectedValueOnce(new Error("The provider could not be reached."));
    const response = await site.send("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toMatch(/role="alert".*La connexion n’a pas abouti\..*Le site n’a pas pu vérifier/s);
    expect(html).toContain('value="comite@exemple.ch"');
    expect(html).not.toMatch(/Mot de passe incorrect|raclette-1965/);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("opens the planning, and shows its toast once, on the next page", async () => {
    const login = await site.send("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    expect([login.status, login.headers.get("location")]).toEqual([302, "/planning"]);
    const cookies = login.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    const planning = await site.get("/planning", cookies.join("; "));
    expect(await planning.text()).toContain("Utilisateur connecté");
    expect(planning.headers.getSetCookie().join()).toMatch(/avis=;.*Max-Age=0/);
  });

  it("does nothing when the honeypot is filled", async () => {
    const response = await site.send("/login", { username: "comite@exemple.ch", password: "raclette-1965", hp: "x" });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).not.toContain("Mot de passe incorrect");
  });
});

describe("when the store fails", () => {
  it("says that nothing was sent, keeps the fields, and logs no personal data", async () => {
    vi.spyOn(site.services.inbox, "add").mockRejectedValueOnce(new Error(`disk full: ${MESSAGE.email}`));
    const response = await site.send("/contact", MESSAGE);
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain("Le message n’est pas parti.");
    expect(html).toContain('value="Camille Fendant"');
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(site.log.map(({ position }) => position)).toEqual(["contact"]);
  });
});

describe("the log", () => {
  it("contains the route of a failed page, not the values of its parameters", async () => {
    vi.spyOn(site.services.committee, "get").mockRejectedValueOnce(new Error("disk"));
    const response = await site.get("/comite/modify/Fendant%20Caissier", await site.signIn());
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Quelque chose a cassé");
    expect(site.log.map(({ position }) => position)).toEqual(["GET /comite/modify/:memberId"]);
  });
});
