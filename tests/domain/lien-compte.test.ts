import { expect, it } from "vitest";
import { dateEtHeure } from "#domain/dates.ts";
import { adresseDuLien, composerCourrierDeLien } from "#domain/lien-compte.ts";

const JUSQUA = new Date("2025-08-05T12:30:00Z");
const ADRESSE = adresseDuLien("https://jeunesse.exemple.ch", "aB_9-c");

it("tells an instant by the clock of the village, in summer and in winter", () => {
  expect(dateEtHeure(JUSQUA)).toBe("05.08.2025, 14:30");
  expect(dateEtHeure(new Date("2025-12-31T23:05:00Z"))).toBe("01.01.2026, 00:05");
});

it("has one address for a link", () => {
  expect(ADRESSE).toBe("https://jeunesse.exemple.ch/invitation/aB_9-c");
  expect(adresseDuLien("https://x.ch", "a/b c")).toBe("https://x.ch/invitation/a%2Fb%20c");
});

it.each(["invitation", "reinitialisation"] as const)("writes the mail of a link: %s", (genre) => {
  const { sujet, texte } = composerCourrierDeLien(genre, ADRESSE, JUSQUA);
  expect(sujet).toMatch(/^Votre .* site de la Jeunesse de Savièse$/);
  expect(texte.split("\n")).toContain(ADRESSE);
  expect(texte).toContain("Le lien marche une seule fois, jusqu’au 05.08.2025, 14:30.");
});
