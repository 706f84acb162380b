import { z } from "zod";
import {
  emailObligatoire,
  enPlusieursLignes,
  enUneLigne,
  LIMITES,
  lienFacultatif,
  PHRASES,
  type Saisie,
  texteObligatoire,
  typedText,
} from "./champs.ts";
import { ANNEES } from "./dates.ts";
import { ibanLisible, normaliserIban, PHRASES_IBAN, refusIban } from "./iban.ts";
import { LONGUEURS_FACTURE, PHRASE_SIGNES, refusDeFacture } from "./texte-facture.ts";

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

/** How long treated entries may be kept, in months. */
export const MOIS_DE_CONSERVATION = { min: 1, max: 120 } as const;
export const DESTINATAIRES_MAX = 20;

const PHRASES_REGLAGES = {
  annee: `Indiquez une année entre ${ANNEES.min} et ${ANNEES.max}.`,
  npa: "Indiquez un code postal à quatre chiffres.",
  https: "Indiquez une adresse qui commence par https://.",
  instagram:
    "Un nom Instagram n’a que des lettres sans accent, des chiffres, des points et des tirets bas, par exemple @jeunesse.",
  mois: `Indiquez un nombre de mois entre ${MOIS_DE_CONSERVATION.min} et ${MOIS_DE_CONSERVATION.max}.`,
  destinataire: (adresse: string) => `«\u00a0${adresse}\u00a0» n’est pas une adresse e-mail complète.`,
  destinataires: `Il y a trop d’adresses\u00a0: ${DESTINATAIRES_MAX} au maximum.`,
} as const;

const entier = ({ min, max }: { min: number; max: number }, phrase: string) =>
  texteObligatoire().transform((saisie, contexte) => {
    const nombre = /^\d{1,4}$/.test(saisie) ? Number(saisie) : Number.NaN;
    if (nombre >= min && nombre <= max) return nombre;
    contexte.addIssue({ code: "custom", message: phrase });
    return z.NEVER;
  });

const texteFacultatif = (max: number) =>
  typedText(max)
    .default("")
    .transform(enUneLigne)
    .pipe(z.string().max(max, PHRASES.tropLong(max)));

const lienHttps = () =>
  lienFacultatif().refine((lien) => lien === "" || lien.startsWith("https://"), PHRASES_REGLAGES.https);

const lienHttpsObligatoire = () => lienHttps().refine((lien) => lien !== "", PHRASES.obligatoire);

/** An account as people name it there. */
const INSTAGRAM_NAME = /^@([a-z0-9._]{1,30})$/i;

/** @returns the schema of the link to Instagram; `@nom` becomes the link of that account */
const instagram = () =>
  typedText(LIMITES.lien)
    .default("")
    .transform((typed, contexte): string | undefined => {
      const name = enUneLigne(typed);
      if (!name.startsWith("@")) return typed;
      const account = INSTAGRAM_NAME.exec(name)?.[1];
      if (account !== undefined) return `https://www.instagram.com/${account}/`;
      contexte.addIssue({ code: "custom", message: PHRASES_REGLAGES.instagram });
      return z.NEVER;
    })
    .pipe(lienHttpsObligatoire());

const iban = () =>
  texteObligatoire().transform((saisie, contexte) => {
    const normal = normaliserIban(saisie);
    const raison = refusIban(normal);
    if (raison === null) return normal;
    contexte.addIssue({ code: "custom", message: PHRASES_IBAN[raison] });
    return z.NEVER;
  });

/** Refuses what a QR-bill cannot carry. */
const onBill = (max: number) => (texte: string, contexte: z.RefinementCtx) => {
  const raison = texte === "" ? null : refusDeFacture(texte, max);
  if (raison)
    contexte.addIssue({ code: "custom", message: raison === "signes" ? PHRASE_SIGNES : PHRASES.tropLong(max) });
};

/** A text that a QR-bill carries as well. */
const texteDeFacture = (max: number) => texteObligatoire(max).superRefine(onBill(max));
const optionalBillText = (max: number) => texteFacultatif(max).superRefine(onBill(max));

/** As much of a value as a sentence about it can repeat. */
const extrait = (texte: string): string => (texte.length > 80 ? `${texte.slice(0, 80)}…` : texte);

/** One address per line, or with commas or semicolons between them, as a mail program gives them; each once. */
const adresses = () => {
  const une = emailObligatoire();
  return typedText(DESTINATAIRES_MAX * LIMITES.email)
    .default("")
    .transform(enPlusieursLignes)
    .transform((saisie, contexte) => {
      const parCle = new Map<string, string>();
      for (const adresse of saisie.split(/[\s,;]+/).filter(Boolean)) {
        const cle = adresse.toLowerCase();
        if (parCle.has(cle)) continue;
        const lecture = une.safeParse(adresse);
        if (!lecture.success) {
          contexte.addIssue({ code: "custom", message: PHRASES_REGLAGES.destinataire(extrait(adresse)) });
          return z.NEVER;
        }
        parCle.set(cle, lecture.data);
        if (parCle.size > DESTINATAIRES_MAX) break;
      }
      return [...parCle.values()];
    })
    .refine((liste) => liste.length <= DESTINATAIRES_MAX, PHRASES_REGLAGES.destinataires);
};

/** @returns the schema of the settings form; its fields have the names of `Reglages` */
export const schemaReglages = () =>
  z.object({
    annee: entier(ANNEES, PHRASES_REGLAGES.annee),
    photoDescription: texteObligatoire(LONGUEURS_REGLAGES.photoDescription),
    titulaire: texteDeFacture(LONGUEURS_REGLAGES.titulaire),
    iban: iban(),
    street: optionalBillText(LONGUEURS_REGLAGES.street),
    buildingNumber: optionalBillText(LONGUEURS_REGLAGES.buildingNumber),
    npa: texteObligatoire().pipe(z.string().regex(/^[1-9]\d{3}$/, PHRASES_REGLAGES.npa)),
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

/** The names of the form's fields, in the order of the screen. */
export const CHAMPS_REGLAGES = Object.keys(LIBELLES_REGLAGES) as (keyof Reglages)[];

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
  return CHAMPS_REGLAGES.filter((champ) => avant[champ] !== apres[champ]).map((champ) => {
    return `${LIBELLES_REGLAGES[champ]}\u00a0: ${extrait(avant[champ].replaceAll("\n", ", ")) || "(vide)"}`;
  });
}
