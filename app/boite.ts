/** The committee's two lists, sign-ups and messages: which part is shown, its address, and what a screen gets of it. */
import type { Filtre } from "#domain/recherche.ts";
import type { EtatCourrier } from "#ports/inbox.ts";

/** Which part of a list is shown, as its address says; the address names a search by a key (recent-searches.ts). */
export type Part = { readonly recherche: string; readonly filtre: Filtre; readonly page: number };

/** The same, with the words that are searched for; none: everything is shown. */
export type Vue = Part & { readonly q: string };

/** A filter of a list, with the words on its button. */
export type Choix = { readonly filtre: Filtre; readonly libelle: string };

export const CHOIX_INSCRIPTIONS: readonly Choix[] = [
  { filtre: "tout", libelle: "Toutes" },
  { filtre: "nouveau", libelle: "Nouvelles" },
  { filtre: "traite", libelle: "Traitées" },
  { filtre: "mineur", libelle: "Mineurs" },
  { filtre: "echec", libelle: "Échecs d’envoi" },
];

export const CHOIX_MESSAGES: readonly Choix[] = [
  { filtre: "tout", libelle: "Tous" },
  { filtre: "nouveau", libelle: "Nouveaux" },
  { filtre: "traite", libelle: "Traités" },
  { filtre: "echec", libelle: "Échecs d’envoi" },
];

/** @returns the part that an address asks for; what it does not say, or says wrongly, is the first page of everything */
export function lireVue(parametres: URLSearchParams, choix: readonly Choix[]): Part {
  const filtre = lireFiltre(parametres.get("filtre"), choix);
  const page = /^[1-9]\d{0,5}$/.exec(parametres.get("page") ?? "");
  return { recherche: parametres.get("recherche") ?? "", filtre, page: page ? Number(page[0]) : 1 };
}

/** @returns the filter of that name, or the one that shows everything */
export const lireFiltre = (nom: string | null | undefined, choix: readonly Choix[]): Filtre =>
  choix.find((un) => un.filtre === nom)?.filtre ?? "tout";

/** @returns the address of a part of a list, and of the message that is open in it */
export function adresseDe(chemin: string, { recherche, filtre, page }: Part, ouvert?: string): string {
  const parametres = new URLSearchParams();
  if (recherche) parametres.set("recherche", recherche);
  if (filtre !== "tout") parametres.set("filtre", filtre);
  if (page > 1) parametres.set("page", String(page));
  if (ouvert) parametres.set("id", ouvert);
  return parametres.size > 0 ? `${chemin}?${parametres}` : chemin;
}

/** What is asked of a list whose refused mail is to be sent again, all of it. */
export const RESEND_ALL = "tout-renvoyer";

/** What the frame of a list shows. Days and times are written out, in Zurich. */
export type CadreDeListe = {
  readonly vue: Vue;
  readonly pages: number;
  /** How many match. */
  readonly trouves: number;
  /** How many there are in all, whatever is searched. */
  readonly total: number;
  readonly nouveaux: number;
  /** How many have a mail that was refused for good. */
  readonly refused: number;
  readonly effacement: { readonly nombre: number; readonly du: string; readonly au: string } | null;
};

export type CourrierVu = {
  readonly etat: EtatCourrier["etat"];
  readonly raison: string | null;
  /** Whether mail leaves the site by now. */
  readonly mailLeaves: boolean;
};

export type Instant = { readonly iso: string; readonly texte: string };

export type InscriptionVue = {
  readonly id: string;
  readonly nom: string;
  readonly age: number;
  readonly mineur: boolean;
  readonly naissance: string;
  /** In the groups that people read. */
  readonly tel: string;
  readonly lienTel: string;
  readonly adresse: string;
  readonly recu: Instant;
  /** The day; null: new. */
  readonly traiteLe: string | null;
  /** The day; null: not back yet. */
  readonly autorisationRecueLe: string | null;
  readonly courrier: CourrierVu;
  readonly enDouble: boolean;
  /** The form proposed the birth date, and the committee has not confirmed it. */
  readonly birthDateToVerify: boolean;
};

export type LigneMessage = {
  readonly id: string;
  readonly nom: string;
  readonly sujet: string;
  readonly recu: Instant;
  readonly nouveau: boolean;
};

export type MessageVu = LigneMessage & {
  readonly email: string;
  readonly message: string;
  /** The day; null: new. */
  readonly traiteLe: string | null;
  readonly courrier: CourrierVu;
};
