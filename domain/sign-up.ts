import * as z from "zod/mini";
import { ageStatusOn, isMinor } from "./age.ts";
import { type Day, dayInFrench, isDay, swissDay } from "./dates.ts";
import { LIMITS, refusedBy, requiredLine, requiredPhone, tickedBox, typedText } from "./fields.ts";

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
  charte: "Acceptez la charte pour vous inscrire.",
  charteMineur: "Avant 18 ans, l’accord de votre représentant légal est nécessaire.",
} as const;

/** Name of the hidden field with the birth date that the visitor has confirmed. */
export const CONFIRMED_BIRTH_DATE = "confirmedBirthDate";

/** Name of the hidden field with the revision of the charter that the form links to. */
export const CHARTER_REVISION = "charterRevision";

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

/** Schema of the sign-up form. Returns the payload of docs/specification.md section 3. `day`: today in Zurich. */
export const signUpSchema = (day: Day) =>
  z.pipe(
    z
      .object({
        nom: requiredLine(LIMITS.nom),
        prenom: requiredLine(LIMITS.nom),
        adresse: requiredLine(),
        tel: requiredPhone(),
        dateAnniv: typedText(LIMITS.text, SIGN_UP_SENTENCES.birthDate).check(
          refusedBy((typed) => birthDateRefusal(typed, day)),
        ),
        charte: tickedBox().check(z.refine(Boolean, SIGN_UP_SENTENCES.charte)),
        charteMineur: tickedBox(),
        [CONFIRMED_BIRTH_DATE]: z.optional(z.string()),
      })
      .check(
        z.refine(({ dateAnniv, charteMineur }) => charteMineur || !isMinor(dateAnniv, day), {
          path: ["charteMineur"],
          error: SIGN_UP_SENTENCES.charteMineur,
          // Run this check even if another field is invalid, so that all errors are reported together.
          when: () => true,
        }),
      ),
    z.transform(
      ({ nom, prenom, adresse, tel, dateAnniv }): SignUp => ({
        lastName: nom,
        firstName: prenom,
        address: adresse,
        phone: tel,
        birthDate: swissDay(dateAnniv),
        charter: "Validé par la personne",
        minorCharter: isMinor(dateAnniv, day) ? "Validé par la personne" : "Majeur",
      }),
    ),
  );
