import { AGE_OF_MAJORITY } from "./age.ts";
import { addDays, type Day, dayInZurich } from "./dates.ts";
import { formatPhone } from "./fields.ts";
import { withoutExampleSettings } from "./settings/example-settings.ts";
import type { Settings } from "./settings/settings.ts";
import type { SignUp } from "./sign-up.ts";

/** Days after the sign-up during which the link to the filled-in form works. */
export const CONSENT_LINK_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

export type ConsentFormDetails = Pick<SignUp, "lastName" | "firstName" | "birthDate" | "phone" | "address">;

export type ConsentReturnAddress = {
  committee: string;
  /** The association's e-mail address. Null if not set. */
  email: string | null;
};

/** Texts that the committee can change. `fee`: per year, with currency. */
export type ConsentFormWords = ConsentReturnAddress & {
  fee: string;
  conditions: readonly { title: string; text: string }[];
};

/** Where parents return the signed form. `publicUrl` has no slash at its end. */
export const consentReturnAddress = (publicUrl: string, settings: Settings): ConsentReturnAddress => ({
  committee: `${publicUrl.replace(/^https?:\/\//, "")}/comite`,
  email: withoutExampleSettings(settings).email || null,
});

/** The values to print on the form. Null for a person who was an adult at the sign-up. */
export const consentFormDetails = ({
  lastName,
  firstName,
  birthDate,
  phone,
  address,
  minorCharter,
}: SignUp): ConsentFormDetails | null =>
  minorCharter === "Majeur" ? null : { lastName, firstName, birthDate, phone, address };

/** Whether the link to the filled-in form still works. */
export const isConsentLinkOpen = (receivedAt: Date, now: Date): boolean =>
  now.getTime() - receivedAt.getTime() < CONSENT_LINK_DAYS * DAY_MS;

/** The last whole day on which the link to the filled-in form works. */
export const lastConsentLinkDay = (receivedAt: Date): Day => addDays(dayInZurich(receivedAt), CONSENT_LINK_DAYS - 1);

export type ConsentFormLine = {
  readonly label: string;
  readonly fullWidth?: true;
  readonly cases?: readonly string[];
  /** Printed value. Absent for a line that is filled in by hand. */
  readonly value?: (minor: ConsentFormDetails) => string;
};

const SECTIONS: readonly { readonly title: string; readonly lines: readonly ConsentFormLine[] }[] = [
  {
    title: "1. La personne mineure",
    lines: [
      { label: "Nom", value: ({ lastName }) => lastName },
      { label: "Prénom", value: ({ firstName }) => firstName },
      { label: "Date de naissance", value: ({ birthDate }) => birthDate },
      { label: "Téléphone", value: ({ phone }) => formatPhone(phone) },
      { label: "Adresse, NPA, lieu", fullWidth: true, value: ({ address }) => address },
    ],
  },
  {
    title: "2. Le parent ou représentant légal",
    lines: [
      { label: "Nom et prénom" },
      { label: "Lien", cases: ["mère", "père", "autre\u00a0:"] },
      { label: "Téléphone (urgence)" },
      { label: "E-mail" },
      { label: "Adresse, si différente", fullWidth: true },
    ],
  },
];

export const CONSENT_FORM_TEXTS = {
  title: "Autorisation parentale",
  association: "La Jeunesse de Savièse",
  sender: ["La Jeunesse de Savièse", "1965 Savièse, Valais"],
  intro: (filled: boolean, fee: string) => [
    `Pour devenir membre avant ${AGE_OF_MAJORITY} ans. La cotisation est de ${fee} par an.`,
    `À ${filled ? "compléter" : "remplir"} en capitales, à signer à deux et à remettre au comité.`,
  ],
  sections: SECTIONS,
  conditions: "3. Les quatre conditions",
  signatures: {
    title: "4. Signatures",
    who: ["Le parent ou représentant légal", "La personne mineure"],
    line: "Lieu, date",
  },
  bringBack: {
    what: "À rapporter à un membre du comité.",
    where: ({ committee }: ConsentReturnAddress) => `Le comité\u00a0: ${committee}`,
    questions: (email: string) => `Une question\u00a0? ${email}`,
  },
  committee: { title: "Réservé au comité", lines: ["Reçue le", "Par"] },
};
