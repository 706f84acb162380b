import { expect, it } from "vitest";
import { looksLikePassword } from "#domain/handover/looks-like-password.ts";

it.each([
  "Mot de passe : soleil",
  "mot de passe\u00a0: Raclette 2027",
  "mdp: abcd",
  "mdp Soleil2027",
  "Password=hunter2",
  "code = 1234",
  "code 4711 de la porte",
  "PIN 0815",
  "Instagram Xy7!kPq2$",
  "jeunesse_saviese / Soleil2027!",
  "Raiffeisen (Bisse#1430), TWINT",
  "«\u00a0fondue*12*moitie\u00a0»",
  "dufnap-9Cocmu-qybxis",
  "Xk29fjq8Lw",
  "Infomaniak, P@ssw0rd",
])("« %s » looks like a password", (text) => {
  expect(looksLikePassword(text)).toBe(true);
});

it.each([
  "Infomaniak, payé par la jeunesse",
  "https://manager.infomaniak.com/v3/12?x=3",
  "manager.infomaniak.com/v3/ng/admin?id=12X!",
  "www.raiffeisen.ch/Sion",
  "tresorier2027@jeunesse-saviese.ch",
  "Tresorier.2027+twint@jeunesse-saviese.ch",
  "@jeunesse_saviese1965",
  "079 123 45 67",
  "+41 79 123 45 67",
  "Tél.079/123.45.67",
  "CH93 0076 2011 6238 5295 7",
  "CH9300762011623852957",
  "ch9300762011623852957",
  "CHE-123.456.789 TVA",
  "756.1234.5678.97",
  "le 12.06.2027 chez Sophie",
  "du 12.06.2027-14.06.2027, 20h00-04h00",
  "Raiffeisen, compte 12345.67",
  "armoire 3, étage n°2",
  "Contrat n°AB-2027/00123x",
  "Police 14.567.890-B, Mobilière",
  "contrat TW-2027-X0045-9",
  "550e8400-e29b-41d4-a716-446655440000",
  "Route de la Crettaz 12b, 1965 Savièse",
  "Ch.-de-la-Scierie-4b, CP 12",
  "code postal 1965",
  "Code client 12345678",
  "1’500€/an, dès 2027",
  "CHF500.-/mois",
  "Mot de passe : chez Sophie",
  "Mot de passe : dans l’enveloppe de la caisse",
  "mot de passe = voir Bitwarden",
  "le mot de passe est au coffre",
  "Caisse n°3 (rouge), local PA-CAPONA",
  "MacBookPro2019M1, armoire du local",
  "Les 2 clés : Sophie & Zoé",
])("« %s » does not", (text) => {
  expect(looksLikePassword(text)).toBe(false);
});
