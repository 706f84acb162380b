import { describe, expect, it } from "vitest";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { formOf } from "#tests/http/hostile/long-forms.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { answerLinkQuestions } from "#usecases/register/lost-link.ts";

const SMTP = { MAIL: "smtp", SMTP_URL: "smtp://localhost:1", MAIL_FROM: "site@exemple.ch" };
const site = setUpSite({ env: SMTP, committee: true, each: true });

const PEOPLE = [
  aMember({ firstName: "Avec", phone: "0791111111", email: "avec@exemple.ch" }),
  aMember({ firstName: "Sans", phone: "0792222222" }),
  aMember({ firstName: "Une", phone: "0793333333" }),
  aMember({ firstName: "Autre", phone: "0793333333" }),
  aMember({ firstName: "Partie", phone: "0794444444", leftOn: "2026-12-31" }),
];
/** With an e-mail, without, shared, left, a stranger's; the last two are addresses, of a member and of a stranger. */
const CONTACTS = "0791111111 0792222222 0793333333 0794444444 0799999999 avec@exemple.ch sans@exemple.ch".split(" ");

describe("the form for a lost link", () => {
  it("answers a member and a stranger with the same page, headers and writes, also the second time", async () => {
    await saveMembers(site.services.register, ...PEOPLE);
    const seen: string[] = [];
    for (const contact of [...CONTACTS, ...CONTACTS]) {
      const before = await site.services.lostLinks.listQuestions();
      const response = await site.send("/ma-fiche", { contact });
      const html = await response.text();
      const nonce = /nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none";
      const headers = JSON.stringify([...response.headers].toSorted());
      const kept = (await site.services.lostLinks.listQuestions()).length - before.length;
      seen.push([response.status, kept, headers, html].join("\n").replaceAll(nonce, "NONCE"));
    }
    expect(seen[0]).toMatch(/^200\n1\n.*no-store/);
    expect(seen[0]).toContain("Si ce numéro ou cette adresse est au registre, ton lien arrive.");
    expect(new Set(seen).size).toBe(1);
    expect(site.log).toEqual([]);
    await answerLinkQuestions(site.services, site.config.publicUrl);
    expect([await site.services.mails.count(), (await site.services.lostLinks.list()).size]).toEqual([1, 4]);
    expect(site.log).toEqual([]);
  });

  it("counts the attempts of a member and of a stranger alike, and accepts those of many guests on one IP address", async () => {
    await saveMembers(site.services.register, ...PEOPLE);
    const statuses = async (contact: string, address: string) => {
      for (let i = 0; i < 63; i++) expect((await site.send("/ma-fiche", { contact }, "", address)).status).toBe(200);
      for (let i = 63; i < 120; i++) site.limiter(address).attempt("lost-link");
      const response = await site.send("/ma-fiche", { contact }, "", address);
      const html = await response.text();
      expect(html).toContain(`value="${contact}"`);
      return [response.status, response.headers.get("retry-after") !== null, /Réessayez dans \d+/.test(html)];
    };
    expect(await statuses("0791111111", "203.0.113.7")).toEqual([429, true, true]);
    expect(await statuses("0799999999", "203.0.113.8")).toEqual([429, true, true]);
  });

  it("refuses a text that is neither phone nor e-mail beside the field, and ignores what a robot sends", async () => {
    for (const [contact, sentence] of [
      ["Zoé", "Il faut un numéro de mobile, ou une adresse e-mail complète."],
      ["zoe@exemple", "Il faut un numéro de mobile, ou une adresse e-mail complète."],
      ["", "Ce champ est obligatoire."],
    ] as const) {
      const response = await site.send("/ma-fiche", { contact });
      const html = await response.text();
      expect([response.status, sentences(html)]).toEqual([400, [["contact", sentence]]]);
      if (contact) expect(html).toContain(`value="${contact}"`);
    }
    expect((await site.send("/ma-fiche", { ...formOf("/ma-fiche"), hp: "robot" })).status).toBe(200);
    expect(await site.services.lostLinks.listQuestions()).toEqual([]);
  });
});

it("the invalid links of members lead to the form, and so do the footer and the page of contact", async () => {
  const invalid = ["/ma-fiche/x", "/autorisation/x", "/facture/x"];
  for (const path of invalid) {
    const { status, html } = await site.read(path, "");
    const main = /<main.*<\/main>/s.exec(html)?.[0];
    expect([path, status]).toEqual([path, 404]);
    expect(main).toMatch(
      /Ce lien ne marche pas, ou ne marche plus\. <a [^>]*href="\/ma-fiche"[^>]*>Demandez un nouveau/,
    );
  }
  expect((await site.read("/ma-fiche/x/donnees.json", "")).html).toBe(
    `Ce lien ne marche pas, ou ne marche plus. Demandez un nouveau lien\u00a0: ${site.config.publicUrl}/ma-fiche`,
  );
  const { html } = await site.read("/contact", "");
  for (const part of [/<main.*<\/main>/s, /<footer.*<\/footer>/s])
    expect(part.exec(html)?.[0]).toContain('href="/ma-fiche"');
});

it("the committee reads in the bar how many links to send, and sends them in a round", async () => {
  await saveMembers(site.services.register, ...PEOPLE);
  expect(await site.html("/planning")).not.toContain('href="/registre/liens"');
  for (const contact of ["0792222222", "0793333333", "0799999999"]) await site.send("/ma-fiche", { contact });
  await answerLinkQuestions(site.services, site.config.publicUrl);
  expect(await site.html("/planning")).toMatch(/href="\/registre\/liens"[^>]*>3 liens à renvoyer/);
  expect(await site.html("/registre")).toContain("Liens à renvoyer (3)");
  const [member = ""] = [...(await site.services.lostLinks.list()).keys()];
  const sent = { kind: "lost-link", member, fees: "", way: "sms", at: "", intention: "sent" };
  const answer = await site.send("/registre/liens", sent, site.cookie);
  expect(answer.headers.get("location")).toMatch(/^\/registre\/liens#/);
  const html = await site.html("/registre/liens");
  for (const text of ["Reste 2 à envoyer", "Pas envoyé", `${site.config.publicUrl}/ma-fiche/${member}`])
    expect(html).toContain(text);
  expect(await site.html("/planning")).toContain("2 liens à renvoyer");
});
