import * as z from "zod/mini";
import { ageStatusOn, isMinor } from "./age.ts";
import { type Day, dayInFrench, isDay, swissDay } from "./dates.ts";
import {
  checkboxSchema,
  FIELD_LIMITS,
  FIELD_SENTENCES,
  refusalCheck,
  requiredLineSchema,
  requiredPhoneSchema,
  toSingleLine,
  typedTextSchema,
} from "./fields.ts";
import { normaliseUnicode } from "./text/normal-form.ts";

/** Payload of a sign-up (docs/specification.md section 3). `birthDate`: `05.08.2008`. */
export type SignUp = {
  lastName: string;
  firstName: string;
  address: string;
  phone: string;
  birthDate: string;
  charter: "Validé par la personne" | "Non validé";
  minorCharter: "Validé par la personne" | "Non validé" | "Majeur";
};

export const SIGN_UP_SENTENCES = {
  tooYoung: "Vous devez avoir au moins 16 ans pour vous inscrire.",
  birthDate: "Indiquez votre date de naissance.",
  impossibleBirthDate: "Cette date de naissance n’est pas possible. Vérifiez l’année.",
  town: "Et le NPA et le lieu\u00a0? Ils sont proposés juste en dessous\u00a0: corrigez-les si ce n’est pas Savièse.",
  charte: "Acceptez la charte pour vous inscrire.",
  charteMineur: "Avant 18 ans, il faut l’accord de vos parents, ou de la personne responsable de vous.",
} as const;

/** Names of the fields that ask for the town if the address has none. They are not part of the payload. */
export const TOWN_FIELDS = { postcode: "npa", place: "lieu" } as const;

/** The town that the form proposes for an address without a town. */
export const HOME_TOWN = { postcode: "1965", place: "Savièse" } as const;

/** Do not read « 1200 route de Genève » as a postcode: house numbers may have four digits. */
const TOWN = /(?<!\d)\d{4,5}[\s,]+(?!(?:rue|route|rte|chemin|ch\.|avenue|av\.?|place|impasse|allée)\s)\p{L}/iu;

/** Whether the address has no postcode with a place. Browsers often fill in only « Rue du Stade 5 ». */
const lacksTown = (address: string): boolean => !TOWN.test(address);

/** The address with a town as one text: « Rue du Stade 5, 1965 Savièse ». */
function withTown(address: string, postcode: string, place: string): string {
  const parts = address.split(/,\s?/);
  // Removes a town that the address already ends with: « Rue du Stade 5, Savièse », « Rue du Stade 5, 1965 ».
  const named = [postcode, place, `${place} ${postcode}`, ""].map(comparable);
  while (named.includes(comparable(parts.at(-1) ?? "?"))) parts.pop();
  return [...parts, `${postcode} ${place}`].join(", ");
}

const comparable = (text: string): string => normaliseUnicode(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Name of the hidden field with the birth date that the visitor has confirmed. */
export const CONFIRMED_BIRTH_DATE_FIELD = "confirmedBirthDate";

/** Name of the hidden field with the revision of the charter that the form links to. */
export const CHARTER_REVISION_FIELD = "charterRevision";

/** The question to a visitor who has not changed the form's initial birth date. */
export const birthDateQuestion = (birth: Day): string =>
  `Vous êtes né·e le ${dayInFrench(birth)}\u00a0: c’est bien juste\u00a0?`;

const STANDING_SENTENCES = {
  impossible: SIGN_UP_SENTENCES.impossibleBirthDate,
  "too-young": SIGN_UP_SENTENCES.tooYoung,
} as const;

function birthDateRefusal(birthDate: string, day: Day): string | null {
  if (!isDay(birthDate)) return SIGN_UP_SENTENCES.birthDate;
  const status = ageStatusOn(birthDate, day);
  return status === "impossible" || status === "too-young" ? STANDING_SENTENCES[status] : null;
}

const POSTCODE_MAX = 16;

/** Undefined if the form did not ask for the town. */
const townPart = (max: number) =>
  z.optional(
    z.pipe(typedTextSchema(max), z.transform(toSingleLine)).check(z.maxLength(max, FIELD_SENTENCES.tooLong(max))),
  );

/** Schema of the sign-up form. Returns the payload of docs/specification.md section 3. `day`: today in Zurich. */
export const signUpSchema = (day: Day) =>
  z.pipe(
    z
      .object({
        nom: requiredLineSchema(FIELD_LIMITS.nom),
        prenom: requiredLineSchema(FIELD_LIMITS.nom),
        adresse: requiredLineSchema(),
        [TOWN_FIELDS.postcode]: townPart(POSTCODE_MAX),
        [TOWN_FIELDS.place]: townPart(FIELD_LIMITS.nom),
        tel: requiredPhoneSchema(),
        dateAnniv: typedTextSchema(FIELD_LIMITS.text, SIGN_UP_SENTENCES.birthDate).check(
          refusalCheck((typed) => birthDateRefusal(typed, day)),
        ),
        charte: checkboxSchema().check(z.refine(Boolean, SIGN_UP_SENTENCES.charte)),
        charteMineur: checkboxSchema(),
        [CONFIRMED_BIRTH_DATE_FIELD]: z.optional(z.string()),
      })
      .check(
        z.refine(({ dateAnniv, charteMineur }) => charteMineur || !isMinor(dateAnniv, day), {
          path: ["charteMineur"],
          error: SIGN_UP_SENTENCES.charteMineur,
          // Run this check even if another field is invalid, so that all errors are reported together.
          when: () => true,
        }),
      )
      .check(
        z.superRefine(
          ({ adresse, npa, lieu }, context) => {
            const refuse = (field: string, message: string) =>
              context.addIssue({ code: "custom", path: [field], message });
            // The form sends both fields empty for an address that needs no town, such as one abroad.
            if (npa === undefined && lieu === undefined) {
              if (adresse && lacksTown(adresse)) refuse("adresse", SIGN_UP_SENTENCES.town);
            } else if (npa && !lieu) refuse(TOWN_FIELDS.place, FIELD_SENTENCES.incomplete);
            else if (lieu && !npa) refuse(TOWN_FIELDS.postcode, FIELD_SENTENCES.incomplete);
          },
          { when: () => true },
        ),
      ),
    z.transform(
      ({ nom, prenom, adresse, npa, lieu, tel, dateAnniv }): SignUp => ({
        lastName: nom,
        firstName: prenom,
        address: npa && lieu && lacksTown(adresse) ? withTown(adresse, npa, lieu) : adresse,
        phone: tel,
        birthDate: swissDay(dateAnniv),
        charter: "Validé par la personne",
        minorCharter: isMinor(dateAnniv, day) ? "Validé par la personne" : "Majeur",
      }),
    ),
  );
