/** Reads the committee's lists from the inbox, and carries out what is done on them. */
import { type RouterContextProvider, redirect } from "react-router";
import { AGE_MAJORITE } from "#domain/age.ts";
import { phoneLink, telephoneLisible } from "#domain/champs.ts";
import { anneesRevolues, dateEtHeure, type Jour, jourAZurich, jourDepuis, jourSuisse } from "#domain/dates.ts";
import type { Filtre } from "#domain/recherche.ts";
import type { TypeDEnvoi } from "#domain/submission.ts";
import type { Entree, Fiche, Recherche } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";
import { effacementProche } from "#usecases/conservation.ts";
import { eraseEntry } from "#usecases/erase-entry.ts";
import { findMailedEntry } from "#usecases/find-mailed-entry.ts";
import { resendAllMail, resendMail } from "#usecases/resend-mail.ts";
import type { CodeAvis } from "./avis-codes.ts";
import {
  adresseDe,
  type CadreDeListe,
  type Choix,
  type CourrierVu,
  type InscriptionVue,
  type Instant,
  type LigneMessage,
  lireFiltre,
  lireVue,
  type MessageVu,
  RESEND_ALL,
  type Vue,
} from "./boite.ts";
import { servicesContext, siteContext } from "./context.ts";
import { keepSearches, readSearches } from "./cookies.ts";
import { remember, searchable, wordsOf } from "./recent-searches.ts";
import { rediriger } from "./redirect-with-toast.server.ts";
import { takeForm } from "./take-form.server.ts";

/** Entries on one page. */
const PAR_PAGE = 50;

export type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const jourDe = (instant: Date | null): string | null => instant && jourSuisse(jourAZurich(instant));
const instantDe = (instant: Date): Instant => ({ iso: instant.toISOString(), texte: dateEtHeure(instant) });
const courrierDe = ({ courrier }: Entree, mailLeaves: boolean): CourrierVu => ({
  etat: courrier.etat,
  raison: "raison" in courrier ? courrier.raison : null,
  mailLeaves,
});

/** @returns whether what visitors send is mailed to anybody */
const mailLeavesFrom = ({ mailer }: Pick<Services, "mailer">): boolean => mailer.remise !== "fichier";

/** The page of each list. */
const PAGES: Record<TypeDEnvoi, string> = { inscription: "/inscriptions", message: "/messages" };

/**
 * @returns what the inbox is asked for, from the address of a list
 * @throws the way to the list without a search, for one that this browser does not know
 */
export async function rechercheDe<Type extends TypeDEnvoi>(
  { request, url, context }: Args,
  type: Type,
  choix: readonly Choix[],
): Promise<{ vue: Vue; recherche: Recherche<Type> }> {
  const part = lireVue(url.searchParams, choix);
  const words = part.recherche === "" ? "" : wordsOf(await readSearches(request), part.recherche);
  if (words === null) {
    const page = adresseDe(PAGES[type], { ...part, recherche: "" }, url.searchParams.get("id") ?? undefined);
    throw await rediriger(context, page, "recherche-oubliee");
  }
  const vue = { ...part, q: words };
  const jour = jourAZurich(context.get(servicesContext).clock.now());
  return { vue, recherche: { type, texte: vue.q, filtre: vue.filtre, jour } };
}

/** Where an entry stands on its page. */
const ANCHORS: Record<TypeDEnvoi, string> = { inscription: "visee", message: "lettre" };

/** @returns the way to the entry that a mail tells of, on its page of the list */
async function toMailedEntry({ context }: Args, type: TypeDEnvoi, mailId: string): Promise<Response> {
  const services = context.get(servicesContext);
  const found = await findMailedEntry(services, type, mailId, jourAZurich(services.clock.now()));
  if (!found) return rediriger(context, PAGES[type], "entree-disparue");
  const part = { recherche: "", filtre: "tout", page: Math.floor(found.before / PAR_PAGE) + 1 } as const;
  return redirect(`${adresseDe(PAGES[type], part, found.id)}#${ANCHORS[type]}`);
}

/**
 * One page of a list, and what its frame shows. A mail's link leads on to its entry. A page after the last one is the last one.
 * @throws when a store does not answer, and the way to the entry of a mail
 */
export async function lireListe<Type extends TypeDEnvoi>(args: Args, type: Type, choix: readonly Choix[]) {
  const services = args.context.get(servicesContext);
  const { inbox } = services;
  const mailed = args.url.searchParams.get("courrier");
  if (mailed !== null) throw await toMailedEntry(args, type, mailed);
  const { vue, recherche } = await rechercheDe(args, type, choix);
  const lire = (page: number) => inbox.search(recherche, { debut: (page - 1) * PAR_PAGE, nombre: PAR_PAGE });
  const demandee = await lire(vue.page);
  const pages = Math.max(1, Math.ceil(demandee.total / PAR_PAGE));
  const page = Math.min(vue.page, pages);
  const { fiches, total: trouves } = page === vue.page ? demandee : await lire(page);
  const [compte, proche] = await Promise.all([inbox.count(type), effacementProche(services, type)]);
  const effacement = proche && { ...proche, du: jourSuisse(proche.du), au: jourSuisse(proche.au) };
  const cadre: CadreDeListe = { vue: { ...vue, page }, pages, trouves, ...compte, effacement };
  return { cadre, fiches, jour: recherche.jour, mailLeaves: mailLeavesFrom(services) };
}

/**
 * @param jour today in Zurich; ages are counted on it
 * @param mailLeaves whether what visitors send is mailed to anybody
 */
export function inscriptionVue(
  fiche: Extract<Fiche, { type: "inscription" }>,
  jour: Jour,
  mailLeaves: boolean,
): InscriptionVue {
  const { nom, prenom, adresse, tel, dateAnniv } = fiche.contenu;
  const age = anneesRevolues(jourDepuis(dateAnniv), jour);
  return {
    id: fiche.id,
    nom: `${prenom} ${nom}`,
    age,
    mineur: age < AGE_MAJORITE,
    naissance: dateAnniv,
    tel: telephoneLisible(tel),
    lienTel: phoneLink(tel) ?? "tel:",
    adresse,
    recu: instantDe(fiche.recuLe),
    traiteLe: jourDe(fiche.traiteLe),
    autorisationRecueLe: jourDe(fiche.autorisationRecueLe),
    courrier: courrierDe(fiche, mailLeaves),
    enDouble: fiche.enDouble,
    birthDateToVerify: fiche.birthDateToVerify,
  };
}

type EntreeMessage = Extract<Entree, { type: "message" }>;

export const ligneMessage = ({ id, contenu, recuLe, traiteLe }: EntreeMessage): LigneMessage => ({
  id,
  nom: contenu.nom,
  sujet: contenu.sujet,
  recu: { iso: recuLe.toISOString(), texte: jourSuisse(jourAZurich(recuLe)) },
  nouveau: traiteLe === null,
});

export const messageVu = (entree: EntreeMessage, mailLeaves: boolean): MessageVu => ({
  ...ligneMessage(entree),
  recu: instantDe(entree.recuLe),
  email: entree.contenu.email,
  message: entree.contenu.message,
  traiteLe: jourDe(entree.traiteLe),
  courrier: courrierDe(entree, mailLeaves),
});

/** Sends every refused mail of a list again, and shows the same part of it. */
async function resendAll({ url, context }: Args, type: TypeDEnvoi, choix: readonly Choix[]) {
  await resendAllMail(context.get(servicesContext), type);
  return rediriger(context, adresseDe(url.pathname, lireVue(url.searchParams, choix)), "courriers-relances");
}

type Action = {
  /** @returns false when the entry is gone */
  faire: (services: Services, id: string) => Promise<boolean>;
  avis: Record<TypeDEnvoi, CodeAvis>;
};

const pourTous = (avis: CodeAvis) => ({ inscription: avis, message: avis });

const ACTIONS: Record<string, Action> = {
  traiter: {
    faire: ({ inbox, clock }, id) => inbox.setTreated(id, clock.now()),
    avis: { inscription: "inscription-traitee", message: "message-traite" },
  },
  rouvrir: {
    faire: ({ inbox }, id) => inbox.setTreated(id, null),
    avis: { inscription: "inscription-rouverte", message: "message-rouvert" },
  },
  "autorisation-recue": {
    faire: ({ inbox, clock }, id) => inbox.setAuthorised(id, clock.now()),
    avis: pourTous("autorisation-recue"),
  },
  "autorisation-manquante": {
    faire: ({ inbox }, id) => inbox.setAuthorised(id, null),
    avis: pourTous("autorisation-retiree"),
  },
  "verify-birth-date": {
    faire: ({ inbox }, id) => inbox.setBirthDateVerified(id),
    avis: pourTous("birth-date-verified"),
  },
  renvoyer: {
    faire: resendMail,
    avis: pourTous("courrier-relance"),
  },
  supprimer: {
    faire: async (services, id) => {
      await eraseEntry(services, id);
      return true;
    },
    avis: { inscription: "inscription-supprimee", message: "message-supprime" },
  },
};

const SEARCH = "chercher";
const CHOICE = { field: "intention", among: [...Object.keys(ACTIONS), SEARCH, RESEND_ALL] };

/** Leads to the list of what was searched for; what was typed stands in no address. */
async function search({ request, context }: Args, page: string, typed: string, filtre: Filtre): Promise<Response> {
  const words = searchable(typed);
  if (words === "") return redirect(adresseDe(page, { recherche: "", filtre, page: 1 }));
  const { key, searches } = remember(await readSearches(request), words);
  return redirect(adresseDe(page, { recherche: key, filtre, page: 1 }), {
    headers: { "set-cookie": await keepSearches(context.get(siteContext).publicUrl, searches) },
  });
}

/** The action of a list: searches it, or does one thing to one entry and shows the same part of the list again. */
export const agir = (args: Args, type: TypeDEnvoi, choix: readonly Choix[]) =>
  takeForm(args, { ou: type, champs: ["id", "intention", "q", "filtre"], choice: CHOICE }, async ({ saisie }) => {
    const { url, context } = args;
    const { id = "", intention = "" } = saisie;
    if (intention === SEARCH) return search(args, PAGES[type], saisie.q ?? "", lireFiltre(saisie.filtre, choix));
    const action = ACTIONS[intention];
    if (!action) return resendAll(args, type, choix);
    const existe = await action.faire(context.get(servicesContext), id);
    const ouvert = intention === "supprimer" ? undefined : (url.searchParams.get("id") ?? undefined);
    const ici = adresseDe(url.pathname, lireVue(url.searchParams, choix), ouvert);
    return rediriger(context, ici, existe ? action.avis[type] : "entree-disparue");
  });
