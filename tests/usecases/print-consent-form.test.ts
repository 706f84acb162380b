import { expect, it } from "vitest";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { printConsentForm } from "#usecases/print-consent-form.ts";
import { desk } from "./desk.ts";

const RECEIVED_AT = new Date("2025-08-05T12:00:00.000Z");
const after = (days: number, ms = 0) => new Date(RECEIVED_AT.getTime() + days * 24 * 60 * 60 * 1000 + ms);

const ANA = { id: "account-of-ana", name: "Ana" };
const ZOE = aSignUp({ birthDate: "05.08.2008", minorCharter: "Validé par la personne" });

async function site(signUp = ZOE) {
  const stores = desk();
  const { entry } = await stores.inbox.add(signUp, RECEIVED_AT);
  const print = (at: Date, { id = entry.id, signedIn = false } = {}) => {
    const services = { ...stores, clock: { now: () => at } };
    return printConsentForm(services, "https://jeunesse.ch", id, signedIn ? ANA : null);
  };
  return { ...stores, print };
}

it("the consent form states the return address, and the e-mail address once the settings have one", async () => {
  const { print, settings } = await site();
  const texts = async () => {
    const paper = await print(RECEIVED_AT);
    return readPdf(paper ?? new Uint8Array()).pieces.map(({ text }) => text.trim());
  };
  const [first, before] = [await texts(), await settings.get()];
  for (const line of ["À rapporter à un membre du comité.", "Le comité\u00a0: jeunesse.ch/comite"])
    expect(first).toContain(line);
  expect(first.join()).not.toContain("exemple.ch");
  const author = { by: ANA, at: RECEIVED_AT };
  await settings.save({ ...before, email: "comite@jeunesse.ch" }, before.version, author);
  expect(await texts()).toContain("Une question\u00a0? comite@jeunesse.ch");
});

it("the consent form closes the link 30 days after the sign-up, to the millisecond, but never for the committee", async () => {
  const { print, journal } = await site();
  expect(await print(after(30, -1))).not.toBeNull();
  expect(await print(after(30))).toBeNull();
  const lines = async () => (await journal.list({}, { start: 0, count: 5 })).entries;
  expect(await lines()).toEqual([]);
  expect(await print(after(400), { signedIn: true })).not.toBeNull();
  expect(await lines()).toMatchObject([{ action: "printed", subject: "inscription", by: ANA }]);
});

it("the consent form returns null for an adult, a message or an unknown id", async () => {
  const { print, inbox } = await site(aSignUp());
  const { entry } = await inbox.add(aMessage(), RECEIVED_AT);
  for (const signedIn of [false, true])
    for (const id of [undefined, entry.id, "personne"]) expect(await print(RECEIVED_AT, { signedIn, id })).toBeNull();
});
