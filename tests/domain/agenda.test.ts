import { expect, it } from "vitest";
import { rendezVous } from "#domain/agenda.ts";
import { unEvenement } from "#tests/evenements.ts";

const lisible = (texte: string | undefined) => texte?.replaceAll("\u00a0", " ");

it("an event of one day takes up that day", () => {
  expect(rendezVous(unEvenement({ Du: "2024-02-29", Date: "2024-02" }))).toEqual({
    titre: "Fête",
    lieu: "Savièse",
    details: "",
    du: "2024-02-29",
    jusquAu: "2024-03-01",
    heure: null,
    statut: "confirme",
  });
});

it("an hour counts on one day, and is only told where an event lasts several", () => {
  const unJour = rendezVous(unEvenement({ Du: "2025-08-01", Heure: "19:30" }));
  expect(unJour).toMatchObject({ du: "2025-08-01", heure: "19:30" });
  const troisJours = rendezVous(unEvenement({ Du: "2025-08-01", Au: "2025-08-03", Heure: "19:30" }));
  expect(troisJours).toMatchObject({ du: "2025-08-01", jusquAu: "2025-08-04", heure: null });
  expect(lisible(troisJours?.details)).toBe("Dès 19 h 30 le premier jour.");
});

it("an event of which only the month is known waits on its first day", () => {
  expect(rendezVous(unEvenement())).toMatchObject({
    titre: "Fête (date à préciser)",
    du: "2025-08-01",
    jusquAu: "2025-08-02",
    statut: "provisoire",
  });
});

it.each([
  [{ Etat: "annule" }, false, "Annulé : Fête", "confirme"],
  [{ Etat: "annule", Du: "" }, false, "Annulé : Fête", "confirme"],
  [{ Etat: "reporte" }, false, "Reporté : Fête", "provisoire"],
  [{ Etat: "annule" }, true, "Annulé : Fête", "retire"],
  [{ Etat: "" }, true, "Annulé : Fête", "retire"],
  [{ Etat: "reporte" }, true, "Annulé : Fête", "retire"],
] as const)("with %j, deleted %j, it says %s", (champs, retire, titre, statut) => {
  const cree = rendezVous(unEvenement({ Du: "2025-08-01", ...champs }), retire);
  expect(lisible(cree?.titre)).toBe(titre);
  expect(cree?.statut).toBe(statut);
});

it("an event whose month is none has no day to stand on", () => {
  expect(rendezVous(unEvenement({ Date: "été 2025" }))).toBeNull();
});

it("days that do not fit together count as unknown", () => {
  expect(rendezVous(unEvenement({ Du: "2025-09-01", Heure: "19:30" }))).toMatchObject({
    du: "2025-08-01",
    heure: null,
    statut: "provisoire",
  });
});
