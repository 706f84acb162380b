import { type EvenementFields, stateInFrench } from "#domain/evenement.ts";
import { daysAndTime } from "#domain/planning/days.ts";
import { monthInFrench } from "#domain/planning/french-dates.ts";
import { isPublic, publicationInFrench } from "#domain/planning/publication.ts";

/** As much of a text as a sentence about it can repeat. */
const EXCERPT = 80;

/** @returns what an event says, as the committee reads it in one sentence: nothing of what it does not say */
export const describeEvenement = (evenement: EvenementFields): string[] =>
  [
    evenement.Nom,
    monthInFrench(evenement.Date),
    daysAndTime(evenement),
    evenement.Lieu,
    excerpt(evenement.Details),
    evenement.Price,
    evenement.MinimumAge && `dès ${evenement.MinimumAge}\u00a0ans`,
    evenement.Tickets,
    evenement.Contact,
    evenement.AfterMovie,
    stateInFrench(evenement.State),
    isPublic(evenement) ? "" : publicationInFrench(evenement),
  ].filter((text) => text !== "");

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > EXCERPT ? `«\u00a0${line.slice(0, EXCERPT)}…\u00a0»` : line && `«\u00a0${line}\u00a0»`;
}
