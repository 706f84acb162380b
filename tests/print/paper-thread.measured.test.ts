import { expect, it } from "vitest";
import { qrBillForAccount } from "#domain/money/qr-bill.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { consentFormPdf } from "#print/consent-form.ts";
import { lettersPdf } from "#print/letters.ts";
import { billsPdf, qrBillPdf, qrBillSvg } from "#print/qr-bill.ts";
import { holding } from "#tests/heartbeat.ts";
import { shortestHold } from "#tests/machine.ts";

const MINOR = {
  lastName: "Fendant",
  firstName: "Zoé",
  birthDate: "05.08.2008",
  phone: "0791234567",
  address: "Savièse",
};
const WORDS = { committee: "exemple.ch/comite", email: "comite@exemple.ch", fee: "CHF 50.–", conditions: [] };
const MAX_MS = 50;

it("drawing a paper does not block the process, not even the first one", async () => {
  const bill = qrBillForAccount(INITIAL_SETTINGS, "don", null);
  for (let i = 0; i < 3; i++) {
    expect((await shortestHold(MAX_MS, () => consentFormPdf(MINOR, WORDS))).held).toBeLessThan(MAX_MS);
    expect((await shortestHold(MAX_MS, () => qrBillPdf(bill))).held).toBeLessThan(MAX_MS);
    expect((await shortestHold(MAX_MS, () => qrBillSvg(bill))).held).toBeLessThan(MAX_MS);
  }
});

it("the bills of a year block neither the process nor another paper", async () => {
  const bill = qrBillForAccount({ ...INITIAL_SETTINGS, iban: "CH5604835012345678009" }, "cotisation", 5000);
  const pages = Array.from({ length: 40 }, (_, i) => ({
    bill,
    link: `https://exemple.ch/ma-fiche/${i}`,
    letter: {
      address: ["Léa Dubuis", "Rue du Stade 5", "1965 Savièse"],
      date: "Savièse, le 2 mars 2027",
      words: "Merci.",
    },
  }));
  const start = performance.now();
  const bills = holding(() => billsPdf("Cotisation 2027", pages));
  await qrBillSvg(bill);
  const other = performance.now() - start;
  expect((await bills).held).toBeLessThan(MAX_MS);
  expect(other).toBeLessThan((performance.now() - start) / 2);
});

it("200 letters of two pages block neither the process nor another paper", async () => {
  const items = Array.from({ length: 40 }, (_, i) => [{ bold: [`Point ${i}`] }, " de l’ordre du jour de l’assemblée"]);
  const letters = {
    title: "Convocation",
    sender: ["La Jeunesse de Savièse", "1965 Savièse"],
    date: "Savièse, le 2 mars 2027",
    kicker: "Convocation",
    subject: "Assemblée générale",
    blocks: [{ ordered: true, items }],
    answers: "",
    addresses: Array.from({ length: 200 }, (_, i) => [`Léa Dubuis ${i}`, "Rue du Stade 5", "1965 Savièse"]),
  };
  const start = performance.now();
  const drawn = holding(() => lettersPdf(letters));
  await qrBillSvg(qrBillForAccount(INITIAL_SETTINGS, "don", null));
  const other = performance.now() - start;
  expect((await drawn).held).toBeLessThan(MAX_MS);
  const whole = performance.now() - start;
  expect(other).toBeLessThan(whole / 2);
  expect(whole).toBeLessThan(20_000);
});
