import { expect, it } from "vitest";
import { passkeyHost, passkeyName, readPasskeyResponse } from "#domain/accounts/passkey.ts";

it.each([
  ["https://jeunesse.exemple.ch", "jeunesse.exemple.ch"],
  ["http://localhost:3000", "localhost"],
  ["http://jeunesse.exemple.ch", null],
  ["https://192.0.2.7", null],
  ["http://127.0.0.1:3000", null],
  ["https://[2001:db8::1]", null],
])("the host of the passkeys of a site at %s is %s", (publicUrl, host) => expect(passkeyHost(publicUrl)).toBe(host));

it.each([
  ["Mozilla/5.0 (iPhone) Safari/604.1", "Léa", "iPhone de Léa"],
  ["Mozilla/5.0 (Macintosh) Chrome/140", "Élodie", "Mac d’Élodie"],
  ["Mozilla/5.0 (iPhone) Safari/604.1", "", "iPhone"],
  [null, "Léa", "Clé de Léa"],
])("a new passkey of device %s and person %s is named %s", (userAgent, firstName, name) =>
  expect(passkeyName(userAgent, firstName)).toBe(name),
);

it.each([
  ["mot de passe", false],
  ["{", false],
  ["{}", false],
  ['{"id":"a","response":{}}', false],
  ['{"id":"a","response":{"clientDataJSON":"e30"}}', true],
])("the form field %s contains a passkey response: %s", (text, isResponse) =>
  expect(readPasskeyResponse(text) !== null).toBe(isResponse),
);
