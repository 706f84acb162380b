import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { BANK_FILE_SENTENCES, BANK_TRANSACTIONS_MAX } from "#domain/bank/bank-file.ts";
import { balanceOf } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { PER_PAGE } from "#domain/paging.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aMember, saveMembers } from "#tests/contracts/members/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";
import { exportAudit } from "#usecases/fees/audit-year.ts";

const YEAR = "2027";
const PAGE = "/cotisations/banque";
const site = setUpSite({ committee: true, each: true });
const send = (fields: Record<string, string | string[]>) => site.send(PAGE, fields, site.cookie);

const upload = async (xml: string) => {
  const file = new File([xml], "releve.xml", { type: "text/xml" });
  const response = await site.upload(PAGE, { intention: "read", file }, site.cookie);
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, html, carried: /name="carried" value="([^"]+)"/.exec(html)?.[1] ?? "" };
};

it("shows a preview of a file and keeps its payments once; the committee decides about the others", async () => {
  const { register, fees, bank } = site.services;
  const [zoe = "", ana = ""] = await saveMembers(
    register,
    ...["Zoé", "Ana"].map((firstName) => aMember({ firstName })),
  );
  await fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  const reference = feeReference(YEAR, zoe);
  const entries = [
    payment({ amount: 10_000, reference, payer: "Jean Héritier", transactionReference: "T1" }),
    payment({ amount: 5000, payer: "Ana Héritier", transactionReference: "T2" }),
    payment({ amount: 3700, payer: "Migros", transactionReference: "T3" }),
    payment({ amount: 5000 }, { status: "PDNG" }),
    payment({ amount: 5000 }, { currency: "EUR" }),
    payment({ amount: 900 }, { currency: "EUR", debit: true }),
  ];
  const xml = camtFile({ entries });
  const { html, carried, status } = await upload(xml);
  expect(status).toBe(200);
  expect(html).toContain(
    "1 reconnue, 1 à vérifier, 1 sans rapport, 1 pas encore comptabilisée, 1 dans une autre monnaie.",
  );
  expect(await bank.countOpen()).toBe(0);
  const forged = await send({ intention: "keep", carried: `${carried}A` });
  expect(forged.status).toBe(400);
  for (let n = 0; n < 2; n++) expect((await send({ intention: "keep", carried })).headers.get("location")).toBe(PAGE);
  const again = await upload(xml);
  expect(again.html).toContain("0 reconnue, 0 à vérifier, 1 sans rapport, 2 déjà enregistrées");

  const list = await site.html(PAGE);
  expect(list).toMatch(/À classer\s: 2/);
  expect(list).not.toContain("Migros");
  expect(await site.html(`/cotisations/${YEAR}`)).toContain("À classer (2)");
  const accounts = await exportAudit(site.services, { year: YEAR, format: "csv" }, null);
  expect(accounts.ok && accounts.value).toContain('"Jean Héritier";"À classer";"50"');
  const [own, jean] = (await bank.listOpen()).toSorted((a, b) => a.payer.localeCompare(b.payer));
  const decide = (intention: string, payment = jean, more: Record<string, string> = {}) =>
    send({ intention, payment: payment?.id ?? "", seen: String(payment?.lines.length), ...more });
  expect((await decide("refunded", jean, { date: "3000-01-01" })).status).toBe(400);
  await decide("fee", jean, { fee: `${YEAR}-${ana}` });
  await decide("gift", own);
  expect(await bank.countOpen()).toBe(0);
  expect((await fees.listYear(YEAR)).map((fee) => balanceOf(fee).state)).toEqual(["paid", "paid"]);
  expect(await site.html(`/registre/${zoe}/donnees`)).toContain("Jean Héritier");
  const year = await site.html(`${PAGE}?annee=${YEAR}`);
  expect([year.includes("Don, CHF"), year.includes("Migros")]).toEqual([true, false]);
});

it("keeps a payment without reference that looks like a kept one only if it is ticked, and only once", async () => {
  const xml = camtFile({ entries: [payment({ amount: 5000, payer: "Migros" })] });
  for (const before of [0, 1, 2]) {
    const { html, carried } = await upload(xml);
    const [, tick = ""] = /name="tick" value="([^"]+)"/.exec(html) ?? [];
    await send({ intention: "keep", carried });
    expect(await site.services.bank.countOpen()).toBe(before);
    for (let n = 0; n < 2; n++) await send({ intention: "keep", carried, tick });
    expect(await site.services.bank.countOpen()).toBe(before + 1);
  }
});

it("shows 50 payments on a page, and stays on the page of a payment that is searched for or decided", async () => {
  const { bank } = site.services;
  for (let i = 0; i <= PER_PAGE; i++) await bank.keep(aTransaction(`T${i}`), aVerdict({ is: "unclear" }), null);
  const { id = "" } = (await bank.listOpen()).at(-1) ?? {};
  const shown = async (path: string) => {
    const html = await site.html(path);
    return [html.match(/<h3>/g)?.length, html.includes(`id="paiement-${id}"`), html.includes("sur 2")];
  };
  expect(await site.html(PAGE)).toMatch(/À classer\s: 51/);
  expect([await shown(PAGE), await shown(`${PAGE}?page=2`)]).toEqual([
    [50, false, true],
    [1, true, true],
  ]);
  const sent = (fields: Record<string, string>) => site.send(`${PAGE}?page=2`, { payment: id, ...fields }, site.cookie);
  const [found = "", fragment] = (await sent({ intention: "search" })).headers.get("location")?.split("#") ?? [];
  expect([fragment, await shown(found)]).toEqual([`paiement-${id}`, [1, true, true]]);
  expect(await site.html(found)).not.toContain("Aucun membre ne s’appelle ainsi.");
  const decided = await sent({ intention: "gift", seen: "0" });
  expect(decided.headers.get("location")).toBe(`${PAGE}?page=2`);
  expect(await shown(`${PAGE}?page=2`)).toEqual([50, false, false]);
});

it.each([
  ["<a/>", "camt.053"],
  ["", "camt.054"],
])("refuses %s with a sentence", async (xml, sentence) => {
  const { status, html } = await upload(xml);
  expect([status, html.includes(sentence)]).toEqual([400, true]);
});

it(`accepts the preview of ${BANK_TRANSACTIONS_MAX} payments with the longest names and texts`, async () => {
  const count = BANK_TRANSACTIONS_MAX;
  const keep = vi.spyOn(site.services.bank, "keep").mockResolvedValue(true);
  const entries = Array.from({ length: count }, (_, i) => {
    const texts = Array.from({ length: 7 }, () => randomBytes(70).toString("hex"));
    const [payer, reference] = [randomBytes(70).toString("hex"), feeReference(YEAR, `nobody ${i}`)];
    return payment({ amount: 5000, payer, reference, texts, transactionReference: `T${i}` });
  });
  const xml = camtFile({ entries });
  let read = await upload(xml);
  // On a busy machine, reading may exceed its time limit.
  while (read.html.includes(BANK_FILE_SENTENCES.heavy)) read = await upload(xml);
  const saved = await send({ intention: "keep", carried: read.carried });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, PAGE]);
  expect(keep).toHaveBeenCalledTimes(count);
});
