import { expect, it } from "vitest";
import { accountLinkUrl, composeLinkMail } from "#domain/accounts/account-link.ts";
import { swissDateAndTime } from "#domain/dates.ts";

const UNTIL = new Date("2025-08-05T12:30:00Z");
const ADDRESS = accountLinkUrl("https://jeunesse.exemple.ch", "aB_9-c");

it("the account link writes an instant in Swiss time, in summer and in winter", () => {
  expect(swissDateAndTime(UNTIL)).toBe("05.08.2025, 14:30");
  expect(swissDateAndTime(new Date("2025-12-31T23:05:00Z"))).toBe("01.01.2026, 00:05");
});

it("the account link encodes the token in the URL of a link", () => {
  expect(ADDRESS).toBe("https://jeunesse.exemple.ch/invitation/aB_9-c");
  expect(accountLinkUrl("https://x.ch", "a/b c")).toBe("https://x.ch/invitation/a%2Fb%20c");
});

it.each(["invitation", "reinitialisation"] as const)("the account link writes the mail of a link: %s", (kind) => {
  const { subject, text } = composeLinkMail(kind, ADDRESS, UNTIL);
  expect(subject).toMatch(/^Votre .* site de la Jeunesse de Savièse$/);
  expect(text.split("\n")).toContain(ADDRESS);
  expect(text).toContain("Le lien marche une seule fois, jusqu’au 05.08.2025, 14:30.");
});
