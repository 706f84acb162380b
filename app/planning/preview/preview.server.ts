/** Preview links of drafts. Tokens are not stored: a token contains a signature, its last day and the event's id. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";

const VALID_DAYS = 14;

type Needs = Pick<Services, "siteSecret" | "clock">;

export type PreviewToken = {
  readonly token: string;
  readonly until: Day;
};

/**
 * @param id id of an event
 * @returns a token, which is the same for the whole day
 * @throws if the site secret is unavailable
 */
export async function makePreviewToken(services: Needs, id: string): Promise<PreviewToken> {
  const until = addDays(dayInZurich(services.clock.now()), VALID_DAYS);
  const text = until + id;
  const signature = sign(await services.siteSecret(), text);
  return { token: Buffer.concat([signature, Buffer.from(text)]).toString("base64url"), until };
}

/**
 * @returns the event's id; null for a forged or expired token
 * @throws if the site secret is unavailable
 */
async function readPreviewToken(services: Needs, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, "base64url");
  const text = bytes.toString("utf8", SIGNATURE_BYTES);
  const signature = sign(await services.siteSecret(), text);
  const sent = Buffer.alloc(SIGNATURE_BYTES);
  bytes.copy(sent, 0, 0, SIGNATURE_BYTES);
  const isValid = timingSafeEqual(signature, sent) && bytes.toString("base64url") === token;
  const [until, id] = [text.slice(0, DAY_LENGTH), text.slice(DAY_LENGTH)];
  return isValid && dayInZurich(services.clock.now()) <= until ? id : null;
}

const SIGNATURE_BYTES = 32;
const DAY_LENGTH = "2025-06-14".length;

const sign = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(`preview of a draft ${text}`).digest();

/** Id that no event has. For an invalid token, the response then takes as long as for a deleted event. */
const UNKNOWN_ID = "apercu";

/** @returns the draft or public event; null for a deleted event or an invalid token */
export async function findPreviewedEvent(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<StoredEvent | null> {
  const services = context.get(servicesContext);
  const id = await readPreviewToken(services, token);
  const event = await services.events.get(id ?? UNKNOWN_ID);
  return id === null ? null : event;
}

export const previewUrl = (token: string): string => `/apercu/${token}`;

export const previewPictureUrl = (token: string): string => `${previewUrl(token)}/affiche`;
