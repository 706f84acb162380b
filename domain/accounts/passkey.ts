/** Sign-in without a password (docs/specification.md section 17). */
import * as z from "zod/mini";
import { withPreposition } from "#domain/text/elision.ts";
import { deviceLabel } from "./device.ts";

/** Milliseconds in which a browser can answer a challenge. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;

const NOT_ACCEPTED = "Le site ne connaît pas cette clé, ou plus. Prenez une autre clé, ou votre mot de passe.";

/**
 * `unknown`: the account of the response has no such key, or does not exist; browsers may hide the key. `refused`: any
 * other invalid response. `cloned`: the key's counter did not increase. `expired`: the challenge is too old.
 */
export const PASSKEY_SENTENCES = {
  unknown: NOT_ACCEPTED,
  refused: NOT_ACCEPTED,
  cloned:
    "Cette clé est refusée\u00a0: elle semble avoir été copiée. Entrez autrement, puis retirez-la sous «\u00a0Comptes\u00a0».",
  expired: "Cela a pris trop de temps. Touchez le bouton encore une fois.",
} as const;
export type PasskeyRefusal = keyof typeof PASSKEY_SENTENCES;

/**
 * What a browser needs to know to stop offering an account's other keys. `userId`: the user handle of the keys, base64url.
 * `ids`: every key of the account, also of another host. `name` and `displayName`: as when a key is added.
 */
export type AcceptedPasskeys = {
  readonly rpId: string;
  readonly userId: string;
  readonly ids: readonly string[];
  readonly name: string;
  readonly displayName: string;
};

/** Only the fields that the site reads. The WebAuthn library checks all fields. */
const responseSchema = () =>
  z.looseObject({
    id: z.string(),
    response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.optional(z.string()) }),
  });
export type PasskeyResponse = z.infer<ReturnType<typeof responseSchema>>;

/** Reads a browser's passkey response from a form field. Null for any other text. */
export function readPasskeyResponse(text: string): PasskeyResponse | null {
  if (!text.startsWith("{")) return null;
  try {
    return responseSchema().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Host name for passkeys. Null if browsers allow no passkeys on `publicUrl`. */
export function passkeyHost(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return !isAddress && (protocol === "https:" || hostname === "localhost") ? hostname : null;
}

/** Whether a key's counter increased. A copied key fails this check. Synced keys always send 0 and are accepted. */
export const isPasskeyCounterAccepted = (stored: number, received: number): boolean =>
  received > stored || (stored === 0 && received === 0);

/** Name of a new passkey: `iPhone de Léa`. `firstName`: the owner's first name. */
export function passkeyName(userAgent: string | null, firstName: string): string {
  const device = deviceLabel(userAgent).split(" · ", 1)[0] || "Clé";
  return (firstName ? `${device} ${withPreposition(firstName)}` : device).slice(0, PASSKEY_NAME_MAX);
}
