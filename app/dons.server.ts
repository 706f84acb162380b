import type { RouterContextProvider } from "react-router";
import { champsDExemple } from "#domain/example-settings.ts";
import { PHRASES_MONTANT } from "#domain/montant.ts";
import { factureDe, montantDe } from "#domain/qr-facture.ts";
import { shownSettings } from "./shown-settings.server.ts";

/**
 * What the page of donations shows.
 * @param saisie what was typed for the amount; a refused one leaves the bill without an amount
 * @throws when the settings cannot be read
 */
export async function lireDons(context: Readonly<RouterContextProvider>, saisie: string) {
  const lus = await shownSettings(context);
  const { twint, titulaire, iban, street, buildingNumber, npa, lieu } = lus;
  const montant = montantDe("don", saisie);
  return {
    twint,
    titulaire,
    iban,
    street,
    buildingNumber,
    npa,
    lieu,
    exemples: champsDExemple(lus).some((champ) => champ === "iban" || champ === "twint"),
    facture: factureDe(lus, "don", montant.ok ? montant.valeur : null),
    choix: { saisie, erreur: montant.ok ? undefined : PHRASES_MONTANT[montant.raison] },
  };
}
