/** Calendars made with ical-generator. */
import ical, {
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { DUREE_HEURES } from "#domain/agenda.ts";
import { enPlusieursLignes } from "#domain/champs.ts";
import type { Calendrier, EntreeCalendrier } from "#ports/calendrier.ts";
import { FUSEAU, VTIMEZONE } from "./fuseau.ts";

/** How often whoever subscribes should look again, in seconds. */
const RELECTURE_S = 4 * 60 * 60;

/** Google deletes an entry that says CANCELLED, and Outlook does not look: it is for what shall go. */
const STATUT: Record<EntreeCalendrier["statut"], ICalEventStatus> = {
  confirme: ICalEventStatus.CONFIRMED,
  provisoire: ICalEventStatus.TENTATIVE,
  retire: ICalEventStatus.CANCELLED,
};

const PREMIER = /^BEGIN:VEVENT\r$/m;

export function createCalendrier(): Calendrier {
  return {
    ics(entrees) {
      const calendrier = ical({
        name: "La jeunesse de Savièse",
        prodId: { company: "La jeunesse de Savièse", product: "Planning", language: "FR" },
        method: ICalCalendarMethod.PUBLISH,
        ttl: RELECTURE_S,
      });
      for (const entree of entrees) calendrier.createEvent(evenementDe(entree));
      const ics = `${calendrier.toString()}\r\n`;
      // The library would put the zone before the calendar's last properties, and RFC 5545 has it after them.
      return entrees.some(({ heure }) => heure !== null) ? ics.replace(PREMIER, `${VTIMEZONE}$&`) : ics;
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
    summary: enPlusieursLignes(titre),
    location: enPlusieursLignes(lieu),
    description: enPlusieursLignes(details),
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
