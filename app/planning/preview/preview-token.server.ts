/**
 * The link under which a draft can be looked at, for the committee's chat. It holds all that it needs: nothing is stored, and
 * whoever cannot read the secret of the site cannot make one.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import type { Services } from "#usecases/services.ts";

/** The day on which it is made, and so many more. */
const VALID_DAYS = 14;

type Needs = Pick<Services, "siteSecret" | "clock">;

export type PreviewToken = {
  readonly token: string;
  /** The last day on which it opens something. */
  readonly until: Day;
};

/**
 * @param id of an event
 * @returns what opens its preview: the same all day long
 * @throws when the secret of the site cannot be read
 */
export async function makePreviewToken(services: Needs, id: string): Promise<PreviewToken> {
  const until = addDays(dayInZurich(services.clock.now()), VALID_DAYS);
  const text = until + id;
  const mark = markOf(await services.siteSecret(), text);
  return { token: Buffer.concat([mark, Buffer.from(text)]).toString("base64url"), until };
}

/**
 * @param token as it came
 * @returns the identifier of the event that it was made for; null when this site did not make it, or its time is over
 * @throws when the secret of the site cannot be read
 */
export async function readPreviewToken(services: Needs, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, "base64url");
  const text = bytes.toString("utf8", MARK_BYTES);
  const mark = markOf(await services.siteSecret(), text);
  const sent = Buffer.alloc(MARK_BYTES);
  bytes.copy(sent, 0, 0, MARK_BYTES);
  const isOurs = timingSafeEqual(mark, sent) && bytes.toString("base64url") === token;
  const [until, id] = [text.slice(0, DAY_LENGTH), text.slice(DAY_LENGTH)];
  return isOurs && dayInZurich(services.clock.now()) <= until ? id : null;
}

const MARK_BYTES = 32;
const DAY_LENGTH = "2025-06-14".length;

const markOf = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(`preview of a draft ${text}`).digest();
