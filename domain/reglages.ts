/** What the committee may set; SPEC.md does not reproduce the real values. */
export type Reglages = {
  /** Year in the planning's title (SPEC.md section 9). */
  annee: number;
  /** Account holder. */
  titulaire: string;
  /** Without spaces. */
  iban: string;
  npa: string;
  lieu: string;
  /** https link of the Twint page. */
  twint: string;
  /** https link of the photo-sharing network. */
  instagram: string;
  /** https link of the social network page. */
  facebook: string;
  /** Shown to visitors. */
  email: string;
  /** Addresses that receive sign-ups and messages; empty: `MAIL_TO` of the configuration. */
  destinataires: string[];
  /** Months that a treated message is kept. */
  conservationMessages: number;
  /** Months that a treated sign-up is kept. */
  conservationInscriptions: number;
  /** True until somebody has replaced the examples below; pages then say that they are examples. */
  exemples: boolean;
};

/** A first start: sensible examples, marked as such (PRODUCT.md, "values not reproduced"). */
export const REGLAGES_DE_DEPART: Reglages = {
  annee: 2025,
  titulaire: "La Jeunesse de Savièse",
  iban: "CH9300762011623852957",
  npa: "1965",
  lieu: "Savièse",
  twint: "https://exemple.ch/twint",
  instagram: "https://exemple.ch/instagram",
  facebook: "https://exemple.ch/facebook",
  email: "contact@exemple.ch",
  destinataires: [],
  conservationMessages: 12,
  conservationInscriptions: 24,
  exemples: true,
};

/** @returns an IBAN in the groups of four that people read */
export const ibanLisible = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");
