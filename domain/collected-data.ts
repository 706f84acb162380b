/** The personal data that the forms collect, with its purposes, for the privacy page (LPD art. 19 al. 2). */
import type { ContactMessage } from "./contact-message.ts";
import type { SignUp } from "./sign-up.ts";

type CollectedField = { readonly name: string; readonly purpose: string };

export const SIGN_UP_DATA: Record<keyof SignUp, CollectedField> = {
  lastName: { name: "Nom", purpose: "savoir qui s’inscrit et tenir la liste des membres" },
  firstName: { name: "Prénom", purpose: "savoir qui s’inscrit et tenir la liste des membres" },
  address: { name: "Adresse", purpose: "vous écrire, par exemple pour l’assemblée et la cotisation" },
  phone: { name: "Téléphone", purpose: "vous appeler, par exemple s’il manque quelque chose" },
  birthDate: { name: "Date de naissance", purpose: "vérifier que vous avez 16 ans, et savoir si vous êtes mineur·e" },
  charter: { name: "Acceptation de la charte", purpose: "garder la trace de votre engagement" },
  minorCharter: {
    name: "Accord du représentant légal",
    purpose: "pour les mineur·es seulement\u00a0: savoir que les conditions ont été lues et acceptées",
  },
};

export const MESSAGE_DATA: Record<keyof ContactMessage, CollectedField> = {
  name: { name: "Nom et prénom", purpose: "savoir qui écrit" },
  email: { name: "E-mail", purpose: "vous répondre" },
  subject: { name: "Sujet", purpose: "donner le message à la bonne personne du comité" },
  message: { name: "Message", purpose: "comprendre et traiter votre demande" },
};
