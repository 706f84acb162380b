import { expect, it } from "vitest";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { saveSettings, setUpSite, textOf } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";

const NOW = new Date();
const YEAR = dayInZurich(NOW).slice(0, 4);
const PAGE = `/cotisations/${YEAR}/envoyer`;
const LEA = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Ançay", since: "2020-01-01", phone: "0791234567" };

const site = setUpSite({ committee: true, each: true, now: NOW });
const send = (path: string, fields: Record<string, string | string[]>) => site.send(path, fields, site.cookie);

async function owing(...people: Partial<MemberData>[]): Promise<string[]> {
  const { register, fees } = site.services;
  await saveSettings(site, { iban: "CH5604835012345678009" });
  const saved = await register.save(
    people.map((one) => ({ id: null, data: { ...LEA, ...one } })),
    null,
  );
  await fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-12-31` }, null);
  return saved.ok ? saved.value : [];
}

const touch = (fields: Record<string, string>) =>
  send("/registre/envois", {
    kind: "bill",
    way: "whatsapp",
    at: new Date().toISOString(),
    intention: "sent",
    ...fields,
  });

it("the sending page offers a message for each member with a phone, and paper and e-mail for the others", async () => {
  const [lea = ""] = await owing({}, { firstName: "Ana", phone: "" }, { firstName: "Noé", lastName: "Zufferey" });
  const html = await site.html(PAGE);
  expect(html).toContain("Reste 2 à envoyer, puis 1 à imprimer.");
  expect(html).toMatch(/href="sms:\+41791234567\?&amp;body=Bonjour%20L%C3%A9a/);
  expect(html).toMatch(/href="https:\/\/wa\.me\/41791234567\?text=/);
  for (const text of ["Sans téléphone mobile\u00a0: <bdi>Ana Ançay</bdi>.", "de régler la messagerie.", "rappel=14"])
    expect(html).toContain(text);
  expect((await touch({ member: lea, fees: `${YEAR}-${lea}` })).status).toBe(204);
  expect(textOf(await site.html(PAGE))).toMatch(/Reste 1 à envoyer.*Léa Ançay.*WhatsApp, \d+\sh\s\d\d.*Noé Zufferey/s);
  expect(await site.html(`/cotisations/${YEAR}`)).toContain("Facture par WhatsApp le");
  expect(await site.html(`/registre/${lea}`)).toContain("Facture par WhatsApp le");
  expect(await site.html(`${PAGE}?membre=${lea}`)).toContain("Pas envoyé");
  expect((await send(PAGE, { id: "x", way: "pigeon" })).status).toBe(400);
  expect((await site.get("/cotisations/1999/envoyer")).status).toBe(404);
});

it("a touch is recorded once, taken back, and refused without a session", async () => {
  const [lea = ""] = await owing({});
  const fields = { member: lea, fees: `${YEAR}-${lea}` };
  const sendings = async () =>
    (await site.services.fees.listYear(YEAR)).flatMap((fee) => fee.sendings.map(({ way }) => way));
  const statuses = await Promise.all([
    touch(fields),
    touch(fields),
    touch({ ...fields, member: "x" }),
    touch({ ...fields, kind: "x" }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 404, 400]);
  // Another account signed in on the device whose touch was not recorded yet.
  expect((await touch({ ...fields, account: "other", way: "sms" })).status).toBe(409);
  expect(await sendings()).toEqual(["whatsapp"]);
  expect((await touch({ ...fields, intention: "unsent" })).status).toBe(204);
  expect(await sendings()).toEqual([]);
  const all = { kind: "bill", way: "sms", at: "", intention: "sent", ...fields };
  expect((await site.send("/registre/envois", all)).status).toBe(401);
  expect(await sendings()).toEqual([]);
});

it("without JavaScript a row records the chosen way, and « Pas envoyé » takes it back", async () => {
  const [lea = ""] = await owing({});
  const row = { kind: "bill", member: lea, fees: `${YEAR}-${lea}` };
  const refused = await send(PAGE, { ...row, way: "", intention: "sent" });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("Choisissez comment le message est parti."),
  ]);
  const sent = await send(PAGE, { ...row, way: "sms", intention: "sent" });
  expect(sent.headers.get("location")).toBe(`${PAGE}#ligne-${lea}`);
  const html = await site.html(PAGE);
  expect([textOf(html), html.includes("pas encore</option>")]).toEqual([
    expect.stringMatching(/SMS, \d+\sh\s\d\d/),
    false,
  ]);
  const at = /name="at" value="([^"]+)"/.exec(html)?.[1] ?? "";
  await send(PAGE, { ...row, way: "sms", at, intention: "unsent" });
  expect(await site.html(PAGE)).toContain("pas encore</option>");
});

it("the text of a round is edited once, applies to each row, and is kept for the next round", async () => {
  await owing(
    {},
    { firstName: "Tim", birthDate: `${Number(YEAR) - 16}-01-01`, guardianName: "Anne", guardianPhone: "0761112233" },
  );
  const version = async () => /name="version" value="([^"]*)"/.exec(await site.html(PAGE))?.[1] ?? "";
  const save = async (fields: Record<string, string>) =>
    send(PAGE, { intention: "words", version: await version(), ...fields });
  const refused = await save({ tu: "Salut {nom}", guardian: "Bonjour {montant}" });
  const html = await refused.text();
  expect([refused.status, html]).toEqual([400, expect.stringContaining("n’existe pas\u00a0: entre accolades")]);
  for (const text of ["Il manque {lien}", ">Salut {nom}<"]) expect(html).toContain(text);
  await save({ tu: "Hep {prénom}, {montant} : {lien}", guardian: "Madame, {montant} : {lien}" });
  const page = await site.html(PAGE);
  expect(page).toMatch(/sms:\+41791234567\?&amp;body=Hep%20L%C3%A9a%2C%20CHF/);
  expect(page).toMatch(/sms:\+41761112233\?&amp;body=Madame/);
  await save({ tu: "", guardian: "" });
  expect(await site.html(PAGE)).toMatch(/body=Bonjour%20L%C3%A9a/);
  await saveSettings(site, { memberAddress: "vous" });
  expect(decodeURIComponent(await site.html(PAGE))).toContain("votre cotisation");
});

it("the sending page lists nobody when no bill is due", async () => {
  await owing();
  for (const path of [PAGE, "/registre/bienvenue", "/registre/autorisations", "/registre/liens"])
    expect(await site.html(path), path).toContain("Personne n’attend.");
});

it("a bill that the mail server refuses for good is named with the reason, counts as not sent, and can be sent again", async () => {
  const [lea = ""] = await owing({ email: "lea@exemple.ch" });
  const { services } = site;
  const sendLetter = async () => ({ outcome: "refused", reason: "Adresse refusée (réponse 550)." }) as const;
  services.mailer = { ...services.mailer, delivery: "server", sendLetter };
  for (let times = 0; times < 2; times++) {
    expect(await site.html(PAGE)).toContain("Envoyer (1)");
    await send(PAGE, { id: `${YEAR}-${lea}`, way: "email" });
    expect(await site.html(PAGE)).toContain("Personne avec une adresse n’attend.");
    await deliverMails(services);
    const end = textOf(await site.html(PAGE));
    expect(end).toMatch(/E-mails refusés.*Léa Ançay.: Adresse refusée \(réponse 550\)\./);
  }
  const words = /Facture par e-mail le [\d.]+, refusée\u00a0: Adresse refusée \(réponse 550\)/;
  for (const path of [`/cotisations/${YEAR}`, `/registre/${lea}`, `${PAGE}?membre=${lea}`])
    expect(await site.html(path), path).toMatch(words);
  services.mailer = { ...services.mailer, sendLetter: async () => ({ outcome: "sent" }) };
  await send(PAGE, { id: `${YEAR}-${lea}`, way: "email" });
  await deliverMails(services);
  expect(await site.html(PAGE)).not.toContain("refusé");
  const [fee] = await services.fees.listYear(YEAR);
  expect(fee?.sendings.map(({ reminder, refused }) => [reminder, refused === undefined])).toEqual([
    [false, false],
    [false, false],
    [false, true],
  ]);
});

it("bills on paper have one page per member: all who owe, one of them, or those without a phone", async () => {
  const [lea = "", ana = ""] = await owing({}, { firstName: "Ana", phone: "" });
  const pagesOf = async (path: string) => {
    const answer = await site.get(`/cotisations/${YEAR}/${path}`);
    return answer.status === 200 ? readPdf(new Uint8Array(await answer.arrayBuffer())).pages : answer.status;
  };
  const some = ["factures.pdf", `factures/${lea}.pdf`, "factures.pdf?sans=telephone"];
  expect(await Promise.all([...some, "factures/x.pdf"].map(pagesOf))).toEqual([2, 1, 1, 404]);
  await send(PAGE, { id: `${YEAR}-${ana}`, way: "printed" });
  expect(await pagesOf("factures.pdf?sans=telephone")).toBe(404);
  await site.services.fees.settle(
    [lea, ana].map((id) => `${YEAR}-${id}`),
    { is: "paid", way: "cash", date: `${YEAR}-01-01` },
    null,
  );
  expect(await pagesOf("factures.pdf")).toBe(404);
});

it("a bill on paper is a letter to the member's address, with the committee's sentence; the member's own PDF has no letter", async () => {
  const [lea = ""] = await owing({ street: "Rue du Stade", buildingNumber: "5", postcode: "1965", place: "Savièse" });
  const { version } = await site.services.texts.get("bill");
  const editor = await site.html("/textes/facture");
  expect(editor).toContain("Chaque cotisation fait tourner");
  expect(editor).not.toContain("<iframe");
  expect((await send("/textes/facture", { version, thanks: "{cotisation} font danser Savièse." })).status).toBe(302);
  const textsOf = async (path: string) =>
    readPdf(new Uint8Array(await (await site.get(path)).arrayBuffer())).pieces.map(({ text }) => text.trim());
  const words = [
    "Rue du Stade 5",
    `Savièse, le ${dayInFrench(dayInZurich(NOW))}`,
    "CHF\u00a050.– font danser Savièse.",
  ];
  expect(await textsOf(`/cotisations/${YEAR}/factures/${lea}.pdf`)).toEqual(expect.arrayContaining(words));
  const page = /\/ma-fiche\/[\w-]+/.exec(await site.html(`/registre/${lea}`))?.[0] ?? "";
  const own = await textsOf(`${page}/facture-${YEAR}.pdf`);
  expect(own).toContain(`Montant\u00a0: CHF\u00a050.–`);
  expect(own).not.toContain(words[2]);
});

/** Members with a name that sorts by number. */
const several = (count: number, fields: Partial<MemberData>) =>
  Array.from({ length: count }, (_, i) => ({ lastName: `Luyet ${String(i).padStart(4, "0")}`, ...fields }));
const urlsIn = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));

it("a thousand bills are marked as printed as the page lists them, without one that appears in the meantime", async () => {
  await owing(...several(1000, { phone: "" }));
  const html = await site.html(PAGE);
  const lists = [...html.matchAll(/<input type="hidden" name="id" value="([^"]+)"/g)].map(([, ids = ""]) => ids);
  expect(lists.map((ids) => ids.split(" ").length)).toEqual([200, 200, 200, 200, 200]);
  const later = await site.services.register.save([{ id: null, data: { ...LEA, phone: "", lastName: "Zen" } }], null);
  for (const id of [lists.join(" "), lists.join(" ")])
    expect((await send(PAGE, { id, way: "printed" })).headers.get("location")).toBe(PAGE);
  const sent = (await site.services.fees.listYear(YEAR)).map(({ name, sendings }) => [name, sendings.length] as const);
  expect(sent.filter(([, count]) => count === 1)).toHaveLength(1000);
  expect(later.ok && sent.filter(([, count]) => count === 0)).toEqual([["Léa Zen", 0]]);
});

it("more bills than a file holds are in several files, which a payment in the meantime does not move", async () => {
  const ids = await owing(...several(203, {}));
  const all = `/cotisations/${YEAR}/factures.pdf`;
  expect(await site.html(`/cotisations/${YEAR}`)).toContain(`href="${PAGE}#factures"`);
  expect(await site.read(all)).toMatchObject({
    status: 400,
    html: expect.stringContaining("200\u00a0factures au plus"),
  });
  const html = await site.html(PAGE);
  const [first = "", second = "", ...others] = urlsIn(html, /href="([^"]+factures\.pdf\?de=[^"]+)"/g);
  expect([html.includes("201 à 203"), others]).toEqual([true, []]);
  const paid = [0, 1, 2, 201].map((i) => `${YEAR}-${ids[i]}`);
  await site.services.fees.settle(paid, { is: "paid", way: "cash", date: `${YEAR}-01-01` }, null);
  const pagesOf = async (path: string) => {
    const answer = await site.get(path);
    return answer.status === 200 ? readPdf(new Uint8Array(await answer.arrayBuffer())).pages : answer.status;
  };
  expect([await pagesOf(second), await pagesOf(first.replace(/de=\w+/, `de=${ids[197]}`))]).toEqual([2, 3]);
  expect(await pagesOf(`${all}?de=${ids[0]}&a=x`)).toBe(404);
  const answers = await Promise.all(Array.from({ length: 6 }, () => site.read(second)));
  const busy = answers.filter(
    ({ status, html }) => status === 503 && html.includes("prépare déjà d’autres longs papiers"),
  );
  expect([busy.length, answers.filter(({ status }) => status === 200).length]).toEqual([3, 3]);
});
