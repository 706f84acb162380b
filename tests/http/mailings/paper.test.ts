import { expect, it } from "vitest";
import { mailingLettersUrl, mailingUrl, mailingWaysUrl, writeUrl } from "#app/ui/mailing-url.ts";
import { type MailingKind, newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

const NOW = new Date("2027-03-03T17:20:00Z");
const site = setUpSite({ committee: true, each: true, now: NOW });

const BY = { id: "1", name: "Sophie" };
const HOME = { street: "Rue du Lac", buildingNumber: "1", postcode: "1965", place: "Savièse" };

const addMember = (firstName: string, fields = {}) =>
  saveMember(site.services.register, { ...EMPTY_MEMBER, firstName, lastName: "Dubuis", ...fields });

async function addMailing(members: readonly string[], kind: MailingKind = "info", day = "", subject = "Sortie") {
  const words = { subject, text: "Rendez-vous à **8 h**.", answersTo: "Sophie", isForGroup: false };
  const recipients = members.map((member) => ({ member, reply: "" }));
  const id = newMailingId();
  await site.services.mailings.create(id, { ...words, kind, event: "", day, corrects: "", recipients }, [], BY);
  return id;
}

async function textOf(path: string): Promise<string> {
  const response = await site.get(path);
  expect([response.status, response.headers.get("content-type")], path).toEqual([200, "application/pdf"]);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const { pieces } = readPdf(new Uint8Array(await response.arrayBuffer()));
  return pieces
    .map(({ text }) => text.trim())
    .join(" ")
    .replaceAll("\u00a0", " ");
}

it("the letters of a mailing and its list of ways are PDF files behind the password, noted for the security log", async () => {
  const members = [await addMember("Dan", HOME), await addMember("Eva")];
  const id = await addMailing(members);
  expect(await textOf(mailingLettersUrl(id))).toMatch(
    /Dan Dubuis Rue du Lac 1 1965 Savièse Savièse, le 3 mars 2027 Aux membres Sortie Rendez-vous à 8 h *\. Réponses : Sophie$/,
  );
  expect(await textOf(mailingWaysUrl(id))).toContain(
    "Envoyé le 03.03.2027, 18:20 par Sophie. 1 lettre. Pas encore envoyé à 1 personne. 1 personne sans moyen de l’atteindre. Rendez-vous à 8 h. Réponses : Sophie 2 personnes Nom Lieu Envoi " +
      "Dan Dubuis Savièse lettre à imprimer Eva Dubuis aucun moyen",
  );
  expect(site.security.at(-1)).toEqual(["export", expect.any(String), { what: "envois" }]);
  site.services.clock.now = () => new Date(NOW.getTime() + 3_600_000);
  for (const url of [mailingLettersUrl(id), mailingWaysUrl(id)]) {
    const asked = await site.get(url);
    expect([asked.status, asked.headers.get("location")]).toEqual([302, `/confirmer?suite=${encodeURIComponent(url)}`]);
  }
});

it("letters printed once are printed again, also those of a former printing, and a refusal is a sentence", async () => {
  const dan = await addMember("Dan", HOME);
  const id = await addMailing([dan]);
  await site.services.mailings.share(id, "paper", [dan], BY);
  const printing = (await site.services.mailings.get(id))?.shares[0]?.at ?? null;
  const range = { from: dan, to: dan };
  for (const url of [mailingLettersUrl(id), mailingLettersUrl(id, { printing }), mailingLettersUrl(id, { range })])
    expect(await textOf(url)).toContain("Dan Dubuis");
  const nobody = await addMailing([await addMember("Eva")]);
  const refusals = [
    [mailingLettersUrl(nobody), "Aucune lettre à imprimer."],
    [mailingLettersUrl(newMailingId()), "Cette liste a changé entre-temps. Revenez en arrière et rechargez la page."],
    [
      mailingLettersUrl(id, { range: { from: "x", to: dan } }),
      "Cette liste a changé entre-temps. Revenez en arrière et rechargez la page.",
    ],
    [
      `${mailingLettersUrl(id)}?tirage=hier`,
      "Cette liste a changé entre-temps. Revenez en arrière et rechargez la page.",
    ],
    [mailingWaysUrl(newMailingId()), "Cette page n’existe pas."],
    [mailingWaysUrl("x"), "Cette page n’existe pas."],
  ] as const;
  for (const [url, sentence] of refusals) {
    const response = await site.get(url);
    expect([response.status, await response.text()], url).toEqual([404, sentence]);
  }
});

it("an assembly shows its convocations with their ways and the list as PDF, offers to convoke until its day, and is listed", async () => {
  const members = [await addMember("Dan", HOME), await addMember("Eva")];
  const day = "2027-06-12";
  const page = `/assemblees/${day}`;
  expect(await site.html(page)).not.toContain("Convocation");
  const id = await addMailing(members, "convocation", day, "Assemblée générale");
  await addMailing(members, "info");
  const html = (await site.html(page)).replaceAll("\u00a0", " ");
  for (const url of [mailingUrl(id), mailingWaysUrl(id), writeUrl({ day })]) expect(html).toContain(`href="${url}"`);
  expect(html).toContain(
    "Envoyée le 03.03.2027, 18:20 : 1 lettre ; pas encore envoyée à 1 personne ; 1 personne sans moyen de l’atteindre.",
  );
  await site.services.mailings.share(id, "paper", members, BY);
  expect((await site.html(page)).replaceAll("\u00a0", " ")).toContain("Envoyée le 03.03.2027, 18:20 : 2 lettres.");
  expect(await site.html("/assemblees")).toMatch(new RegExp(`href="${page}"[^>]*>[^<]*</a>, convoquée`));
  site.services.clock.now = () => new Date("2027-06-12T18:00:00Z");
  site.cookie = await site.signIn();
  const [dan = ""] = members;
  await site.send(page, { intention: "present", id: dan }, site.cookie);
  const onTheDay = (await site.html(page)).replaceAll("\u00a0", " ");
  expect(onTheDay).toContain("Envoyée le 03.03.2027, 18:20 : à 2 personnes.");
  expect(onTheDay.indexOf("Convocation<")).toBeGreaterThan(onTheDay.indexOf("list--presences"));
  expect(onTheDay).toContain(`href="${writeUrl({ day })}"`);
  expect(await site.html("/assemblees")).toContain("1 personne, convoquée");
  site.services.clock.now = () => new Date("2027-06-13T08:00:00Z");
  site.cookie = await site.signIn();
  const after = await site.html(page);
  expect([after.includes(`href="${writeUrl({ day })}"`), after.includes("2 lettres")]).toEqual([false, true]);
});
