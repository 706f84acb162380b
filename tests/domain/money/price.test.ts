import { describe, expect, it } from "vitest";
import { priceIn } from "#domain/money/price.ts";

describe("the price in a text", () => {
  it.each([
    ["CHF 15.-", "15"],
    ["CHF 15.–", "15"],
    ["CHF\u00a07.50", "7.50"],
    ["chf 7,5", "7.50"],
    ["CHF 20.00", "20"],
    ["Fr. 12.–", "12"],
    ["SFr. 12.–", "12"],
    ["fr 05", "5"],
    ["15 CHF", "15"],
    ["15 frs", "15"],
    ["12.50 francs", "12.50"],
    ["10.– CHF", "10"],
    ["CHF 1’200.–", "1200"],
    ["CHF 1'200.50", "1200.50"],
    ["CHF 1\u202f200.–", "1200"],
    ["CHF 0.–", "0"],
    ["Entrée : CHF 15.–", "15"],
    ["Prix unique : 15 CHF par personne", "15"],
    ["CHF 25.–, repas compris", "25"],
    ["Billets à 20 CHF", "20"],
  ])("%s is %s", (text, price) => expect(priceIn(text)).toBe(price));

  it.each([
    "Gratuit",
    "Gratuit !",
    "Entrée gratuite",
    "L’entrée est gratuite.",
    "Entrée libre",
    "Accès libre",
    "ENTRÉE LIBRE",
    "entrée libre, chapeau à la sortie",
    "Entrée libre (collecte à la sortie)",
    "GRATUIT pour tous",
    "Entrée gratuite, sans inscription",
  ])("%s is free", (text) => expect(priceIn(text)).toBe("0"));

  it.each([
    ...["", "selon l’artiste", "15.–", "chapeau", "dès 16 ans", "offre 2025", "CHF 1234567", "CHFR 5", "CHF –", "15 €"],
    // Several amounts.
    ...[
      "10 à 15 CHF",
      "CHF 10-15",
      "CHF 10.– à 15.–",
      "10.- / 15.-",
      "CHF 10.– / 15.–",
      "10 CHF/15 CHF",
      "10–15 francs",
    ],
    ...["CHF 15.–, étudiants 10.–", "Adultes CHF 15, enfants CHF 5", "CHF 15 ou 14 €", "2 × CHF 10.–"],
    // An amount for some people, or from which prices begin.
    ...[
      "dès 20 h 10.–",
      "Dès CHF 10.–",
      "à partir de 10 CHF",
      "dès 20 h, CHF 10.–",
      "environ CHF 20.–",
      "max. CHF 20.–",
    ],
    ...["Enfants gratuits, adultes CHF 15.–", "CHF 15.–, gratuit jusqu’à 12 ans", "CHF 10.– pour les membres"],
    ...[
      "5 CHF et +",
      "CHF 10+",
      "≥ CHF 5.–",
      "~ 20 CHF",
      "CHF 15.– après minuit",
      "ab CHF 10.–",
      "CHF 10.– conseillés",
    ],
    ...["Prix indicatif CHF 10.–", "CHF 10.– à bien plaire"],
    ...["CHF 10.– ou prix libre", "Prévente CHF 20.–", "CHF 5.– de réduction", "CHF 20.– par famille"],
    // The visitor chooses, or it is free for some people.
    ...["Prix libre", "Libre", "Librement", "Participation libre", "Contribution libre et consciente", "Libre-service"],
    ...["Gratuit jusqu’à 12 ans", "Gratuit pour les membres", "Gratuit pour les membres, 15.–", "Gratuit avant 22 h"],
    ...["Entrée libre dès 22 h", "Entrée libre pour les enfants", "Pas gratuit", "Entrée gratuite, repas payant"],
  ])("%j has no price", (text) => expect(priceIn(text)).toBeNull());
});
