import { dayInZurich, swissDay } from "../dates.ts";

export type FindingState = "ok" | "attention" | "error" | "unknown";

/** The remedy is told where the state asks for one. */
export type Verdict = readonly [state: FindingState, text: string, remedy?: string];

export const GB = 1e9;

/** @param hint for the person at the server, without a full stop */
export const tell = (hint: string) => `Prévenez la personne qui s’occupe du serveur\u00a0: ${hint}.`;
export const gigabytes = (bytes: number) => (bytes / GB).toFixed(1).replace(".", ",");
export const wholeGigabytes = (bytes: number) => (bytes < 10 * GB ? gigabytes(bytes) : String(Math.round(bytes / GB)));
export const size = (bytes: number) =>
  bytes < GB ? `${Math.round(bytes / 1e6)}\u00a0Mo` : `${gigabytes(bytes)}\u00a0Go`;
export const many = (number: number, one: string) => `${number}\u00a0${one}${number > 1 ? "s" : ""}`;
export const day = (instant: Date) => swissDay(dayInZurich(instant));
