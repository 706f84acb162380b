/** Invented sign-ups and messages for the pictures of the committee's screens. */
import { avecInbox, deposer, deposerRefusee, inscription, message } from "#tests/e2e/inbox.ts";

const JOUR_MS = 24 * 60 * 60 * 1000;
const ilYA = (jours: number) => new Date(Date.now() - jours * JOUR_MS);
const annee = (age: number) => new Date().getFullYear() - age;
const ACCORD = "Validé par la personne";

export async function deposerDesExemples(): Promise<void> {
  const traitee = await deposer(
    inscription({ nom: "Dubuis", prenom: "Samuel", dateAnniv: `17.03.${annee(22)}` }),
    ilYA(9),
  );
  await deposerRefusee(
    inscription({ nom: "Varone", prenom: "Léa", tel: "0790000012", dateAnniv: `01.02.${annee(19)}` }),
    "Le serveur d’e-mail a refusé le message (550).",
  );
  const mineurs = { charteMineur: ACCORD, adresse: "Route de Prinzières 12, 1965 Savièse" } as const;
  await deposer(inscription({ ...mineurs, nom: "Reynard", prenom: "Noé", dateAnniv: `01.01.${annee(17)}` }), ilYA(3));
  const signee = await deposer(inscription({ ...mineurs, dateAnniv: `12.01.${annee(16)}` }), ilYA(2));
  await avecInbox(async (inbox) => {
    await inbox.setTreated(traitee, ilYA(8));
    await inbox.setAuthorised(signee, ilYA(1));
  });
  await deposer(message({ sujet: "Un coup de main pour la brisolée" }), ilYA(1));
}
