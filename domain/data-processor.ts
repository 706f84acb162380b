/** Recipients of personal data, for the privacy page (LPD art. 19). */

import type { MemberData } from "#domain/register/member.ts";
import { CONTACT_DETAIL_LABELS, type ContactDetails } from "./contact-details.ts";
import type { ContactMessage } from "./contact-message.ts";
import type { SignUp } from "./sign-up.ts";

export const PROCESSOR_ROLES = {
  data: ["inscriptions", "messages", "registre des membres"],
  images: ["photos", "affiches"],
  accounts: ["comptes du comité"],
  mail: ["envoi des e-mails"],
} as const;
type Role = keyof typeof PROCESSOR_ROLES;

export type DataProcessor = {
  readonly role: Role;
  /** Public name of the provider. Null if the data stays on the site's own server. */
  readonly provider: string | null;
  /** Countries of the provider, in French. Empty if unknown. */
  readonly country: readonly string[];
  /** Safeguard for data outside Switzerland (LPD art. 16), as a sentence. Null for none. */
  readonly safeguard: string | null;
};

/** Entries whose data stays on the site's own server. */
export const ownServerProcessors = (dataProcessors: readonly DataProcessor[]): DataProcessor[] =>
  dataProcessors.filter(({ provider }) => provider === null);

const SWITZERLAND = "Suisse";

export type ExternalProvider = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly country: readonly string[];
  readonly safeguard: string | null;
  readonly abroad: boolean;
};

/** External providers, in the order of `dataProcessors`. Joins entries with equal provider and countries. */
export function externalProvidersOf(dataProcessors: readonly DataProcessor[]): ExternalProvider[] {
  const byKey = new Map<string, ExternalProvider>();
  for (const { role, provider: name, country, safeguard } of dataProcessors) {
    if (name === null) continue;
    const key = JSON.stringify([name, country]);
    const known = byKey.get(key);
    byKey.set(key, {
      name,
      roles: [...(known?.roles ?? []), role],
      country,
      safeguard: known?.safeguard ?? safeguard,
      abroad: country.some((countryName) => countryName !== SWITZERLAND),
    });
  }
  return [...byKey.values()];
}

type CollectedField = { readonly name: string; readonly purpose: string };

export const SIGN_UP_DATA: Record<keyof SignUp, CollectedField> = {
  lastName: { name: "Nom", purpose: "savoir qui s’inscrit et tenir la liste des membres" },
  firstName: { name: "Prénom", purpose: "savoir qui s’inscrit et tenir la liste des membres" },
  address: { name: "Adresse", purpose: "vous écrire, par exemple pour l’assemblée et la cotisation" },
  phone: { name: "Téléphone", purpose: "vous appeler, par exemple s’il manque quelque chose" },
  birthDate: {
    name: "Date de naissance",
    purpose: "vérifier que vous avez 16 ans, et savoir si vous avez moins de 18 ans",
  },
  charter: {
    name: "Acceptation de la charte",
    purpose: "garder la trace de votre engagement, et de la version acceptée",
  },
  minorCharter: {
    name: "Accord des parents, ou de la personne responsable",
    purpose: "avant 18 ans seulement\u00a0: savoir que les conditions ont été lues et acceptées",
  },
};

export const CONTACT_DETAILS_DATA: Record<keyof ContactDetails, CollectedField> = {
  email: { name: CONTACT_DETAIL_LABELS.email, purpose: "vous convoquer, par exemple à l’assemblée" },
  guardianName: { name: CONTACT_DETAIL_LABELS.guardianName, purpose: "avant 18 ans\u00a0: savoir qui appeler" },
  guardianPhone: { name: CONTACT_DETAIL_LABELS.guardianPhone, purpose: "avant 18 ans\u00a0: l’appeler, et lui écrire" },
};

export const MESSAGE_DATA: Record<keyof ContactMessage, CollectedField> = {
  name: { name: "Nom et prénom", purpose: "savoir qui écrit" },
  email: { name: "E-mail", purpose: "vous répondre" },
  subject: { name: "Sujet", purpose: "donner le message à la bonne personne du comité" },
  message: { name: "Message", purpose: "comprendre et traiter votre demande" },
};

const ADDRESS = "vous écrire et vous envoyer la facture de la cotisation";

export const MEMBER_DATA_PURPOSES: Record<keyof MemberData, string> = {
  firstName: "savoir qui est membre",
  lastName: "savoir qui est membre",
  street: ADDRESS,
  buildingNumber: ADDRESS,
  postcode: ADDRESS,
  place: ADDRESS,
  country: ADDRESS,
  phone: "vous appeler",
  email: "vous écrire, si vous en avez donné un",
  inGroupChat: "savoir qui n’est pas encore dans le groupe de la société",
  birthDate: "vous distinguer d’une personne du même nom, et savoir si vous avez moins de 18 ans",
  since: "savoir dès quand vous payez la cotisation",
  returnedOn: "la même chose, après un retour",
  leftOn: "ne plus vous demander la cotisation, et effacer votre fiche plus tard",
  leftReason: "comprendre un départ, si vous l’avez dit",
  consentOn: "avant 18 ans\u00a0: savoir que l’autorisation parentale est revenue",
  guardianName: "avant 18 ans\u00a0: savoir qui appeler",
  guardianPhone: "avant 18 ans\u00a0: l’appeler",
  note: "ce dont le comité doit se souvenir\u00a0; vous pouvez le lire",
};
