/** Where the pages and files of a QR-bill are. */
import { type Centimes, montantSaisi } from "#domain/montant.ts";
import type { Objet } from "#domain/qr-facture.ts";

/** Name of the field, and of what stands in the address for it. */
export const MONTANT = "montant";

const avecMontant = (chemin: string, montant: Centimes | null) =>
  montant === null ? chemin : `${chemin}?${MONTANT}=${montantSaisi(montant)}`;

/** @returns the page of donations with this amount on its bill */
export const pageFacture = (montant: Centimes | null): string => `${avecMontant("/dons/qr-facture", montant)}#qr`;

/** How a bill can be had: `-colonne.svg` is the one for phones. */
export const FORMATS = [".svg", "-colonne.svg", ".png", ".pdf"] as const;
export type Format = (typeof FORMATS)[number];

/** @param montant of a donation; the fee needs none */
export const fichierFacture = (objet: Objet, format: Format, montant: Centimes | null): string =>
  avecMontant(`/qr-facture/${objet}${format}`, objet === "don" ? montant : null);
