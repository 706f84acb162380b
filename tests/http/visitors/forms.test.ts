import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dayInZurich, yearsBefore } from "#domain/dates.ts";
import { SIGN_UP_SENTENCES } from "#domain/sign-up.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
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
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "079 123 45 67",
  dateAnniv: yearsBefore(TODAY, 20),
  charte: "on",
  hp: "",
};

const site = setUpSite({ now: NOW });
beforeEach(() => {
  site.log.length = 0;
});

/** The entries whose mail waits, oldest first. Their mail then counts as sent. */
async function received() {
  const { inbox, mails } = site.services;
  const entries: InboxEntry[] = [];
  for (let mail = await mails.leaseDue(new Date(), 60_000); mail; mail = await mails.leaseDue(new Date(), 60_000)) {
    const entry = await inbox.get(mail.cause);
    if (entry) entries.push(entry);
    await mails.record(mail, { state: "envoye", at: new Date() });
  }
  return entries;
}

describe("the contact form without JavaScript", () => {
  it("stores the message before it thanks the visitor", async () => {
    const response = await site.send("/contact", MESSAGE);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre message.*Fermer/s);
    const [entry, ...others] = await received();
    expect(others).toEqual([]);
    const sender = { name: "Camille Fendant", email: "camille@exemple.ch" };
    const content = { ...sender, subject: "Brisolée", message: "Bonjour\nà tous" };
    expect(entry).toMatchObject({ type: "message", content });
  });

  it("shows one sentence for each refused field, and keeps the typed values", async () => {
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

  it("refuses a repeated field, a file in a text field, and a body that is no form", async () => {
    const twice = await site.send("/contact", { ...MESSAGE, nom: ["Camille", "Maxime"] });
    const file = await site.upload("/contact", { ...MESSAGE, nom: new File(["x"], "x.txt") }, "");
    for (const [answer, sentence] of [
      [twice, "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois."],
      [file, "Ce champ attend du texte, pas un fichier."],
    ] as const)
      expect([answer.status, sentences(await answer.text())]).toEqual([400, [["nom", sentence]]]);
    const headers = { "content-type": "application/json", origin: site.config.publicUrl };
    const json = await site.request("/contact", { method: "POST", body: JSON.stringify(MESSAGE), headers });
    expect([json.status, await json.text()]).toEqual([
      415,
      expect.stringContaining("un format que le site ne lit pas."),
    ]);
    expect(await received()).toEqual([]);
  });

  it("ignores a message from a robot, and logs it without its text", async () => {
    const response = await site.send("/contact", { ...MESSAGE, hp: "http://spam.example" });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(await received()).toEqual([]);
    expect(site.log).toEqual([{ error: null, position: "contact: honeypot filled, dropped" }]);
  });
});

describe("the sign-up form without JavaScript", () => {
  it("stores the sign-up before it thanks; a minor must be 16 and needs the guardian's agreement", async () => {
    const response = await site.send("/inscription", INSCRIPTION);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<dialog[^>]* open=""[^>]*>.*Merci de votre inscription.*Fermer/s);
    expect(await received()).toMatchObject([{ content: { lastName: "Fendant", minorCharter: "Majeur" } }]);
    const minor = { ...INSCRIPTION, prenom: "Léa", dateAnniv: yearsBefore(TODAY, 16) };
    const without = await site.send("/inscription", minor);
    const html = await without.text();
    expect([without.status, sentences(html)]).toEqual([
      400,
      [["charteMineur", "Avant 18 ans, il faut l’accord de vos parents, ou de la personne responsable de vous."]],
    ]);
    expect(html).toMatch(/<input[^>]*name="charteMineur"/);
    expect((await site.send("/inscription", { ...minor, charteMineur: "on" })).status).toBe(200);
    expect(await received()).toMatchObject([{ content: { minorCharter: "Validé par la personne" } }]);
    const young = await site.send("/inscription", { ...INSCRIPTION, dateAnniv: addDays(yearsBefore(TODAY, 16), 1) });
    const refused = await young.text();
    expect([young.status, sentences(refused).map(([field]) => field)]).toEqual([400, ["dateAnniv"]]);
    expect(refused).toMatch(/<p[^>]*role="alert"[^>]*>.*Vous devez avoir au moins 16 ans pour vous inscrire\./s);
    expect(await received()).toEqual([]);
  });

  it("asks for the town if the address has none, keeps the typed values, and stores address and town as one text", async () => {
    const street = { ...INSCRIPTION, prenom: "Noé", adresse: "Rue du Stade 5" };
    const asked = await site.send("/inscription", street);
    const html = await asked.text();
    expect([asked.status, sentences(html)]).toEqual([400, [["adresse", SIGN_UP_SENTENCES.town]]]);
    for (const [field, value] of Object.entries({ ...street, charte: "", hp: "", npa: "1965", lieu: "Savièse" }))
      if (value) expect(html).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]* value="${value}"`));
    expect(html).toMatch(/<input(?=[^>]* checked="")[^>]*name="charte"/);
    expect(await received()).toEqual([]);
    const incomplete = await site.send("/inscription", { ...street, npa: "1950", lieu: "" });
    const again = await incomplete.text();
    expect(sentences(again)).toEqual([["lieu", "Complétez ce champ, ou videz-le."]]);
    expect(again).toMatch(/<input[^>]*name="npa"[^>]* value="1950"/);
    expect((await site.send("/inscription", { ...street, npa: "1950", lieu: "Sion" })).status).toBe(200);
    expect((await site.send("/inscription", { ...street, npa: "", lieu: "" })).status).toBe(200);
    const contents = (await received()).map(({ content }) => content);
    const addresses = contents.map((content) => "address" in content && content.address);
    expect(addresses.toSorted()).toEqual(["Rue du Stade 5", "Rue du Stade 5, 1950 Sion"]);
    expect(Object.keys(contents[0] ?? {})).toHaveLength(7);
  });

  it("has no constraint of the browser that refuses a phone which the server accepts", async () => {
    const [tel = ""] = /<input[^>]*name="tel"[^>]*>/.exec(await site.html("/inscription")) ?? [];
    expect(tel).toContain('type="tel"');
    expect(tel).not.toMatch(/ (?:pattern|maxLength|minLength)=/i);
    await site.send("/inscription", { ...INSCRIPTION, prenom: "Iris", tel: "\u200e+41 (0) 79/123 45\u201267" });
    expect(await received()).toMatchObject([{ content: { phone: "0791234567" } }]);
  });

  it("asks whether the birth date that it proposed is right, keeps the typed values, and accepts it once it is confirmed", async () => {
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
    const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(button)?.[1] ?? "";
    expect(html).toMatch(new RegExp(`<form[^>]* id="${attribute("form")}"`));
    const confirmed = { ...untouched, confirmedBirthDate: attribute("value") };
    // The store fails once, and the confirmation stays.
    vi.spyOn(site.services.inbox, "add").mockRejectedValueOnce(new Error("away"));
    const failed = await site.send("/inscription", confirmed);
    expect([failed.status, await failed.text()]).toEqual([
      503,
      expect.stringContaining(`<input type="hidden" name="confirmedBirthDate" value="${dateAnniv}"/>`),
    ]);
    expect((await site.send("/inscription", confirmed)).status).toBe(200);
    expect(await received()).toMatchObject([{ content: { firstName: "Nadia" }, birthDateToVerify: true }]);
  });
});

describe("the login", () => {
  it("gives the same answer to a wrong password and to an unknown address", async () => {
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

  it("opens « À faire », and shows the toasts of signing in and out once, on the next page", async () => {
    const login = await site.send("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
    expect([login.status, login.headers.get("location")]).toEqual([302, "/login?suite=%2Fa-faire&entree=1"]);
    const cookies = login.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    const planning = await site.get("/planning", cookies.join("; "));
    expect(await planning.text()).toContain("Utilisateur connecté");
    expect(planning.headers.getSetCookie().join()).toMatch(/avis=;.*Max-Age=0/);
  });
});

it("the log contains the route of a failed page, not the values of its parameters", async () => {
  vi.spyOn(site.services.committee, "get").mockRejectedValueOnce(new Error("disk"));
  const response = await site.get("/comite/modify/Fendant%20Caissier", await site.signIn());
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("Quelque chose a cassé");
  expect(site.log.map(({ position }) => position)).toEqual(["GET /comite/modify/:memberId"]);
});
