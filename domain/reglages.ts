import * as z from "zod/mini";
import { emailObligatoire, LIMITES, type Saisie, texteFacultatif, texteObligatoire } from "./champs.ts";
import { ANNEES } from "./dates.ts";
import { ibanLisible } from "./iban.ts";
import {
  adresses,
  entier,
  extrait,
  iban,
  instagram,
  lienHttps,
  lienHttpsObligatoire,
  MOIS_DE_CONSERVATION,
  optionalBillText,
  PHRASES_REGLAGES,
  texteDeFacture,
} from "./setting-fields.ts";
import { LONGUEURS_FACTURE } from "./texte-facture.ts";

/** What the committee may set; SPEC.md does not reproduce the real values. */
export type Reglages = {
  /** Year in the planning's title (SPEC.md section 9). */
  annee: number;
  /** What the group photo shows, for people who do not see it. */
  photoDescription: string;
  /** Account holder. */
  titulaire: string;
  /** Without spaces. */
  iban: string;
  /** Street and number of the account holder, apart as a QR-bill has them; empty: none. */
  street: string;
  buildingNumber: string;
  npa: string;
  lieu: string;
  /** https link of the Twint page; empty: donations go to the bank only. */
  twint: string;
  /** https link of the photo-sharing network. */
  instagram: string;
  /** https link of the social network page. */
  facebook: string;
  /** Shown to visitors. */
  email: string;
  /** Addresses that receive sign-ups and messages; empty: `MAIL_TO` of the configuration. */
  destinataires: string[];
  /** Months after which treated messages are deleted. */
  conservationMessages: number;
  /** Months after which treated sign-ups are deleted. */
  conservationInscriptions: number;
  /** Who hosts the server and where, for the privacy page; empty: not said yet. */
  hebergement: string;
  /** Who carries and keeps the committee's mail and where, for the privacy page; empty: not said yet. */
  messagerie: string;
};

/** A first start: sensible examples, marked as such (PRODUCT.md, "values not reproduced"). */
export const REGLAGES_DE_DEPART: Reglages = {
  annee: 2025,
  photoDescription: "Les membres de la Jeunesse de Savièse réunis pour la photo de groupe.",
  titulaire: "La Jeunesse de Savièse",
  iban: "CH9300762011623852957",
  street: "",
  buildingNumber: "",
  npa: "1965",
  lieu: "Savièse",
  twint: "https://exemple.ch/twint",
  instagram: "https://exemple.ch/instagram",
  facebook: "https://exemple.ch/facebook",
  email: "contact@exemple.ch",
  destinataires: [],
  conservationMessages: 12,
  conservationInscriptions: 24,
  hebergement: "",
  messagerie: "",
};

/** Holder and place are as long as a QR-bill can carry. */
export const LONGUEURS_REGLAGES = {
  photoDescription: 300,
  ...LONGUEURS_FACTURE,
  twint: LIMITES.lien,
  instagram: LIMITES.lien,
  facebook: LIMITES.lien,
  email: LIMITES.email,
  hebergement: 120,
  messagerie: 120,
} as const;

/** @returns the schema of the settings form; its fields have the names of `Reglages` */
export const schemaReglages = () =>
  z.object({
    annee: entier(ANNEES, PHRASES_REGLAGES.annee),
    photoDescription: texteObligatoire(LONGUEURS_REGLAGES.photoDescription),
    titulaire: texteDeFacture(LONGUEURS_REGLAGES.titulaire),
    iban: iban(),
    street: optionalBillText(LONGUEURS_REGLAGES.street),
    buildingNumber: optionalBillText(LONGUEURS_REGLAGES.buildingNumber),
    npa: texteObligatoire().check(z.regex(/^[1-9]\d{3}$/, PHRASES_REGLAGES.npa)),
    lieu: texteDeFacture(LONGUEURS_REGLAGES.lieu),
    twint: lienHttps(),
    instagram: instagram(),
    facebook: lienHttpsObligatoire(),
    email: emailObligatoire(),
    destinataires: adresses(),
    conservationMessages: entier(MOIS_DE_CONSERVATION, PHRASES_REGLAGES.mois),
    conservationInscriptions: entier(MOIS_DE_CONSERVATION, PHRASES_REGLAGES.mois),
    hebergement: texteFacultatif(LONGUEURS_REGLAGES.hebergement),
    messagerie: texteFacultatif(LONGUEURS_REGLAGES.messagerie),
  });

/** What each setting is called, on the screen and where two versions are compared; in the order of the screen. */
export const LIBELLES_REGLAGES: Record<keyof Reglages, string> = {
  annee: "Année du planning",
  photoDescription: "Description de la photo",
  titulaire: "Titulaire",
  iban: "IBAN",
  street: "Rue",
  buildingNumber: "Numéro",
  npa: "NPA",
  lieu: "Lieu",
  twint: "Lien Twint",
  instagram: "Instagram",
  facebook: "Facebook",
  email: "E-mail du site",
  destinataires: "Destinataires",
  conservationMessages: "Messages traités",
  conservationInscriptions: "Inscriptions traitées",
  hebergement: "Hébergement",
  messagerie: "Messagerie",
};

/** @returns the settings as the form shows them: the IBAN in groups, one address per line */
export function saisieDesReglages(reglages: Reglages): Saisie & Record<keyof Reglages, string> {
  const { annee, iban: numero, destinataires, conservationMessages, conservationInscriptions, ...textes } = reglages;
  return {
    ...textes,
    annee: String(annee),
    iban: ibanLisible(numero),
    destinataires: destinataires.join("\n"),
    conservationMessages: String(conservationMessages),
    conservationInscriptions: String(conservationInscriptions),
  };
}

/** @returns one line for each setting whose kept value is another one than in the form */
export function differences(gardes: Reglages, saisis: Reglages): string[] {
  const [avant, apres] = [saisieDesReglages(gardes), saisieDesReglages(saisis)];
  return (Object.keys(LIBELLES_REGLAGES) as (keyof Reglages)[])
    .filter((champ) => avant[champ] !== apres[champ])
    .map((champ) => {
      return `${LIBELLES_REGLAGES[champ]}\u00a0: ${extrait(avant[champ].replaceAll("\n", ", ")) || "(vide)"}`;
    });
}
