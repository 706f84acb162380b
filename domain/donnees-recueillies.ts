/** What the two forms ask for, field by field, and what each is for: the privacy page's list (LPD art. 19 al. 2). */
import type { Inscription } from "./inscription.ts";
import type { MessageContact } from "./message-contact.ts";

type Donnee = { readonly nom: string; readonly pourquoi: string };

/** Keyed by the payload, so that a field cannot be collected without being announced. */
export const DONNEES_INSCRIPTION: Record<keyof Inscription, Donnee> = {
  nom: { nom: "Nom", pourquoi: "savoir qui s’inscrit et tenir la liste des membres" },
  prenom: { nom: "Prénom", pourquoi: "savoir qui s’inscrit et tenir la liste des membres" },
  adresse: { nom: "Adresse", pourquoi: "vous écrire, par exemple pour l’assemblée et la cotisation" },
  tel: { nom: "Téléphone", pourquoi: "vous appeler, par exemple s’il manque quelque chose" },
  dateAnniv: { nom: "Date de naissance", pourquoi: "vérifier que vous avez 16 ans, et savoir si vous êtes mineur·e" },
  charte: { nom: "Acceptation de la charte", pourquoi: "garder la trace de votre engagement" },
  charteMineur: {
    nom: "Accord du représentant légal",
    pourquoi: "pour les mineur·es seulement\u00a0: savoir que les conditions ont été lues et acceptées",
  },
};

export const DONNEES_MESSAGE: Record<keyof MessageContact, Donnee> = {
  nom: { nom: "Nom et prénom", pourquoi: "savoir qui écrit" },
  email: { nom: "E-mail", pourquoi: "vous répondre" },
  sujet: { nom: "Sujet", pourquoi: "donner le message à la bonne personne du comité" },
  message: { nom: "Message", pourquoi: "comprendre et traiter votre demande" },
};
