import { describe, expect, it } from "vitest";
import { priceIn } from "#domain/money/price.ts";

describe("the price in a text", () => {
  it.each([
    ["CHF 15.–, étudiants 10.–", "15"],
    ["CHF 15.-", "15"],
    ["CHF\u00a07.50", "7.50"],
    ["chf 7,5", "7.50"],
    ["CHF 20.00", "20"],
    ["Fr. 12.–", "12"],
    ["fr 05", "5"],
    ["15 CHF", "15"],
    ["12.50 francs", "12.50"],
    ["10.– CHF", "10"],
    ["CHF 1’200.–", "1200"],
    ["CHF 1'200.50", "1200.50"],
    ["Adultes CHF 15, enfants CHF 5", "15"],
    ["Enfants gratuits, adultes CHF 15.–", "15"],
    ["CHF 0.–", "0"],
  ])("%s is %s", (text, price) => expect(priceIn(text)).toBe(price));

  it.each(["Gratuit", "Entrée gratuite", "Entrée libre", "entrée libre, chapeau à la sortie", "GRATUIT pour tous"])(
    "%s is free",
    (text) => expect(priceIn(text)).toBe("0"),
  );

  it.each(
    "|selon l’artiste|15.–|chapeau|dès 16 ans|Librement|offre 2025|Gratuit pour les membres, 15.–|Entrée libre dès 22 h|CHF 1234567|CHFR 5|CHF –".split(
      "|",
    ),
  )("%j has no price", (text) => expect(priceIn(text)).toBeNull());
});
