/** The page of a big event: at its own short address, and linked in the footer for some time. */
import * as z from "zod/mini";
import { type Day, isDay, type Moment } from "#domain/dates.ts";
import { optionalLine } from "#domain/fields.ts";
import { type EventFields, isAnnounced, isOver } from "./planned-event.ts";

export const PAGE_SENTENCES = {
  address: "Indiquez des petites lettres sans accent, des chiffres et des tirets, par exemple fete-2027.",
  day: "Indiquez un jour qui existe, par exemple 14.06.2027.",
  order: "Ce jour vient avant le premier.",
} as const;

/** Schema of the optional address, such as `fete`; `/Fete` is accepted too. reserved-addresses.ts lists taken ones. */
export const pageAddress = (limit: number) =>
  z.pipe(
    z.pipe(
      optionalLine(limit),
      z.transform((typed) => typed.replace(/^\//, "").toLowerCase()),
    ),
    z.string().check(z.regex(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/, PAGE_SENTENCES.address)),
  );

/** Schema of an optional day. */
export const pageDay = (limit: number) =>
  optionalLine(limit).check(z.refine((day) => day === "" || isDay(day), PAGE_SENTENCES.day));

export const isOrdered = (from: Day | "", until: Day | ""): boolean => from === "" || until === "" || from <= until;

/** Whether the page is shown: from `pageFrom` (else the publication) to `pageUntil` (else the event's end). */
export function hasPage(event: EventFields, now: Moment): boolean {
  const { pageAddress: address, pageFrom, pageUntil } = event;
  const ended = pageUntil === "" ? isOver(event, now) : now.day > pageUntil;
  return address !== "" && isAnnounced(event) && now.day >= pageFrom && !ended;
}
