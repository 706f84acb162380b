import { expect, it } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { letterFiles, printLetters } from "#usecases/mailings/print-letters.ts";
import { printWays } from "#usecases/mailings/print-ways.ts";
import { readAudience, readMailingState } from "#usecases/mailings/recipients.ts";
import { readShownMailing, sendMailing } from "#usecases/mailings/send-mailing.ts";
import { desk } from "../desk.ts";

const SITE = "https://site.test";
const BY = { id: "1", name: "Sophie" };
const ADDRESS = { street: "Rue du Lac", buildingNumber: "1", postcode: "1965", place: "Savièse" };
const DUE = { printing: null, range: null };

/** A mailing to these members on a site that sends no e-mails. */
async function mailingTo(people: readonly Partial<MemberData>[], text = "À **8 h**.") {
  const at = desk();
  await at.register.save(
    people.map((one) => ({ id: null, data: { ...EMPTY_MEMBER, lastName: "Dubuis", ...one } })),
    BY,
  );
  const audience = await readAudience(at, { kind: "convocation", filter: "present", text: "" });
  const recipients = audience.people.map(({ member, reply }) => ({ member, reply }));
  const words = { subject: "Sortie", text, answersTo: "Sophie", isForGroup: false };
  const mailing = { ...words, kind: "convocation" as const, event: "", day: "2027-06-12", corrects: "", recipients };
  const id = newMailingId();
  await sendMailing(at, { id, mailing, account: "sophie@exemple.ch", publicUrl: SITE }, BY);
  const read = async () => (await at.mailings.get(id)) ?? expect.fail();
  const people_ = async () => (await readMailingState(at, await read())).people;
  const files = async () => letterFiles(await people_(), await read(), await readShownMailing(at, await read(), SITE));
  /** The names on the letters, or why there are none. */
  const print = async (wanted: Parameters<typeof printLetters>[2] = DUE) => {
    const made = await printLetters(at, id, wanted, SITE, BY);
    if (!made.ok) return made.reason;
    const { pages } = readPdf(made.value);
    return Array.from({ length: pages }, (_, i) => /(\w+) Dubuis/.exec(textOf(made.value, i + 1))?.[1]);
  };
  return { at, id, read, people: people_, files, print };
}

const textOf = (pdf: Uint8Array, page: number) =>
  readPdf(pdf, page)
    .pieces.map(({ text }) => text.trim())
    .join(" ")
    .replaceAll("\u00a0", " ");

it("only those whom nothing but paper reaches get a letter; a printing can be printed again, also when others are due", async () => {
  const { at, id, read, people, files, print } = await mailingTo([
    { firstName: "Ana", phone: "0791234567", ...ADDRESS },
    { firstName: "Bea" },
    { firstName: "Dan", ...ADDRESS },
    { firstName: "Eva", ...ADDRESS },
  ]);
  expect(await print()).toEqual(["Dan", "Eva"]);
  expect((await at.journal.list({}, { start: 0, count: 1 })).entries).toMatchObject([
    { action: "exported", subject: "mailing", subjectId: id },
  ]);
  const due = (await people()).filter(({ delivery }) => delivery.is === "due" && delivery.way === "paper");
  await at.mailings.share(
    id,
    "paper",
    due.map((one) => one.id),
    BY,
  );
  expect(await print()).toEqual(["Dan", "Eva"]);
  const [ana] = await people();
  if (!ana?.person) return expect.fail();
  await at.register.save([{ id: ana.id, version: ana.person.version, data: { ...ana.person, phone: "" } }], BY);
  expect(await print()).toEqual(["Ana"]);
  const printing = (await read()).shares[0]?.at ?? null;
  expect(await files()).toEqual([
    { printing: null, range: null },
    { printing, range: null },
  ]);
  expect(await print({ printing: printing?.toISOString() ?? "", range: null })).toEqual(["Dan", "Eva"]);
  expect(await print({ printing: "2027-01-01T00:00:00.000Z", range: null })).toBe("absent");
});

it("more letters than a file holds are given in several files, each from one person to another, whoever drops out", async () => {
  const names = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}lea`);
  const text = "- a\n".repeat(500).trim();
  const { at, print, files, people } = await mailingTo(
    names.map((firstName) => ({ firstName, ...ADDRESS })),
    text,
  );
  expect(await print()).toBe("too-many");
  const [first, second] = await files();
  expect([first?.range, second?.range]).toMatchObject([
    { first: 1, last: 23 },
    { first: 24, last: 26 },
  ]);
  const range = second?.range ?? expect.fail();
  const x = (await people()).find(({ id }) => id === range.from);
  if (!x?.person) return expect.fail();
  await at.register.save([{ id: x.id, version: x.person.version, data: { ...x.person, phone: "0791234567" } }], BY);
  const printed = await print({ printing: null, range });
  expect([...new Set(printed)].filter(Boolean)).toEqual(["Ylea", "Zlea"]);
  expect(await print({ printing: null, range: { from: "gone", to: range.to } })).toBe("absent");
});

it("nothing is printed without a letter that is due, or without the mailing", async () => {
  const { at, id, print } = await mailingTo([{ firstName: "Bea" }]);
  expect(await print()).toBe("none");
  expect(await printLetters(at, newMailingId(), DUE, SITE, BY)).toEqual({ ok: false, reason: "absent" });
  expect(await printWays(at, newMailingId(), SITE, BY)).toEqual({ ok: false, reason: "absent" });
  expect(await at.mailings.get(id)).not.toBeNull();
});

it("the list of ways names text, sender, and for each person the way with its time, or that nothing was sent", async () => {
  const { at, id, people } = await mailingTo(
    [
      { firstName: "Ana", phone: "0791234567" },
      { firstName: "Bea" },
      { firstName: "Dan", ...ADDRESS },
      { firstName: "Eva", ...ADDRESS },
    ],
    "À **8 h**, [ici](/salle).\n\n1. Un\n2. Deux",
  );
  const [, , dan, eva] = await people();
  await at.mailings.share(id, "paper", [dan?.id ?? ""], BY);
  if (!eva?.person) return expect.fail();
  await at.register.save(
    [{ id: eva.id, version: eva.person.version, data: { ...eva.person, leftOn: "2026-01-01" } }],
    BY,
  );
  const made = await printWays(at, id, SITE, BY);
  const text = made.ok ? textOf(made.value, 1) : expect.fail(made.reason);
  const time = String.raw`\d\d\.\d\d\.\d{4}, \d\d:\d\d`;
  for (const pattern of [
    /^La Jeunesse de Savièse, [\d.]+, page 1 Convocation : Assemblée du 12 juin 2027 Sujet : Sortie/,
    new RegExp(`Envoyé le ${time} par Sophie\\.`),
    /1 par SMS ou WhatsApp, 1 lettre\. Pas encore envoyé à 1 personne\. 1 personne sans moyen de l’atteindre\./,
    /À 8 h, ici \(https:\/\/site\.test\/salle\)\. 1\. Un 2\. Deux Réponses : Sophie 4 personnes/,
    /Ana Dubuis à envoyer par SMS ou WhatsApp Bea Dubuis aucun moyen/,
    new RegExp(`Dan Dubuis Savièse par lettre le ${time} Eva Dubuis Savièse rien envoyé\\s: a quitté la Jeunesse$`),
  ])
    expect(text).toMatch(pattern);
  expect((await at.journal.list({}, { start: 0, count: 1 })).entries).toMatchObject([
    { action: "exported", subject: "mailing", subjectId: id },
  ]);
});
