/** A calendar day as `YYYY-MM-DD`, without time or zone. */
export type Jour = string;

/** A calendar month as `YYYY-MM` (SPEC.md section 3, `Date` of an event). */
export type Mois = string;

/** Years that the planning can show. */
export const ANNEES = { min: 2000, max: 2099 } as const;

const jourDeZurich = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Zurich",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const heureDeZurich = new Intl.DateTimeFormat("fr-CH", {
  timeZone: "Europe/Zurich",
  hour: "2-digit",
  minute: "2-digit",
});

const moisEnToutesLettres = new Intl.DateTimeFormat("fr-CH", { month: "long", year: "numeric", timeZone: "UTC" });
const nomDuJour = new Intl.DateTimeFormat("fr-CH", { weekday: "short", timeZone: "UTC" });
const nomDuMois = new Intl.DateTimeFormat("fr-CH", { month: "long", timeZone: "UTC" });

const majuscule = (texte: string) => texte.charAt(0).toLocaleUpperCase("fr-CH") + texte.slice(1);
const deuxChiffres = (n: number) => String(n).padStart(2, "0");
const estBissextile = (annee: number) => (annee % 4 === 0 && annee % 100 !== 0) || annee % 400 === 0;

/**
 * The day that the village's calendar shows at this instant.
 * @param instant any point in time
 * @returns the day in Europe/Zurich
 */
export const jourAZurich = (instant: Date): Jour => jourDeZurich.format(instant);

/**
 * @param texte anything, typically what a date field sent
 * @returns whether it is a day of the Gregorian calendar from 1900 on, written `YYYY-MM-DD`
 */
export function estJour(texte: string): texte is Jour {
  const parties = /^(\d{4})-(\d{2})-(\d{2})$/.exec(texte);
  if (!parties) return false;
  const [annee, mois, jour] = parties.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(annee, mois - 1, jour));
  return annee >= 1900 && date.getUTCMonth() === mois - 1 && date.getUTCDate() === jour;
}

/** @returns whether it is a month written `YYYY-MM` */
export const estMois = (texte: string): texte is Mois => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(texte);

/**
 * Age in whole years; the birthday itself counts as reached (PRODUCT.md, "age").
 * Somebody born on 29 February has the birthday on 1 March in other years.
 * @param naissance a valid day
 * @param jour the day on which the age is asked
 * @returns the number of years, negative when `naissance` lies after `jour`
 */
export function anneesRevolues(naissance: Jour, jour: Jour): number {
  const annees = Number(jour.slice(0, 4)) - Number(naissance.slice(0, 4));
  return jour.slice(5) < naissance.slice(5) ? annees - 1 : annees;
}

/**
 * The same day some years earlier; 29 February becomes 28 February where it must,
 * so that somebody born on the result has reached that age on `jour`.
 * @param jour a valid day
 * @param annees how many years earlier
 */
export function anneesAvant(jour: Jour, annees: number): Jour {
  const annee = Number(jour.slice(0, 4)) - annees;
  const reste = jour.slice(4);
  return `${annee}${reste === "-02-29" && !estBissextile(annee) ? "-02-28" : reste}`;
}

/**
 * @param jour a valid day
 * @returns the day as it is written and mailed here: `05.08.2008` (SPEC.md section 3, `dateAnniv`)
 */
export const jourSuisse = (jour: Jour): string => jour.split("-").reverse().join(".");

/** @returns the day that `jourSuisse` has written */
export const jourDepuis = (suisse: string): Jour => suisse.split(".").reverse().join("-");

/** @returns the time of day in Zurich: `14:30` */
export const heureAZurich = (instant: Date): string => heureDeZurich.format(instant);

/** @returns day and time in Zurich as they are written here: `05.08.2008, 14:30` */
export const dateEtHeure = (instant: Date): string => `${jourSuisse(jourAZurich(instant))}, ${heureAZurich(instant)}`;

/**
 * @param mois a month; documents of an older site may hold another text
 * @returns month and year in French, first letter capital: `Août 2025` (SPEC.md section 2, Planning);
 * what is no month comes back as it is
 */
export function moisEnFrancais(mois: Mois): string {
  if (!estMois(mois)) return mois;
  return majuscule(moisEnToutesLettres.format(new Date(`${mois}-01`)));
}

const numeroDuJour = (jour: Jour) => (jour.endsWith("-01") ? "1er" : String(Number(jour.slice(8))));

/** `sam. 14`, which stays on one line */
const jourDeLaSemaine = (jour: Jour) => `${nomDuJour.format(new Date(jour))}\u00a0${numeroDuJour(jour)}`;

/**
 * Exact days of one month, as they are announced here.
 * @param du a valid day
 * @param au a later day of the same month; empty for none
 * @returns `sam. 14 juin`, or `du ven. 1er au dim. 3 août`
 */
export function joursEnFrancais(du: Jour, au: Jour | ""): string {
  const mois = nomDuMois.format(new Date(du));
  const jours = au ? `du ${jourDeLaSemaine(du)} au ${jourDeLaSemaine(au)}` : jourDeLaSemaine(du);
  return `${jours}\u00a0${mois}`;
}

/**
 * @param heure `HH:MM`
 * @returns the hour as it is written here: `19 h 30`, `9 h`
 */
export function heureEnFrancais(heure: string): string {
  const [heures, minutes] = heure.split(":");
  return `${Number(heures)}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

/** @returns a day as it is said in a sentence: `22 novembre 2008`, `1er août 2008` */
export const dayInFrench = (jour: Jour): string =>
  [numeroDuJour(jour), nomDuMois.format(new Date(jour)), jour.slice(0, 4)].join("\u00a0");

/** @returns the month after the one of this day */
export const nextMonth = (jour: Jour): Mois => {
  const [annee, mois] = jour.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(annee, mois, 1)).toISOString().slice(0, 7);
};

/** @returns the last day of a month */
export const finDuMois = (mois: Mois): Jour => {
  const [annee, numero] = mois.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(annee, numero, 0)).toISOString().slice(0, 10);
};

/** @returns the day so many days after another */
export const joursApres = (jour: Jour, nombre: number): Jour =>
  new Date(Date.parse(jour) + nombre * 86_400_000).toISOString().slice(0, 10);

/** The twelve months for a list: two-digit number and French name, first letter capital. */
export const MOIS = Array.from({ length: 12 }, (_, i) => ({
  numero: deuxChiffres(i + 1),
  nom: majuscule(nomDuMois.format(new Date(Date.UTC(2025, i, 1)))),
}));

const decalageDeZurich = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Zurich", timeZoneName: "longOffset" });

/**
 * A time of day in Zurich with its distance from universal time, as ISO 8601 writes it.
 * @param jour a valid day
 * @param heure `HH:MM`; in the hour that spring skips and autumn repeats, either distance may come out
 * @returns `2025-06-14T19:30:00+02:00`
 */
export function instantDeZurich(jour: Jour, heure: string): string {
  const decalage = (instant: Date) => /[+-]\d{2}:\d{2}/.exec(decalageDeZurich.format(instant))?.[0] ?? "+00:00";
  const local = `${jour}T${heure}:00`;
  // Taken for universal time it is one or two hours late at most: near enough to find the distance, then asked again.
  const proche = decalage(new Date(`${local}Z`));
  return local + decalage(new Date(local + proche));
}
