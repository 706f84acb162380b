import { expect, it } from "vitest";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { SIGN_UP_SENTENCES } from "#domain/sign-up.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { submitSignUp } from "#usecases/sign-up.ts";
import { desk } from "./desk.ts";

/** 00:30 on 1 August in Zurich; still 31 July in UTC. */
const NOW = new Date("2025-07-31T22:30:00.000Z");

const TYPED = {
  nom: " Dupont ",
  prenom: "Ana",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "+41 79 123 45 67",
  dateAnniv: "2000-08-05",
  charte: "on",
};

const site = () => ({ ...desk(), clock: { now: () => NOW } });

it("a sign-up is stored in the inbox with its mail due before it reports success", async () => {
  const services = site();
  const outcome = await submitSignUp(services, TYPED);
  if (!outcome.ok) throw new Error("refused");
  expect(await services.inbox.get(outcome.value.id)).toEqual(outcome.value);
  const expected = aSignUp({ lastName: "Dupont", firstName: "Ana", birthDate: "05.08.2000" });
  const mail = { state: "en-attente", reason: null };
  expect(await services.mails.nextDue()).toEqual(NOW);
  expect(outcome.value).toMatchObject({ ...expected, receivedAt: NOW, mail });
});

it("the sign-up records the revision of the charter that the form names, if it existed, else the current one", async () => {
  const services = site();
  const { texts } = services;
  const acceptedOf = async (charterRevision: string, phone: string) => {
    const outcome = await submitSignUp(services, { ...TYPED, tel: `07912345${phone}`, charterRevision });
    return outcome.ok && outcome.value.charterRevision;
  };
  expect(await acceptedOf("", "01")).toBe("");
  const [first, second] = ["2025-06-01T10:00:00.000Z", "2025-07-01T10:00:00.000Z"];
  for (const at of [first, second]) {
    const { version } = await texts.get("charter");
    await texts.save("charter", { title1: at }, version, { by: { id: "1", name: "Ana" }, at: new Date(at) });
  }
  expect(await acceptedOf(first, "02")).toBe(first);
  expect(await acceptedOf("", "03")).toBe("");
  expect(await acceptedOf("2024-01-01T10:00:00.000Z", "04")).toBe(second);
});

it("the sign-up computes ages for the date in Zurich, also just after midnight", async () => {
  const services = site();
  expect(await submitSignUp(services, { ...TYPED, dateAnniv: "2009-08-02", charteMineur: "on" })).toEqual({
    ok: false,
    reason: { dateAnniv: SIGN_UP_SENTENCES.tooYoung },
  });
  const outcome = await submitSignUp(services, { ...TYPED, dateAnniv: "2009-08-01", charteMineur: "on" });
  expect(outcome).toMatchObject({ ok: true, value: { content: { minorCharter: "Validé par la personne" } } });
});

it("the sign-up stores nothing of a refused form, and returns an error for each invalid field", async () => {
  const services = site();
  expect(await submitSignUp(services, { ...TYPED, nom: "", tel: "12", charte: "" })).toEqual({
    ok: false,
    reason: { nom: FIELD_SENTENCES.required, tel: FIELD_SENTENCES.phone, charte: SIGN_UP_SENTENCES.charte },
  });
  expect(await services.inbox.listIds()).toEqual(new Set());
});

it("the sign-up requires a confirmation of a proposed birth date, and marks it for the committee, but no typed date", async () => {
  const services = site();
  const untouched = { ...TYPED, dateAnniv: "2007-08-01" };
  const question = "Vous êtes né·e le 1er\u00a0août\u00a02007\u00a0: c’est bien juste\u00a0?";
  for (const confirmedBirthDate of ["", "on", "2000-08-05"])
    expect(await submitSignUp(services, { ...untouched, confirmedBirthDate })).toEqual({
      ok: false,
      reason: { confirmedBirthDate: question },
    });
  const unnamed = await submitSignUp(services, { ...untouched, nom: "" });
  expect(unnamed).toEqual({ ok: false, reason: { nom: FIELD_SENTENCES.required } });
  expect(await services.inbox.listIds()).toEqual(new Set());
  const marks = async (typed: Record<string, string>) => {
    const outcome = await submitSignUp(site(), typed);
    return outcome.ok && outcome.value.birthDateToVerify;
  };
  expect(await marks({ ...untouched, confirmedBirthDate: "2007-08-01" })).toBe(true);
  // An earlier day's form proposed this date.
  const older = { ...TYPED, dateAnniv: "2007-07-20" };
  expect(await marks({ ...older, confirmedBirthDate: "2007-07-20" })).toBe(true);
  expect(await marks({ ...older, confirmedBirthDate: "2007-08-01" })).toBe(false);
  expect(await marks(older)).toBe(false);
});
