import { formatReference } from "swissqrbill/utils";
import { beforeEach, describe, expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";

const NOW = new Date();
const YEAR = dayInZurich(NOW).slice(0, 4);
const SENTENCE = "Ce lien ne marche pas, ou ne marche plus.";
const site = setUpSite({ committee: true, each: true, demo: true, now: NOW });
let [id, link, other] = ["", "", ""];

const add = (firstName: string) =>
  saveMember(site.services.register, {
    ...EMPTY_MEMBER,
    firstName,
    lastName: "Héritier",
    since: "2020-01-01",
    note: `Note de ${firstName}`,
  });
beforeEach(async () => {
  [id, other] = [await add("Zoé"), await add("Léa")];
  await site.services.fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  link = await readMemberLink(site.services, { id, returnedOn: "" });
});

const NAMES = ["cache-control", "referrer-policy", "x-robots-tag"];
const CONFIDENTIAL = ["private, no-store", "no-referrer", "noindex, nofollow"];
const visit = (path: string) => site.read(path, "");

describe("a member’s own page", () => {
  it("shows the member's data without cookies, React or a name in the head of the page", async () => {
    const { status, headers } = await site.request(link);
    expect([status, ...NAMES.map((name) => headers.get(name))]).toEqual([200, ...CONFIDENTIAL]);
    expect(headers.getSetCookie()).toEqual([]);
    const { html } = await visit(link);
    const head = html.slice(0, html.indexOf("</head>"));
    expect(head).toContain("<title>Ma fiche | La jeunesse de Savièse</title>");
    expect(head).not.toMatch(/og:|canonical|Zoé|Héritier/);
    expect(html).not.toContain("__reactRouterContext");
    for (const own of ["Zoé", "Note de Zoé", formatReference(feeReference(YEAR, id)), "J’ai payé par TWINT"])
      expect(html).toContain(own);
    for (const forOthers of ["Léa", "Présent·e", "/registre/"]) expect(html).not.toContain(forOthers);
    expect((await visit("/sitemap.xml")).html).not.toContain("ma-fiche/");
  });

  it("returns the bill and all data as files that no cache stores", async () => {
    const bill = await site.request(`${link}/facture-${YEAR}.pdf`);
    const { pieces } = await readPdf(new Uint8Array(await bill.arrayBuffer()));
    expect(pieces.map(({ text }) => text).join(" ")).toContain("Zoé Héritier");
    for (const file of [`facture-${YEAR}.pdf`, "donnees.pdf", "donnees.json", "contact.vcf"]) {
      const { headers, status } = await site.request(`${link}/${file}`);
      expect([status, ...NAMES.map((name) => headers.get(name))]).toEqual([200, ...CONFIDENTIAL]);
    }
    // The authorisation is for minors only.
    for (const file of ["facture-1999.pdf", "facture-2027.pdf.pdf", "autre", "donnees.xml", "autorisation.pdf"])
      expect((await visit(`${link}/${file}`)).html, file).toContain(SENTENCE);
  });

  it("is a contact with the link, until the link is replaced", async () => {
    const { headers, text } = await site.request(`${link}/contact.vcf`).then(async (response) => ({
      headers: response.headers,
      text: (await response.text()).replaceAll("\r\n ", ""),
    }));
    expect(headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('inline; filename="jeunesse-de-saviese.vcf"');
    for (const line of [
      "FN:Jeunesse de Savièse",
      "EMAIL;TYPE=INTERNET:contact@exemple.ch",
      "NOTE:Fiche personnelle de Zoé",
    ])
      expect(text).toContain(`\r\n${line}`);
    expect(new URL(/\r\nURL:(.*)\r\n/.exec(text)?.[1] ?? "").pathname).toBe(link);
    await site.services.memberLinks.renew({ id, returnedOn: "" }, null);
    expect((await visit(`${link}/contact.vcf`)).html).toContain(SENTENCE);
    // The icon on the home screen of a phone opens this page, not the start page of the manifest.
    expect((await visit(await readMemberLink(site.services, { id, returnedOn: "" }))).html).not.toContain("manifest");
  });

  it("asks a minor’s parents first for the authorisation, then for an e-mail address, then for the money", async () => {
    const minor = await saveMember(site.services.register, {
      ...EMPTY_MEMBER,
      firstName: "Tom",
      lastName: "Héritier",
      birthDate: `${Number(YEAR) - 16}-01-01`,
      since: "2020-01-01",
    });
    const page = await readMemberLink(site.services, { id: minor, returnedOn: "" });
    const order = [
      "autorisation.pdf",
      "Votre e-mail, pour les convocations",
      `Cotisation ${YEAR}`,
      "contact.vcf",
      "Fiche</h2>",
    ];
    const { html } = await visit(page);
    expect(order.toSorted((a, b) => html.indexOf(a) - html.indexOf(b))).toEqual(order);
    const form = await readPdf(new Uint8Array(await (await site.request(`${page}/autorisation.pdf`)).arrayBuffer()));
    expect(form.pieces.map(({ text }) => text).join(" ")).toContain("Héritier");
    expect((await visit(link)).html).toContain("Ton e-mail, pour les convocations");
  });

  it("stores an e-mail address at once, or returns a sentence in the form of the address only", async () => {
    const refused = await (await site.send(link, { intention: "email", email: "zoe@" })).text();
    expect(refused.match(/class="field__error"/g)).toHaveLength(1);
    expect(refused).toContain('value="zoe@"');
    const sent = await site.send(link, { intention: "email", email: "zoe@exemple.ch" });
    expect(sent.headers.get("location")).toBe(`${link}#e-mail`);
    expect((await site.services.register.get(id))?.email).toBe("zoe@exemple.ch");
    const { html } = await visit(link);
    for (const shown of ["E-mail enregistré", "Le lien personnel a ajouté l’e-mail"]) expect(html).toContain(shown);
    for (const absent of ["Ton e-mail", "Reçu, à vérifier"]) expect(html).not.toContain(absent);
    expect((await visit(`${link}/donnees.json`)).html).toContain("E-mail ajouté par le lien : zoe@exemple.ch");
  });

  it("gives wrong, replaced and expired tokens the same answer, for page, file and form", async () => {
    const gone = link.replace(id, other);
    await site.services.memberLinks.renew({ id, returnedOn: "" }, null);
    const guesses = [gone, link, "/ma-fiche/x", `/ma-fiche/${id}`, `/ma-fiche/${"é".repeat(500)}`, `${link}a`];
    const answers = await Promise.all(guesses.map(visit));
    const texts = answers.map(({ status, html }) => `${status} ${/<main.*<\/main>/s.exec(html)?.[0]}`);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(new RegExp(`^404 .*${SENTENCE}`, "s"));
    for (const { html } of answers) expect(html).not.toMatch(/Zoé|Léa/);
    for (const guess of guesses) {
      expect((await visit(`${guess}/donnees.json`)).html).toContain(SENTENCE);
      expect((await site.send(guess, { intention: "erase" })).status).toBe(404);
    }
    expect(await site.services.proposals.count()).toBe(0);
  });

  it("returns the typed values with a sentence beside each field, or redirects to the sent proposals", async () => {
    const refused = await site.send(link, { intention: "correction", phone: "12", street: "Rue du Stade" });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    for (const text of ["Indiquez dix chiffres", 'value="12"', 'value="Rue du Stade"']) expect(html).toContain(text);
    const sent = await site.send(link, { intention: "correction", phone: "079 123 45 67" });
    expect(sent.headers.get("location")).toBe(`${link}#a-verifier`);
    expect(sent.headers.getSetCookie()).toEqual([]);
    expect((await site.send(link, { intention: "erase", hp: "robot" })).status).toBe(200);
    expect(await site.services.proposals.count()).toBe(1);
  });

  it("limits the requests with guessed tokens and the forms of one IP address", async () => {
    const [guesser, owner] = ["203.0.113.7", "203.0.113.8"];
    for (let i = 0; i < 119; i++) site.limiter(guesser).costly();
    const guess = async (i: number) =>
      (await site.request(`/ma-fiche/${id}${String(i).padStart(22, "a")}`, {}, guesser)).status;
    expect([await guess(1), await guess(2)]).toEqual([404, 429]);
    const twint = async () => (await site.send(link, { intention: "twint", year: YEAR }, "", owner)).status;
    for (let i = 0; i < 58; i++) site.limiter(owner).attempt("proposal");
    expect([await twint(), await twint(), await twint()]).toEqual([302, 302, 429]);
    const late = await (await site.send(link, { intention: "email", email: "zoe@exemple.ch" }, "", owner)).text();
    for (const text of ["Trop d’envois depuis cette connexion.", "Réessayez dans ", 'value="zoe@exemple.ch"'])
      expect(late).toContain(text);
    expect([await site.services.proposals.count(), await site.services.mails.nextDue()]).toEqual([1, null]);
    expect(JSON.stringify(site.log)).not.toContain("ma-fiche");
  });
});
