/** What visitors and the committee send to a site that runs as a process. */
import { jpeg } from "#tests/images/pictures.ts";

export const COMITE = { ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "tracteur-violon-nuage" };

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
