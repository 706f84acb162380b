import { expect, it } from "vitest";
import { PASSWORD_SENTENCES, passwordRefusal } from "#domain/accounts/password.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";

it("a password has 6 to 128 characters; an emoji counts as one", () => {
  expect(passwordRefusal("")).toBe(FIELD_SENTENCES.required);
  expect(passwordRefusal("kx7m2")).toBe(PASSWORD_SENTENCES.tooShort);
  expect(passwordRefusal("kx7m2p")).toBeNull();
  expect(passwordRefusal("🎺🐄⛷🧀🍷")).toBe(PASSWORD_SENTENCES.tooShort);
  expect(passwordRefusal("🎺🐄⛷🧀🍷🔔")).toBeNull();
  expect(passwordRefusal("kx7m".repeat(32))).toBeNull();
  expect(passwordRefusal(`${"kx7m".repeat(32)}p`)).toBe(PASSWORD_SENTENCES.long);
});
