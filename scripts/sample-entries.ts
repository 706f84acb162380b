/** Invented sign-ups and messages for the pictures of the committee's screens. */
import { inscription, message, submit, submitRefused, withInbox } from "#tests/e2e/inbox.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const yearOfBirth = (age: number) => new Date().getFullYear() - age;
const CONSENT = "Validé par la personne";

export async function submitExamples(): Promise<void> {
  const handled = await submit(
    inscription({ lastName: "Dubuis", firstName: "Samuel", birthDate: `17.03.${yearOfBirth(22)}` }),
    daysAgo(9),
  );
  await submitRefused(
    inscription({ lastName: "Varone", firstName: "Léa", phone: "0790000012", birthDate: `01.02.${yearOfBirth(19)}` }),
    "Le serveur d’e-mail a refusé le message (550).",
  );
  const minors = { minorCharter: CONSENT, address: "Route de Prinzières 12, 1965 Savièse" } as const;
  await submit(
    inscription({ ...minors, lastName: "Reynard", firstName: "Noé", birthDate: `01.01.${yearOfBirth(17)}` }),
    daysAgo(3),
  );
  const signed = await submit(inscription({ ...minors, birthDate: `12.01.${yearOfBirth(16)}` }), daysAgo(2));
  await withInbox(async (inbox) => {
    await inbox.setHandled(handled, daysAgo(8));
    await inbox.setConsentReceived(signed, daysAgo(1));
  });
  await submit(message({ subject: "Un coup de main pour la brisolée" }), daysAgo(1));
}
