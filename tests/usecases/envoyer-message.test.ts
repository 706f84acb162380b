import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { PHRASES } from "#domain/champs.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { envoyerMessage } from "#usecases/envoyer-message.ts";

const MAINTENANT = new Date("2025-08-01T12:00:00.000Z");
const SAISIE = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour\r\nà tous" };

const site = () => {
  const inbox = createInbox(embeddedFile().open());
  return { inbox, clock: { now: () => MAINTENANT }, enAttente: () => inbox.claimDue(MAINTENANT, 1, 100) };
};

it("keeps a message in the inbox, ready to be mailed, before it says that it is done", async () => {
  const { inbox, clock } = site();
  const issue = await envoyerMessage({ inbox, clock }, SAISIE);
  if (!issue.ok) throw new Error("refused");
  expect(await inbox.get(issue.valeur.id)).toEqual(issue.valeur);
  expect(issue.valeur).toMatchObject({
    type: "message",
    contenu: { ...SAISIE, message: "Bonjour\nà tous" },
    recuLe: MAINTENANT,
    courrier: { etat: "en-attente", prochaine: MAINTENANT },
  });
});

it("keeps nothing of a form that is refused, and says why beside each field", async () => {
  const { inbox, clock, enAttente } = site();
  expect(await envoyerMessage({ inbox, clock }, { ...SAISIE, nom: "", email: "leo" })).toEqual({
    ok: false,
    raison: { nom: PHRASES.obligatoire, email: PHRASES.email },
  });
  expect(await enAttente()).toEqual([]);
});

it("makes one entry of a double click, and two of two different messages", async () => {
  const { inbox, clock, enAttente } = site();
  const une = await envoyerMessage({ inbox, clock }, SAISIE);
  expect(await envoyerMessage({ inbox, clock }, SAISIE)).toEqual(une);
  await envoyerMessage({ inbox, clock }, { ...SAISIE, message: "Encore une chose" });
  expect(await enAttente()).toHaveLength(2);
});

it("throws when the inbox does not answer, so that nobody is thanked for nothing", async () => {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  db.close();
  await expect(envoyerMessage({ inbox, clock: { now: () => MAINTENANT } }, SAISIE)).rejects.toThrow();
});
