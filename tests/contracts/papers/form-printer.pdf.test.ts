import { expect, it } from "vitest";
import { createFormPrinter } from "#adapters/pdf/form-printer.ts";
import { createPaperThread } from "#adapters/pdf/paper-thread.ts";
import { createQrBillPrinter } from "#adapters/pdf/qr-bill-printer.ts";
import { billFor } from "#domain/money/qr-bill.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { holding } from "#tests/heartbeat.ts";
import { formPrinterContract } from "./form-printer.contract.ts";

formPrinterContract(() => createFormPrinter(createPaperThread()));

const MINOR = { nom: "Fendant", prenom: "Zoé", dateAnniv: "05.08.2008", tel: "0791234567", adresse: "Savièse" };
const BACK_TO = { committee: "exemple.ch/comite", email: "comite@exemple.ch" };
const MAX_MS = 50;

it("papers do not hold the process, the first of them included", async () => {
  const draw = createPaperThread();
  const forms = createFormPrinter(draw);
  const bills = createQrBillPrinter(draw);
  const bill = billFor(INITIAL_SETTINGS, "don", null);
  for (let i = 0; i < 3; i++) {
    expect((await holding(() => forms.drawConsentForm(MINOR, BACK_TO))).held).toBeLessThan(MAX_MS);
    expect((await holding(() => bills.drawPdf(bill))).held).toBeLessThan(MAX_MS);
    expect((await holding(() => bills.drawSvg(bill, "wide"))).held).toBeLessThan(MAX_MS);
  }
});

it("a paper that cannot be drawn is refused, and the next one is drawn", async () => {
  const forms = createFormPrinter(createPaperThread());
  const broken = { ...MINOR, nom: undefined as unknown as string };
  await expect(forms.drawConsentForm(broken, BACK_TO)).rejects.toThrow();
  expect((await forms.drawConsentForm(MINOR, BACK_TO)).length).toBeGreaterThan(1000);
});
