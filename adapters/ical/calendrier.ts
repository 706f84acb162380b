/** Calendars made with ical-generator. */
import ical, {
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { DUREE_HEURES } from "#domain/agenda.ts";
import type { Calendrier, EntreeCalendrier } from "#ports/calendrier.ts";
import { FUSEAU, VTIMEZONE } from "./fuseau.ts";

/** How often whoever subscribes should look again, in seconds. */
const RELECTURE_S = 4 * 60 * 60;

const STATUT: Record<EntreeCalendrier["statut"], ICalEventStatus> = {
  confirme: ICalEventStatus.CONFIRMED,
  provisoire: ICalEventStatus.TENTATIVE,
  annule: ICalEventStatus.CANCELLED,
};

export function createCalendrier(): Calendrier {
  return {
    ics(entrees) {
      const calendrier = ical({
        name: "La jeunesse de Savièse",
        prodId: { company: "La jeunesse de Savièse", product: "Planning", language: "FR" },
        method: ICalCalendarMethod.PUBLISH,
        ttl: RELECTURE_S,
        // No name: with one, the library would write instants in the zone of this process.
        timezone: { name: null, generator: () => VTIMEZONE },
      });
      for (const entree of entrees) calendrier.createEvent(evenementDe(entree));
      return `${calendrier.toString()}\r\n`;
    },
  };
}

function evenementDe(entree: EntreeCalendrier): ICalEventData {
  const { uid, titre, lieu, details, adresse, statut, sequence } = entree;
  const modifieLe = new Date(entree.modifieLe);
  return {
    ...horaire(entree),
    id: uid,
    sequence,
    stamp: modifieLe,
    lastModified: modifieLe,
    summary: texte(titre),
    location: texte(lieu),
    description: details && texte(details),
    url: adresse,
    status: STATUT[statut],
    // Following the village's calendar makes nobody busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

function horaire({ du, jusquAu, heure }: EntreeCalendrier) {
  if (heure === null) return { allDay: true, start: new Date(du), end: new Date(jusquAu) };
  const debut = new Date(`${du}T${heure}Z`);
  const fin = new Date(debut.getTime() + DUREE_HEURES * 3_600_000);
  return { timezone: FUSEAU, start: murale(debut), end: murale(fin) };
}

/**
 * An hour on the village's clock. The library reads a plain Date in the zone of this process; from an object of this
 * shape it takes the digits as they are.
 * @param date shows the digits in UTC
 */
function murale(date: Date): ICalDayJsStub {
  const [jour, heure] = date
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .split("T") as [string, string];
  const stub: ICalDayJsStub = {
    format: (modele) => (modele === "HHmmss" ? heure : jour),
    isValid: () => true,
    toDate: () => date,
    toJSON: () => date.toISOString(),
    tz: () => stub,
    utc: () => stub,
  };
  return stub;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROLES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Without what a text of iCalendar cannot hold; the library escapes the rest. */
const texte = (brut: string) => brut.toWellFormed().replace(CONTROLES, "");
