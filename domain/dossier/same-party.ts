/** The same party in another year. */
import type { EventDays } from "#domain/events/days.ts";
import { foldText } from "#domain/text/search.ts";

type Party = Pick<EventDays, "month"> & { readonly name: string };

/** Comparison key: « Loto 2026 » and « Loto 2027 » are the same party. */
const partyKey = ({ name }: Pick<Party, "name">): string => foldText(name.replaceAll(/\b(?:19|20)\d\d\b/g, ""));

/** The earlier parties with the same name, newest first. */
export const earlierParties = <P extends Party>(parties: readonly P[], party: Party): P[] =>
  parties
    .filter((other) => partyKey(other) === partyKey(party) && (party.month === "" || other.month < party.month))
    .toSorted((a, b) => b.month.localeCompare(a.month));
