/** What visitors and the committee send to a site that runs as a process. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { openDatabase } from "#adapters/embedded/database.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";
import { dossierDeDonnees } from "./process.ts";

export const COMITE = { ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "tracteur-violon-nuage" };

let withAccount: Promise<string> | undefined;

/** @returns a database with the committee's account, which goes away with the process */
async function makeAccount(): Promise<string> {
  passwordsCostAsOnASite();
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-comite-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "site.db");
  placeMigrated(file);
  const db = openDatabase(file);
  await createAuthenticator({ db, secret: "" }).createAccount(COMITE.ADMIN_EMAIL, COMITE.ADMIN_PASSWORD);
  db.close();
  return file;
}

/** @returns a data folder in which the committee has its account: a first start needs a second to judge its password */
export async function dossierDuComite(): Promise<string> {
  withAccount ??= makeAccount();
  const DATA_DIR = dossierDeDonnees();
  copyFileSync(await withAccount, join(DATA_DIR, "site.db"));
  return DATA_DIR;
}

/** Posts a form as a browser does. */
export const poster = (url: string, chemin: string, body: URLSearchParams | FormData, cookie = "") =>
  fetch(url + chemin, { method: "POST", body, redirect: "manual", headers: { origin: url, cookie } });

export const champsDuMessage = (sujet: string) => ({
  nom: "Camille",
  email: "camille@exemple.ch",
  sujet,
  message: "Bonjour à tous",
  hp: "",
});

export const ecrire = (url: string, sujet: string) =>
  poster(url, "/contact", new URLSearchParams(champsDuMessage(sujet)));

/** @returns the cookie header of the session @throws when signing in is refused */
export async function seConnecter(url: string): Promise<string> {
  const champs = { username: COMITE.ADMIN_EMAIL, password: COMITE.ADMIN_PASSWORD };
  const reponse = await poster(url, "/login", new URLSearchParams(champs));
  const session = reponse.headers.getSetCookie().find((c) => /session=/.test(c));
  if (!session) throw new Error(`signing in answered ${reponse.status}`);
  return session.split(";", 1)[0] ?? "";
}

/** Adds an event of August 2025 with its poster. @param nom one word; its identifier is `{nom}0825` */
export async function annoncer(url: string, nom: string, cookie: string): Promise<Response> {
  const corps = new FormData();
  const champs = { Nom: nom, mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", hp: "" };
  for (const [champ, valeur] of Object.entries(champs)) corps.append(champ, valeur);
  corps.append("image", new File([new Uint8Array(await jpeg(600, 400, nom.length))], "affiche.jpg"));
  return poster(url, "/evenement/create", corps, cookie);
}

export const supprimer = (url: string, nom: string, cookie: string) =>
  poster(url, "/planning", new URLSearchParams({ id: `${nom}0825`, hp: "" }), cookie);

/** What /healthz says, with its status. */
export async function sante(url: string) {
  const reponse = await fetch(`${url}/healthz`);
  const corps = (await reponse.json()) as { statut: string; sauvegarde: { derniere: string | null; etat: string } };
  return { status: reponse.status, ...corps };
}
