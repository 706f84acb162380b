/** QR codes as one path of an SVG: sharp at any size, and a twentieth of a rectangle for each module. */
import { SwissQRCode } from "swissqrbill/svg";
import { encode } from "uqr";
import type { Facture } from "#domain/qr-facture.ts";

/** A code without its quiet zone. */
export type Code = {
  /** Modules on a side. */
  readonly cote: number;
  /** Path data, one unit for a module. */
  readonly chemin: string;
};

/** Side of a bill's code and parts of the Swiss cross in its middle, in millimetres (SIX, Style Guide QR-bill). */
export const COTE_MM = 46;
export const CROIX = [
  { fond: "#fff", largeur: 7, hauteur: 7 },
  { fond: "#000", largeur: 6, hauteur: 6 },
  { fond: "#fff", largeur: 3.89, hauteur: 1.17 },
  { fond: "#fff", largeur: 1.17, hauteur: 3.89 },
] as const;

/** Modules side by side in a row become one rectangle. */
function tracer(cote: number, noir: (x: number, y: number) => boolean): Code {
  let chemin = "";
  for (let y = 0; y < cote; y++)
    for (let x = 0; x < cote; x++) {
      const debut = x;
      while (x < cote && noir(x, y)) x++;
      if (x > debut) chemin += `M${debut} ${y}h${x - debut}v1h${debut - x}z`;
    }
  return { cote, chemin };
}

const MODULE = /<rect x="([\d.]+)mm" y="([\d.]+)mm" width="([\d.]+)mm" height="\3mm" fill="black" \/>/g;

/**
 * The code of a bill: version, error correction M and data as the standard has them.
 * @throws when the bill breaks the standard
 */
export function codeDeFacture({ iban, titulaire, street, buildingNumber, npa, lieu, montant, message }: Facture): Code {
  const dessin = new SwissQRCode({
    currency: "CHF",
    ...(montant === null ? {} : { amount: montant / 100 }),
    message,
    creditor: { account: iban, name: titulaire, address: street, buildingNumber, zip: npa, city: lieu, country: "CH" },
  }).toString();
  const carres = [...dessin.matchAll(MODULE)].map(
    ([, x, y, largeur]) => [Number(x), Number(y), Number(largeur)] as const,
  );
  const module = Math.min(...carres.map(([, , largeur]) => largeur));
  const noirs = new Set(
    // The cross is drawn apart.
    carres
      .filter(([, , largeur]) => largeur === module)
      .map(([x, y]) => `${Math.round(x / module)} ${Math.round(y / module)}`),
  );
  return tracer(Math.round(COTE_MM / module), (x, y) => noirs.has(`${x} ${y}`));
}

/** @param lien what is read from the code */
export function codeDeLien(lien: string): Code {
  const { size, data } = encode(lien, { ecc: "M", border: 0 });
  return tracer(size, (x, y) => data[y]?.[x] === true);
}
