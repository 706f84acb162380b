import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { BANK_FILE_SENTENCES, BANK_TRANSACTIONS_MAX } from "#domain/bank/bank-file.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { openPayments } from "#tests/bank/open-payments.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";
import { exportYearAudit } from "#usecases/fees/audit-year.ts";

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

it("the bank page previews a file and stores its payments once; the committee decides about the others", async () => {
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
  expect(await openPayments(bank)).toHaveLength(0);
  const forged = await send({ intention: "keep", carried: `${carried}A` });
  expect(forged.status).toBe(400);
  const tick = Array.from({ length: BANK_TRANSACTIONS_MAX }, (_, i) => `other ${i}`);
  for (let n = 0; n < 2; n++)
    expect((await send({ intention: "keep", carried, tick })).headers.get("location")).toBe(PAGE);
  const again = await upload(xml);
  expect(again.html).toContain("0 reconnue, 0 à vérifier, 1 sans rapport, 2 déjà enregistrées");

  const list = await site.html(PAGE);
  expect(list).toMatch(/À vérifier\s: 2/);
  expect(list).not.toContain("Migros");
  expect(await site.html(`/cotisations/${YEAR}`)).toContain("À vérifier (2)");
  const accounts = await exportYearAudit(site.services, { year: YEAR, format: "csv" }, null);
  expect(accounts.ok && accounts.value).toContain('"Jean Héritier";"À vérifier";"50"');
  const [own, jean] = (await openPayments(bank)).toSorted((a, b) => a.payer.localeCompare(b.payer));
  const decide = (intention: string, payment = jean, more: Record<string, string> = {}) =>
    send({ intention, payment: payment?.id ?? "", seen: String(payment?.lines.length), ...more });
  expect((await decide("refunded", jean, { date: "3000-01-01" })).status).toBe(400);
  await decide("fee", jean, { fee: `${YEAR}-${ana}` });
  await decide("gift", own);
  expect(await openPayments(bank)).toHaveLength(0);
  expect((await fees.listYear(YEAR)).map((fee) => feeBalance(fee).state)).toEqual(["paid", "paid"]);
  expect(await site.html(`/registre/${zoe}/donnees`)).toContain("Jean Héritier");
  const year = await site.html(`${PAGE}?annee=${YEAR}`);
  expect([year.includes("Don, CHF"), year.includes("Migros")]).toEqual([true, false]);
});

it("a payment without reference that looks like a stored one is stored only if it is ticked, and only once", async () => {
  const xml = camtFile({ entries: [payment({ amount: 5000, payer: "Migros" })] });
  for (const before of [0, 1, 2]) {
    const { html, carried } = await upload(xml);
    const [, tick = ""] = /name="tick" value="([^"]+)"/.exec(html) ?? [];
    await send({ intention: "keep", carried });
    expect(await openPayments(site.services.bank)).toHaveLength(before);
    for (let n = 0; n < 2; n++) await send({ intention: "keep", carried, tick });
    expect(await openPayments(site.services.bank)).toHaveLength(before + 1);
  }
});

it("a bank import pays the fees of two payments whose references are fillers, also from two files at once, and drops none", async () => {
  const { register, fees, bank } = site.services;
  const ids = await saveMembers(register, ...["Zoé", "Ana"].map((firstName) => aMember({ firstName })));
  await fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  const file = (kind: "053" | "054", refs: string) => {
    const entries = ids.map((id, i) => {
      const paid = { amount: 5000, reference: feeReference(YEAR, id), payer: "X", transactionReference: refs };
      return payment(paid, { entryReference: kind === "053" ? "" : `E${i}` });
    });
    return camtFile({ kind, entries });
  };
  const previews = [await upload(file("054", "NOTPROVIDED")), await upload(file("053", "N/A"))];
  expect(previews.map(({ html }) => html.includes("2 reconnues, 0 à vérifier, 0 sans rapport."))).toEqual([true, true]);
  await Promise.all(previews.map(({ carried }) => send({ intention: "keep", carried })));
  expect((await fees.listYear(YEAR)).map((fee) => feeBalance(fee).state)).toEqual(["paid", "paid"]);
  // The second file was kept, too: after its preview, the payments of the first file came up.
  expect(await openPayments(bank)).toHaveLength(2);
  const { html } = await upload(file("054", "NOTPROVIDED"));
  expect(html).toContain("2 déjà enregistrées");
});

it("the bank page names a second payment for a year, and offers to keep it for the next year, as a gift, a refund or other", async () => {
  const { register, fees, bank } = site.services;
  const [eric = ""] = await saveMembers(
    register,
    ...["Éric", "Ana", "Luc"].map((firstName) => aMember({ firstName, lastName: "Heida" })),
  );
  await fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  const paid = (transactionReference: string, fields: Parameters<typeof payment>[0]) =>
    camtFile({ entries: [payment({ ...fields, transactionReference, payer: "HEIDA ERIC" })] });
  const keep = async (xml: string) => {
    const { html, carried } = await upload(xml);
    await send({ intention: "keep", carried });
    return html;
  };
  expect(await keep(paid("T1", { amount: 5000, reference: feeReference(YEAR, eric) }))).not.toContain("déjà payé");
  for (const [own, reference] of [
    ["T2", feeReference(YEAR, eric)],
    ["T3", ""],
  ] as const)
    expect(await keep(paid(own, { amount: 5000, ...(reference && { reference }) }))).toContain(
      `Éric Heida a déjà payé ${YEAR}`,
    );
  const open = await openPayments(bank);
  const list = await site.html(PAGE);
  expect(list.match(/Éric Heida a déjà payé 2027\./g)).toHaveLength(2);
  for (const choice of ["Garder pour 2028, Éric Heida", "Don", "Remboursé", "Un autre membre"])
    expect(list).toContain(choice);
  expect(list).not.toMatch(/Cotisation 2027, (?:Ana|Luc)/);
  const payments = open.map(({ id, lines }) => ({ payment: id, seen: String(lines.length) }));
  await send({ intention: "advance", ...payments[0], advance: `2028 ${eric}` });
  await send({ intention: "gift", ...payments[1] });
  expect(await openPayments(bank)).toHaveLength(0);
  expect(await site.html(PAGE)).toContain("Attend la cotisation 2028 d’Éric Heida.");
});

it("the bank page shows 50 payments on a page, and stays on the page of a payment that is searched for or decided", async () => {
  const { bank } = site.services;
  for (let i = 0; i <= ROWS_PER_PAGE; i++) await bank.keep(aTransaction(`T${i}`), aVerdict({ is: "unclear" }), null);
  const { id = "" } = (await openPayments(bank)).at(-1) ?? {};
  const shown = async (path: string) => {
    const html = await site.html(path);
    return [html.match(/<h3>/g)?.length, html.includes(`id="ligne-${id}"`), html.includes("sur 2")];
  };
  expect(await site.html(PAGE)).toMatch(/À vérifier\s: 51/);
  expect([await shown(PAGE), await shown(`${PAGE}?page=2`)]).toEqual([
    [50, false, true],
    [1, true, true],
  ]);
  const sent = (fields: Record<string, string>) => site.send(`${PAGE}?page=2`, { payment: id, ...fields }, site.cookie);
  const [found = "", fragment] = (await sent({ intention: "search" })).headers.get("location")?.split("#") ?? [];
  expect([fragment, await shown(found)]).toEqual([`ligne-${id}`, [1, true, true]]);
  expect(await site.html(found)).not.toContain("Aucun membre ne s’appelle ainsi.");
  const decided = (await sent({ intention: "gift", id, seen: "0" })).headers.get("location") ?? "";
  expect(decided).toBe(`${PAGE}?page=2&fait=&fait=${id}#ligne-${id}`);
  expect([await shown(decided), await shown(`${PAGE}?page=2`)]).toEqual([
    [1, true, true],
    [50, false, false],
  ]);
  expect(await site.html(decided)).toMatch(/À vérifier\s: 50/);
});

it.each([
  ["<a/>", "camt.053 ou camt.054, version\u00a0001.08"],
  ["%PDF-1.7", "camt.053 ou camt.054, version\u00a0001.08"],
  ["", "Choisissez le fichier camt.053 ou camt.054"],
  [camtFile({ entries: [] }).replace("001.08", "001.06"), "camt.053 ou camt.054, version\u00a0001.08"],
])("the bank page refuses %s with a sentence", async (xml, sentence) => {
  const { status, html } = await upload(xml);
  expect([status, html.includes(sentence)]).toEqual([400, true]);
});

it(`the bank page accepts the preview of ${BANK_TRANSACTIONS_MAX} payments with the longest names and texts`, async () => {
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
