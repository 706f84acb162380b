/** Options and verification for passkeys (WebAuthn). Each document `challenges/{challenge}` can be used once. */
import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  PASSKEY_CHALLENGE_LIFETIME_MS,
  type PasskeyRefusal,
  type PasskeyResponse,
  passkeyHost,
} from "#domain/accounts/passkey.ts";
import { ASSOCIATION_NAME } from "#domain/mail/letter.ts";
import { accountDisplayName } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { AccountStoreDependencies, StoredPasskey } from "#stores/account-document.ts";
import type { Account, PasskeyPurpose } from "#stores/account-types.ts";

const CHALLENGES = "challenges";
/** Maximum number of expired challenges that a new challenge deletes. */
const SWEPT_MAX = 100;
/** EdDSA, ES256 and RS256 (IANA's COSE numbers): every version of Node can verify these. */
const ALGORITHMS = [-8, -7, -257];

/** Loads the library at its first use, because loading takes a fifth of a second. */
const library = () => import("@simplewebauthn/server");

/** @returns options for the browser, in the library's JSON; null if the site's host allows no passkeys */
export async function passkeyCeremonyOptions(
  parts: AccountStoreDependencies,
  purpose: PasskeyPurpose,
  account: Account | null,
  passkeys: readonly StoredPasskey[],
): Promise<object | null> {
  const rpID = passkeyHost(parts.publicUrl);
  if (!rpID) return null;
  const { generateAuthenticationOptions, generateRegistrationOptions } = await library();
  const challenge = new Uint8Array(randomBytes(32));
  const text = Buffer.from(challenge).toString("base64url");
  await keepChallenge(parts, text, account ? `${purpose} ${account.id}` : purpose);
  const known = passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));
  const common = { rpID, challenge, timeout: PASSKEY_CHALLENGE_LIFETIME_MS };
  const use = { ...common, userVerification: "required" } as const;
  if (purpose === "sign-in") return generateAuthenticationOptions(use);
  if (purpose === "confirm" || !account) return generateAuthenticationOptions({ ...use, allowCredentials: known });
  return generateRegistrationOptions({
    ...common,
    rpName: ASSOCIATION_NAME,
    userName: account.email,
    userDisplayName: accountDisplayName(account),
    userID: new Uint8Array(Buffer.from(account.id)),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

async function keepChallenge(
  { documents, now }: AccountStoreDependencies,
  challenge: string,
  purpose: string,
): Promise<void> {
  const [at, expiresAt] = [
    now().toISOString(),
    new Date(now().getTime() + PASSKEY_CHALLENGE_LIFETIME_MS).toISOString(),
  ];
  await documents.transaction(async (transaction) => {
    const over = { where: { field: "expiresAt", to: at }, limit: SWEPT_MAX };
    for (const { id } of await transaction.query(CHALLENGES, over)) transaction.delete(CHALLENGES, id);
    transaction.create(CHALLENGES, challenge, { purpose, expiresAt });
  });
}

/** Deletes and returns the challenge of a response. Null if the challenge is unknown, expired or for another use. */
async function takeChallenge(
  { documents, now }: AccountStoreDependencies,
  { response }: PasskeyResponse,
  purpose: string,
): Promise<string | null> {
  const challenge = challengeIn(response.clientDataJSON);
  if (!/^[\w-]{43}$/.test(challenge)) return null;
  return documents.transaction(async (transaction) => {
    const found = await transaction.get(CHALLENGES, challenge);
    if (!found) return null;
    transaction.delete(CHALLENGES, challenge);
    const isValid = found.content.purpose === purpose && String(found.content.expiresAt) > now().toISOString();
    return isValid ? challenge : null;
  });
}

function challengeIn(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).challenge);
  } catch {
    return "";
  }
}

/** Content of a verified response. `id`: id of the passkey. `counter`: number of uses that the passkey reports. */
export type VerifiedPasskey = { readonly id: string; readonly counter: number };

/** Verifies a signature by one of `passkeys`. The caller has to compare and store the counter in one transaction. */
export async function verifyPasskeyUse(
  parts: AccountStoreDependencies,
  response: PasskeyResponse,
  purpose: string,
  passkeys: readonly StoredPasskey[],
): Promise<Result<VerifiedPasskey, PasskeyRefusal>> {
  const expected = await expect(parts, response, purpose);
  if (!expected) return refusal("expired");
  const passkey = passkeys.find(({ id }) => id === response.id);
  // Without a user handle, the response names no account that could know the key.
  if (!passkey) return refusal(response.response.userHandle ? "unknown" : "refused");
  const { verifyAuthenticationResponse } = await library();
  const { id, publicKey } = passkey;
  const outcome = await verifyAuthenticationResponse({
    ...expected,
    response: response as unknown as AuthenticationResponseJSON,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter: 0 },
  }).catch(() => null);
  return outcome?.verified ? success({ id, counter: outcome.authenticationInfo.newCounter }) : refusal("refused");
}

/** Verifies and returns a new passkey of an account. The caller has to store the passkey. */
export async function verifyPasskeyAddition(
  parts: AccountStoreDependencies,
  response: PasskeyResponse,
  accountId: string,
  name: string,
): Promise<Result<StoredPasskey, PasskeyRefusal>> {
  const expected = await expect(parts, response, `add ${accountId}`);
  if (!expected) return refusal("expired");
  const { verifyRegistrationResponse } = await library();
  const outcome = await verifyRegistrationResponse({
    ...expected,
    response: response as unknown as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!outcome?.verified) return refusal("refused");
  const { id, publicKey, counter, transports = [] } = outcome.registrationInfo.credential;
  return success({
    id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    host: expected.expectedRPID,
    counter,
    name,
    transports: [transports].flat().filter((one) => /^[a-z-]{1,20}$/.test(one)),
    addedAt: parts.now().toISOString(),
    usedAt: null,
  });
}

/** @returns the values that the response must match; null if the challenge is invalid */
async function expect(parts: AccountStoreDependencies, response: PasskeyResponse, purpose: string) {
  const expectedRPID = passkeyHost(parts.publicUrl);
  const expectedChallenge = expectedRPID && (await takeChallenge(parts, response, purpose));
  if (!expectedRPID || !expectedChallenge) return null;
  return { expectedChallenge, expectedRPID, expectedOrigin: parts.publicUrl, requireUserVerification: true };
}
