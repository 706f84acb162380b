import { jourAZurich, jourSuisse } from "./dates.ts";

const heureDeZurich = new Intl.DateTimeFormat("fr-CH", {
  timeZone: "Europe/Zurich",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * @param instant any point in time
 * @returns day and time by the clock of the village: `05.08.2008, 14:30`
 */
export const instantSuisse = (instant: Date): string =>
  `${jourSuisse(jourAZurich(instant))}, ${heureDeZurich.format(instant)}`;
