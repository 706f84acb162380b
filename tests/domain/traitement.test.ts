import { describe, expect, it } from "vitest";
import { TRAITEMENTS_EMBEDDED } from "#adapters/embedded/traitements.ts";
import { TRAITEMENTS_FIREBASE } from "#adapters/firebase/traitements.ts";
import { traitementSmtp } from "#adapters/smtp/traitement.ts";
import { DONNEES_INSCRIPTION, DONNEES_MESSAGE } from "#domain/donnees-recueillies.ts";
import { schemaInscription } from "#domain/inscription.ts";
import { schemaMessageContact } from "#domain/message-contact.ts";
import { prestatairesDe, surPlace, type Traitement } from "#domain/traitement.ts";

describe("what visitors are told of the data collected", () => {
  it("is every field of a sign-up that is kept and mailed, and no other", () => {
    const { data } = schemaInscription("2025-08-05").safeParse({
      nom: "Fendant",
      prenom: "Léa",
      adresse: "Savièse",
      tel: "0791234567",
      dateAnniv: "2000-01-01",
      charte: "on",
    });
    expect(Object.keys(DONNEES_INSCRIPTION)).toEqual(Object.keys(data ?? {}));
  });

  it("is every field of a message that is kept and mailed, and no other", () => {
    expect(Object.keys(DONNEES_MESSAGE)).toEqual(Object.keys(schemaMessageContact().shape));
  });
});

describe("who works with the data", () => {
  it("is nobody outside when a site keeps everything itself", () => {
    expect(prestatairesDe(TRAITEMENTS_EMBEDDED)).toEqual([]);
    expect(surPlace(TRAITEMENTS_EMBEDDED)).toEqual(TRAITEMENTS_EMBEDDED);
  });

  it("is Google where it keeps everything, in the United States as far as the accounts go", () => {
    expect(surPlace(TRAITEMENTS_FIREBASE)).toEqual([]);
    expect(prestatairesDe(TRAITEMENTS_FIREBASE)).toMatchObject([
      { nom: "Google (Firebase)", roles: ["donnees", "images"], pays: [], etranger: false },
      { nom: "Google (Firebase Authentication)", roles: ["comptes"], pays: ["États-Unis"], etranger: true },
    ]);
  });

  it("is named once, with all that it does, and as foreign only outside of Switzerland", () => {
    const base = { prestataire: "Nuage SA", pays: ["États-Unis"], garantie: "Clauses types." } as const;
    const traitements: Traitement[] = [
      { role: "donnees", ...base },
      { role: "images", ...base },
      { role: "courrier", prestataire: "Poste", pays: ["Suisse"], garantie: null },
    ];
    expect(prestatairesDe(traitements)).toEqual([
      {
        nom: "Nuage SA",
        roles: ["donnees", "images"],
        pays: ["États-Unis"],
        garantie: "Clauses types.",
        etranger: true,
      },
      { nom: "Poste", roles: ["courrier"], pays: ["Suisse"], garantie: null, etranger: false },
    ]);
  });

  it("is the host of the mail server, never with its user or password", () => {
    const texte = JSON.stringify(traitementSmtp("smtps://comite%40exemple.ch:tres-secret@mail.exemple.ch:465/?pool=1"));
    expect(JSON.parse(texte)).toMatchObject({ role: "courrier", prestataire: "mail.exemple.ch", pays: [] });
    expect(texte).not.toMatch(/secret|comite|465/);
  });

  it.each(["smtp://localhost:25", "smtp://a:b@127.0.0.1:2525", "smtp://[::1]:25"])(
    "is nobody else when %s is the same machine",
    (url) => {
      expect(traitementSmtp(url)).toMatchObject({ role: "courrier", prestataire: null });
    },
  );
});
