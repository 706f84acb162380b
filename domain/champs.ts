/**
 * Fields that several forms share. Schemas are made by functions, never at the top level of a module:
 * a page that needs a limit or a rule in the browser then does not carry the validation library along.
 */
import { z } from "zod";
import { normalForm, typedMax } from "./normal-form.ts";

/** The most characters a field may hold, after clean-up. */
export const LIMITES = {
  texte: 500,
  nom: 120,
  email: 254,
  lien: 2000,
  message: 10_000,
} as const;

/** Sentences that are shown beside a field, on the server and in the browser alike. */
export const PHRASES = {
  obligatoire: "Ce champ est obligatoire.",
  incomplet: "Complétez ce champ, ou videz-le.",
  email: "Indiquez une adresse e-mail complète.",
  emailEnding: "Il manque la fin de l’adresse, par exemple «\u00a0.ch\u00a0».",
  telephone: "Indiquez un numéro à dix chiffres.",
  lien: "Indiquez une adresse web complète, par exemple https://exemple.ch/film.",
  tropLong: (max: number) => `Ce texte est trop long\u00a0: ${max.toLocaleString("fr-CH")} caractères au maximum.`,
} as const;

/** Values of a form as typed, by field name. A field that was not sent is absent. */
export type Saisie = Readonly<Record<string, string>>;

/** One French sentence per refused field, by field name. */
export type Erreurs = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROLES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const DIX_CHIFFRES = /^\d{10}$/;

/**
 * @param texte what was typed into a one-line field
 * @returns the same text without control characters, with single spaces, composed (NFC)
 */
export const enUneLigne = (texte: string): string =>
  normalForm(texte.toWellFormed().replace(CONTROLES, "").replace(/\s+/g, " ").trim(), "NFC");

/**
 * @param texte what was typed into a field of several lines
 * @returns the same text without control characters, with `\n` as line end
 */
export const enPlusieursLignes = (texte: string): string =>
  normalForm(texte.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROLES, "").trim(), "NFC");

/**
 * Brings a Swiss phone number to its ten digits (PRODUCT.md, "phone").
 * @param saisie as typed or pasted: spaces, dots and dashes are dropped, `+41` or `0041` becomes `0`
 * @returns ten digits, or null when it is not such a number
 */
export function normaliserTelephone(saisie: string): string | null {
  const chiffres = saisie.replace(/[\s.\p{Pd}]/gu, "").replace(/^(?:\+|00)41(?:\(0\))?/, "0");
  return DIX_CHIFFRES.test(chiffres) ? chiffres : null;
}

/**
 * @param telephone ten digits
 * @returns the number in the groups that people read here: `079 123 45 67`
 */
export const telephoneLisible = (telephone: string): string =>
  telephone.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4");

/** @returns where a tap on a phone number leads, as `tel:+41791234567`; null when it is not such a number */
export function phoneLink(telephone: string): string | null {
  const digits = normaliserTelephone(telephone);
  return digits && `tel:${digits.replace(/^0(?=[1-9])/, "+41")}`;
}

/**
 * What somebody typed, before anything is done with it.
 * @param max the most characters it may hold after clean-up
 * @param absent what is said when there is no such field
 */
export const typedText = (max: number, absent?: string) => z.string(absent).max(typedMax(max), PHRASES.tropLong(max));

/** @returns the schema of a required one-line text of at most `max` characters */
export const texteObligatoire = (max: number = LIMITES.texte) =>
  typedText(max, PHRASES.obligatoire)
    .transform(enUneLigne)
    .pipe(z.string().min(1, PHRASES.obligatoire).max(max, PHRASES.tropLong(max)));

/** @returns the schema of a required text of several lines */
export const messageObligatoire = (max: number = LIMITES.message) =>
  typedText(max, PHRASES.obligatoire)
    .transform(enPlusieursLignes)
    .pipe(z.string().min(1, PHRASES.obligatoire).max(max, PHRASES.tropLong(max)));

/** @returns whether an e-mail address ends without a point after its @, as browsers let it: `ginette@bluewin` */
export const lacksEnding = (email: string): boolean => {
  const at = email.lastIndexOf("@");
  return at >= 0 && !email.includes(".", at);
};

/** @returns the schema of a required e-mail address, by the rule browsers use; its domain has a point in it */
export const emailObligatoire = () =>
  texteObligatoire(LIMITES.email)
    .pipe(z.email({ pattern: z.regexes.html5Email, error: PHRASES.email }))
    .refine((email) => !lacksEnding(email), PHRASES.emailEnding);

/** @returns the schema of a required phone number; gives ten digits (SPEC.md section 5) */
export const telephoneObligatoire = () =>
  texteObligatoire().transform((saisie, contexte) => {
    const telephone = normaliserTelephone(saisie);
    if (telephone === null) contexte.addIssue({ code: "custom", message: PHRASES.telephone });
    return telephone ?? z.NEVER;
  });

/**
 * @param text a link as somebody wrote it, with or without its scheme (`www.youtube.com/…`)
 * @returns the http(s) address that it means; null for any other scheme, for what is too long and for what is no address
 */
export function webAddress(text: string): string | null {
  if (text.length > LIMITES.lien) return null;
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes(".") ? address.href : null;
}

/**
 * @returns the schema of an optional link; gives an http(s) address, or an empty text for none.
 * An address typed without its scheme (`youtu.be/…`) gets `https://`.
 */
export const lienFacultatif = () =>
  typedText(LIMITES.lien)
    .default("")
    .transform(enUneLigne)
    .pipe(z.string().max(LIMITES.lien, PHRASES.tropLong(LIMITES.lien)))
    .transform((saisie, contexte) => {
      if (saisie === "") return "";
      const address = webAddress(saisie);
      if (address !== null) return address;
      contexte.addIssue({ code: "custom", message: PHRASES.lien });
      return z.NEVER;
    });

/**
 * The schema of a list of choices that changes nothing by itself: what a document holds already may stay, also when the
 * list does not know it (an older site wrote it, or somebody by hand).
 * @param kept what the document holds; absent: there is none
 * @param refusal the sentence for anything else
 * @returns one of the choices, or `kept` to the letter
 */
export const choiceOrKept = <Choice extends string>(
  choices: readonly Choice[],
  kept: string | undefined,
  refusal: string,
) =>
  z.string(refusal).transform((sent, context): Choice => {
    const choice = choices.find((one) => one === sent);
    if (choice !== undefined) return choice;
    // A browser changes line ends on the way.
    if (kept !== undefined && sent.length <= 2 * kept.length && enUneLigne(sent) === enUneLigne(kept))
      return kept as Choice;
    context.addIssue({ code: "custom", message: refusal });
    return z.NEVER;
  });

/**
 * @param erreur what a schema of this folder refused
 * @returns the first sentence of each refused field, by field name
 */
export function erreursParChamp(erreur: z.ZodError): Erreurs {
  const parChamp: Record<string, string> = {};
  for (const { path, message } of erreur.issues) parChamp[String(path[0])] ??= message;
  return parChamp;
}
