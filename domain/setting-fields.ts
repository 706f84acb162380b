/** The fields of the settings form that no other form has, and their sentences. */
import * as z from "zod/mini";
import {
  emailObligatoire,
  enPlusieursLignes,
  enUneLigne,
  LIMITES,
  lienFacultatif,
  PHRASES,
  readAs,
  texteFacultatif,
  texteObligatoire,
  typedText,
} from "./champs.ts";
import { ANNEES } from "./dates.ts";
import { normaliserIban, PHRASES_IBAN, refusIban } from "./iban.ts";
import { accepte, type Resultat, refuse } from "./resultat.ts";
import { PHRASE_SIGNES, refusDeFacture } from "./texte-facture.ts";

/** How long treated entries may be kept, in months. */
export const MOIS_DE_CONSERVATION = { min: 1, max: 120 } as const;
/** The most addresses that get the mail of the site. */
export const DESTINATAIRES_MAX = 20;

/** What is said beside a field of the settings. */
export const PHRASES_REGLAGES = {
  annee: `Indiquez une année entre ${ANNEES.min} et ${ANNEES.max}.`,
  npa: "Indiquez un code postal à quatre chiffres.",
  https: "Indiquez une adresse qui commence par https://.",
  instagram:
    "Un nom Instagram n’a que des lettres sans accent, des chiffres, des points et des tirets bas, par exemple @jeunesse.",
  mois: `Indiquez un nombre de mois entre ${MOIS_DE_CONSERVATION.min} et ${MOIS_DE_CONSERVATION.max}.`,
  destinataire: (adresse: string) => `«\u00a0${adresse}\u00a0» n’est pas une adresse e-mail complète.`,
  destinataires: `Il y a trop d’adresses\u00a0: ${DESTINATAIRES_MAX} au maximum.`,
} as const;

/** @returns the schema of a whole number within bounds; `phrase` is said of anything else */
export const entier = ({ min, max }: { min: number; max: number }, phrase: string) =>
  z.pipe(
    texteObligatoire(),
    readAs((text) => {
      const nombre = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
      return nombre >= min && nombre <= max ? nombre : null;
    }, phrase),
  );

/** @returns the schema of a link that may be empty and leads to https */
export const lienHttps = () =>
  lienFacultatif().check(z.refine((lien) => lien === "" || lien.startsWith("https://"), PHRASES_REGLAGES.https));

/** @returns the same for one that has to be there */
export const lienHttpsObligatoire = () => lienHttps().check(z.refine((lien) => lien !== "", PHRASES.obligatoire));

/** An account as people name it there. */
const INSTAGRAM_NAME = /^@([a-z0-9._]{1,30})$/i;

/** @returns the link that was typed, or that of the account that was named; null for no account */
function instagramLink(typed: string): string | null {
  const name = enUneLigne(typed);
  if (!name.startsWith("@")) return typed;
  const account = INSTAGRAM_NAME.exec(name)?.[1];
  return account === undefined ? null : `https://www.instagram.com/${account}/`;
}

/** @returns the schema of the link to Instagram; `@nom` becomes the link of that account */
export const instagram = () =>
  z.pipe(
    z.pipe(
      z._default(typedText(LIMITES.lien), ""),
      readAs<string | undefined>(instagramLink, PHRASES_REGLAGES.instagram),
    ),
    lienHttpsObligatoire(),
  );

/** @returns the schema of an IBAN; gives it without spaces */
export const iban = () =>
  z.pipe(
    texteObligatoire(),
    z.transform((saisie, contexte) => {
      const normal = normaliserIban(saisie);
      const raison = refusIban(normal);
      if (raison === null) return normal;
      contexte.issues.push({ code: "custom", message: PHRASES_IBAN[raison], input: saisie });
      return z.NEVER;
    }),
  );

/** Refuses what a QR-bill cannot carry. */
const onBill = (max: number) =>
  z.superRefine((texte: string, contexte) => {
    const raison = texte === "" ? null : refusDeFacture(texte, max);
    if (raison)
      contexte.addIssue({ code: "custom", message: raison === "signes" ? PHRASE_SIGNES : PHRASES.tropLong(max) });
  });

/** @returns the schema of a text of at most `max` characters that a QR-bill carries as well */
export const texteDeFacture = (max: number) => texteObligatoire(max).check(onBill(max));
/** @returns the same for one that may be empty */
export const optionalBillText = (max: number) => texteFacultatif(max).check(onBill(max));

/** As much of a value as a sentence about it can repeat. */
export const extrait = (texte: string): string => (texte.length > 80 ? `${texte.slice(0, 80)}…` : texte);

/**
 * @param saisie one address per line, or with commas or semicolons between them, as a mail program gives them
 * @returns each once, one more than may be at most; or the first that is none
 */
function readAddresses(saisie: string): Resultat<string[], string> {
  const une = emailObligatoire();
  const parCle = new Map<string, string>();
  for (const adresse of saisie.split(/[\s,;]+/).filter(Boolean)) {
    const cle = adresse.toLowerCase();
    if (parCle.has(cle)) continue;
    const lecture = une.safeParse(adresse);
    if (!lecture.success) return refuse(adresse);
    parCle.set(cle, lecture.data);
    if (parCle.size > DESTINATAIRES_MAX) break;
  }
  return accepte([...parCle.values()]);
}

/** @returns the schema of several e-mail addresses in one text; gives each once */
export const adresses = () =>
  z
    .pipe(
      z._default(typedText(DESTINATAIRES_MAX * LIMITES.email), ""),
      z.transform((saisie, contexte) => {
        const lues = readAddresses(enPlusieursLignes(saisie));
        if (lues.ok) return lues.valeur;
        const message = PHRASES_REGLAGES.destinataire(extrait(lues.raison));
        contexte.issues.push({ code: "custom", message, input: saisie });
        return z.NEVER;
      }),
    )
    .check(z.refine((liste) => liste.length <= DESTINATAIRES_MAX, PHRASES_REGLAGES.destinataires));
