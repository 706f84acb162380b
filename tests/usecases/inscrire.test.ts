import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { PHRASES } from "#domain/champs.ts";
import { PHRASES_INSCRIPTION } from "#domain/inscription.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { inscrire } from "#usecases/inscrire.ts";

/** 30 minutes past midnight on 1 August in the village; still 31 July in Greenwich. */
const MAINTENANT = new Date("2025-07-31T22:30:00.000Z");

const SAISIE = {
  nom: " Dupont ",
  prenom: "Ana",
  adresse: "Rue de Savièse 1",
  tel: "+41 79 123 45 67",
  dateAnniv: "2000-08-05",
  charte: "on",
};

const site = () => {
  const inbox = createInbox(embeddedFile().open());
  return { inbox, clock: { now: () => MAINTENANT }, enAttente: () => inbox.claimDue(MAINTENANT, 1, 100) };
};

it("keeps a sign-up in the inbox, ready to be mailed, before it says that it is done", async () => {
  const { inbox, clock } = site();
  const issue = await inscrire({ inbox, clock }, SAISIE);
  if (!issue.ok) throw new Error("refused");
  expect(await inbox.get(issue.valeur.id)).toEqual(issue.valeur);
  expect(issue.valeur).toMatchObject({
    type: "inscription",
    contenu: {
      nom: "Dupont",
      prenom: "Ana",
      adresse: "Rue de Savièse 1",
      tel: "0791234567",
      dateAnniv: "05.08.2000",
      charte: "Validé par la personne",
      charteMineur: "Majeur",
    },
    recuLe: MAINTENANT,
    courrier: { etat: "en-attente", prochaine: MAINTENANT },
  });
});

it("counts ages on the village's date: somebody turns 16 at midnight in Zurich", async () => {
  const { inbox, clock } = site();
  expect(await inscrire({ inbox, clock }, { ...SAISIE, dateAnniv: "2009-08-02", charteMineur: "on" })).toEqual({
    ok: false,
    raison: { dateAnniv: PHRASES_INSCRIPTION.tropJeune },
  });
  const issue = await inscrire({ inbox, clock }, { ...SAISIE, dateAnniv: "2009-08-01", charteMineur: "on" });
  expect(issue).toMatchObject({ ok: true, valeur: { contenu: { charteMineur: "Validé par la personne" } } });
});

it("keeps nothing of a form that is refused, and says why beside each field", async () => {
  const { inbox, clock, enAttente } = site();
  expect(await inscrire({ inbox, clock }, { ...SAISIE, nom: "", tel: "12", charte: "" })).toEqual({
    ok: false,
    raison: { nom: PHRASES.obligatoire, tel: PHRASES.telephone, charte: PHRASES_INSCRIPTION.charte },
  });
  expect(await enAttente()).toEqual([]);
});

it("makes one entry of a double click, also when the number is typed differently the second time", async () => {
  const { inbox, clock, enAttente } = site();
  const [une, deux] = await Promise.all([
    inscrire({ inbox, clock }, SAISIE),
    inscrire({ inbox, clock }, { ...SAISIE, tel: "079 123 45 67" }),
  ]);
  expect(deux).toEqual(une);
  expect(await enAttente()).toHaveLength(1);
});

it("asks about a birth date that the form proposed before it keeps it, and marks it then", async () => {
  const { inbox, clock, enAttente } = site();
  const untouched = { ...SAISIE, dateAnniv: "2007-08-01" };
  const question = "Vous êtes né·e le 1er\u00a0août\u00a02007\u00a0: c’est bien juste\u00a0?";
  for (const confirmedBirthDate of ["", "on", "2000-08-05"])
    expect(await inscrire({ inbox, clock }, { ...untouched, confirmedBirthDate })).toEqual({
      ok: false,
      raison: { confirmedBirthDate: question },
    });
  expect(await inscrire({ inbox, clock }, { ...untouched, nom: "" })).toEqual({
    ok: false,
    raison: { nom: PHRASES.obligatoire },
  });
  expect(await enAttente()).toEqual([]);
  const issue = await inscrire({ inbox, clock }, { ...untouched, confirmedBirthDate: "2007-08-01" });
  expect(issue).toMatchObject({ ok: true, valeur: { birthDateToVerify: true } });
});

it("asks about the proposal of yesterday as well: the form may have been open over midnight", async () => {
  const yesterday = { ...SAISIE, dateAnniv: "2007-07-31" };
  expect(await inscrire(site(), yesterday)).toMatchObject({
    ok: false,
    raison: { confirmedBirthDate: expect.stringContaining("31\u00a0juillet\u00a02007") },
  });
});

it("marks a date that an older page asked about, and no date that was typed", async () => {
  const older = { ...SAISIE, dateAnniv: "2007-07-20" };
  const marks = async (saisie: Record<string, string>) => {
    const issue = await inscrire(site(), saisie);
    return issue.ok && issue.valeur.birthDateToVerify;
  };
  expect(await marks({ ...older, confirmedBirthDate: "2007-07-20" })).toBe(true);
  expect(await marks({ ...older, confirmedBirthDate: "2007-08-01" })).toBe(false);
  expect(await marks(older)).toBe(false);
});

it("throws when the inbox does not answer, so that nobody is thanked for nothing", async () => {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  db.close();
  await expect(inscrire({ inbox, clock: { now: () => MAINTENANT } }, SAISIE)).rejects.toThrow();
});
