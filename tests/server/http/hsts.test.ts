import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { securityHeaders } from "#server/http/security-headers.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";

it.each([
  [{ PUBLIC_URL }, "max-age=31536000"],
  [{ PUBLIC_URL, HSTS_SUBDOMAINS: "on" }, "max-age=31536000; includeSubDomains"],
  [{ HSTS_SUBDOMAINS: "on" }, undefined],
])("with %j, Strict-Transport-Security is %s", (env, value) => {
  expect(securityHeaders(readConfig(env))["strict-transport-security"]).toBe(value);
});
