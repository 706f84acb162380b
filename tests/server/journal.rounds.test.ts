/** What the log of the real process says of a whole evening, with everything switched on: nothing about anybody. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noter } from "#tests/figures.ts";
import { demarrer, dossierDeDonnees } from "./process.ts";

const EMAIL = "comite@exemple.ch";
const MOT_DE_PASSE = "tracteur-violon-nuage";
const NOUVEAU = "brisolée-au-feu-1965";

it("a whole journey leaves no name, address, token, password or secret in the log at its most talkative", async () => {
  const DATA_DIR = dossierDeDonnees();
  const compte = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: MOT_DE_PASSE };
  // The first start greets its owner with the account it made; the log is what comes afterwards.
  await (await demarrer({ DATA_DIR, ...compte })).arreter("SIGTERM");
  const site = await demarrer({ DATA_DIR, ...compte, LOG_LEVEL: "trace", TRUST_PROXY: "1" });

  const jetons: string[] = [];
  let cookie = "";
  let searches = "";
  const headers = () => ({
    origin: site.url,
    cookie: cookie + searches,
    "x-forwarded-for": "203.0.113.77",
    "user-agent": "Téléphone de Zoé".normalize("NFD").replace(/[^\x20-\x7e]/g, ""),
  });
  const demander = async (chemin: string, champs?: Record<string, string> | FormData) => {
    const body = champs instanceof FormData ? champs : champs && new URLSearchParams(champs);
    const init: RequestInit = { redirect: "manual", headers: headers() };
    const reponse = await fetch(site.url + chemin, body ? { ...init, method: "POST", body } : init);
    for (const un of reponse.headers.getSetCookie()) {
      if (un.startsWith("recherches=")) searches = `; ${un.split(";", 1)[0]}`;
      const valeur = decodeURIComponent(un.split(";", 1)[0]?.split("=", 2)[1] ?? "");
      if (un.startsWith("session=") && valeur) {
        cookie = un.split(";", 1)[0] ?? "";
        jetons.push(valeur, Buffer.from(valeur, "base64").toString("latin1").replaceAll('"', ""));
      }
    }
    return { status: reponse.status, html: await reponse.text(), location: reponse.headers.get("location") ?? "" };
  };

  const message = {
    nom: "Camille Fendant",
    email: "camille@exemple.ch",
    sujet: "Brisolée",
    message: "Rendez-vous au bisse",
  };
  const inscription = {
    nom: "Reynard",
    prenom: "Maxime",
    adresse: "Chemin Secret 4",
    tel: "0791112233",
    dateAnniv: "2009-01-01",
    charte: "on",
    charteMineur: "on",
  };
  expect((await demander("/contact", message)).status).toBe(200);
  expect((await demander("/contact", { ...message, hp: "robot" })).status).toBe(200);
  expect((await demander("/contact", { ...message, email: "camille" })).status).toBe(400);
  const papier = /\/autorisation\/([\w-]+)/.exec((await demander("/inscription", inscription)).html)?.[1] ?? "";
  expect(papier).not.toBe("");
  expect((await demander(`/autorisation/${papier}`)).status).toBe(200);
  expect((await demander("/login", { username: EMAIL, password: "mauvais-mot" })).status).toBe(400);
  expect(
    (await demander(`/login?suite=/inscriptions?filtre=mineur`, { username: EMAIL, password: MOT_DE_PASSE })).status,
  ).toBe(302);
  const { location } = await demander("/inscriptions", { intention: "chercher", q: "Reynard" });
  expect((await demander(location)).html).toContain("Reynard");
  const invitation =
    /\/invitation\/([\w-]+)/.exec(
      (await demander("/comptes", { intention: "inviter", email: "paul@exemple.ch" })).html,
    )?.[1] ?? "";
  expect(invitation).not.toBe("");
  const image = new FormData();
  for (const [nom, valeur] of Object.entries({ Prenom: "Zénobie", Nom: "Luyet", Poste: "Membre" }))
    image.append(nom, valeur);
  image.append("photo", new File(["pas une image"], "Zénobie Luyet.jpg"));
  expect((await demander("/comite/create", image)).status).toBeGreaterThanOrEqual(400);
  expect((await demander(`/comite/modify/LuyetMembre`)).status).toBe(404);
  expect((await demander("/mot-de-passe", { actuel: MOT_DE_PASSE, nouveau: NOUVEAU })).status).toBe(302);
  expect((await demander("/logout", {})).status).toBe(302);
  expect((await demander(`/invitation/${invitation}`, { nouveau: NOUVEAU })).status).toBe(302);
  expect((await demander(`/%00/${invitation}/../${papier}`)).status).toBe(404);
  expect(await site.arreter("SIGTERM")).toBe(0);

  const journal = site.sortie();
  expect(journal).toContain("honeypot");
  const secret = readFileSync(join(DATA_DIR, "secret"), "utf8").trim();
  const interdits = [
    ...[...Object.values(message), ...Object.values(inscription)].filter((texte) => texte.length > 2),
    ...[EMAIL, "paul@exemple.ch", MOT_DE_PASSE, "mauvais-mot", NOUVEAU, "Zénobie", "Luyet", "203.0.113.77"],
    ...[papier, invitation, secret, ...jetons],
  ];
  for (const interdit of interdits) expect(journal).not.toContain(interdit);
  // Whoever asks later who did what finds it by one word.
  const security = journal.split("\n").flatMap((line) => (line.includes('"msg":"security"') ? [JSON.parse(line)] : []));
  const [account] = security.flatMap(({ event, account }) => (event === "sign-in" ? [account] : []));
  expect(account).toMatch(/^[\w-]{20,}$/);
  expect(security.map(({ event, account: whose }) => `${event}${whose === account ? " mine" : ""}`)).toEqual([
    ...["sign-in-failed mine", "sign-in mine", "account-invited mine", "password-changed mine", "sign-out mine"],
    "password-chosen",
  ]);
  for (const line of security) {
    expect(new Date(line.time).getTime()).toBeGreaterThan(0);
    const known = ["level", "time", "event", "account", "target", "what", "msg"];
    expect(Object.keys(line).filter((key) => !known.includes(key))).toEqual([]);
  }
  expect(statSync(join(DATA_DIR, "secret")).mode & 0o777).toBe(0o600);
  expect(statSync(DATA_DIR).mode & 0o077).toBe(0);
  noter("log", {
    promesse: "The log names nobody",
    chiffres: `a whole journey at level trace, ${interdits.length} names, addresses, tokens and secrets looked for, none found`,
  });
});
