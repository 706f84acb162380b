import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composerCourriel, identifiantDuCourriel } from "#domain/courrier.ts";
import type { Inscription } from "#domain/inscription.ts";

const RECU_LE = new Date("2025-08-05T12:03:00Z");

const ZOE: Inscription = {
  nom: "Héritier-Dubuis",
  prenom: "Zoé",
  adresse: "Rue de l’Église 3, 1965 Savièse",
  tel: "0791234567",
  dateAnniv: "05.08.2008",
  charte: "Validé par la personne",
  charteMineur: "Validé par la personne",
};

const PAUL = {
  nom: "Paul Luyet",
  email: "paul@exemple.ch",
  sujet: "La fête",
  message: "Bonjour,\n\nà quelle heure ?\nPaul",
};

describe("the mail of a sign-up", () => {
  it("carries the payload, field by field, under a line that says what it is", () => {
    expect(composerCourriel({ type: "inscription", contenu: ZOE }, RECU_LE)).toEqual({
      sujet: "Nouvelle inscription : Zoé Héritier-Dubuis",
      texte: [
        "Inscription reçue par le site le 05.08.2025 à 14:03.",
        "",
        "nom : Héritier-Dubuis",
        "prenom : Zoé",
        "adresse : Rue de l’Église 3, 1965 Savièse",
        "tel : 0791234567",
        "dateAnniv : 05.08.2008",
        "charte : Validé par la personne",
        "charteMineur : Validé par la personne",
        "",
      ].join("\n"),
      repondreA: null,
    });
  });

  it("tells of a birth date that the form proposed", () => {
    const textOf = (birthDateToVerify: boolean) =>
      composerCourriel({ type: "inscription", contenu: ZOE, birthDateToVerify }, RECU_LE).texte;
    expect(textOf(true)).toContain("Date de naissance proposée par le formulaire et confirmée par la personne");
    expect(textOf(false)).not.toContain("proposée");
  });

  it("tells the day and the hour of the village, not those of Greenwich", () => {
    const { texte } = composerCourriel({ type: "inscription", contenu: ZOE }, new Date("2025-12-31T23:30:00Z"));
    expect(texte).toMatch(/^Inscription reçue par le site le 01\.01\.2026 à 00:30\.\n/);
  });
});

describe("the mail of a message", () => {
  it("carries the payload, the message last and as it was written", () => {
    expect(composerCourriel({ type: "message", contenu: PAUL }, RECU_LE)).toEqual({
      sujet: "Message : La fête",
      texte: [
        "Message reçu par le site le 05.08.2025 à 14:03.",
        "",
        "nom : Paul Luyet",
        "email : paul@exemple.ch",
        "sujet : La fête",
        "",
        "message :",
        "",
        "Bonjour,",
        "",
        "à quelle heure ?",
        "Paul",
        "",
      ].join("\n"),
      repondreA: "paul@exemple.ch",
    });
  });

  it("lets nobody write a second line into a subject, an address or a field", () => {
    const texte = fc.string({ unit: "binary" });
    const avecRetours = fc.array(fc.oneof(texte, fc.constantFrom("\r\n", "\n", "\r", "\u2028", "\u0085", "\0")));
    const champ = avecRetours.map((parties) => parties.join(""));
    fc.assert(
      fc.property(champ, champ, champ, (nom, email, sujet) => {
        const courriel = composerCourriel({ type: "message", contenu: { nom, email, sujet, message: "m" } }, RECU_LE);
        expect(courriel.sujet).not.toMatch(/[\r\n\0]/);
        expect(courriel.repondreA).not.toMatch(/[\r\n\0]/);
        expect(courriel.texte.split("\n")).toHaveLength(10);
      }),
    );
  });
});

describe("the mail of a trial", () => {
  it("says who asked for it and what it proves, and asks for no answer", () => {
    expect(composerCourriel({ type: "essai", contenu: { demandePar: "anne@exemple.ch" } }, RECU_LE)).toEqual({
      sujet: "Courrier d’essai du site",
      texte: [
        "Essai demandé le 05.08.2025 à 14:03 par anne@exemple.ch.",
        "",
        "Ce courrier est arrivé : les inscriptions et les messages du site arrivent donc ici aussi.",
        "",
      ].join("\n"),
      repondreA: null,
    });
  });
});

describe("the Message-ID", () => {
  it.each([
    ["site@jeunesse.exemple.ch", "<inscription-aB_9-x@jeunesse.exemple.ch>"],
    ["La Jeunesse <site@exemple.ch>", "<inscription-aB_9-x@exemple.ch>"],
    ["pas une adresse", "<inscription-aB_9-x@localhost>"],
  ])("names the entry and the host of %s", (expediteur, attendu) => {
    expect(identifiantDuCourriel("inscription", "aB_9-x", expediteur)).toBe(attendu);
  });
});
