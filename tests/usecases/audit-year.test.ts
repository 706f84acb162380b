import { expect, it } from "vitest";
import { refusal } from "#domain/result.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { exportYearAudit, readYearAudit } from "#usecases/fees/audit-year.ts";
import { desk } from "./desk.ts";

const DAY = "2027-02-01";

it("the accounts of a year list each due and each line, with totals that add up", async () => {
  const services = desk();
  const members = ["Ana", "Bea", "=Cea"].map((firstName) => aMember({ firstName }));
  const [ana = "", bea = ""] = await saveMembers(services.register, ...members);
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, ELODIE);
  await services.fees.settle([`2027-${ana}`], { is: "partly", before: 0, paid: 2050, way: "bank", date: DAY }, ELODIE);
  await services.fees.settle([`2027-${ana}`], { is: "due", reason: "Erreur", date: DAY }, ELODIE);
  await services.fees.settle([`2027-${bea}`], { is: "waived", reason: "Comité", date: DAY }, null);
  await services.fees.close("2027", ELODIE);
  await services.fees.settle([`2027-${ana}`], { is: "paid", way: "twint", date: DAY }, ELODIE);

  const { rows = [], totals = [] } = (await readYearAudit(services, "2027")) ?? {};
  expect(
    rows.map((row) => [row.name.split(" ")[0], row.kind, row.amount, row.way, row.reason, row.afterClosing]),
  ).toEqual([
    ["=Cea", "Cotisation due", 5000, "", "", false],
    ["Ana", "Cotisation due", 5000, "", "", false],
    ["Ana", "Paiement", 2050, "Banque", "", false],
    ["Ana", "Correction", 2050, "Banque", "annule\u00a0: Paiement du 01.02.2027, Erreur", false],
    ["Ana", "Paiement", 5000, "TWINT", "", true],
    ["Bea", "Cotisation due", 5000, "", "", false],
    ["Bea", "Montant non demandé", 5000, "", "Comité", false],
  ]);
  expect(totals.map(({ amount }) => amount)).toEqual([15_000, 7050, 2050, 5000, 5000, 5000]);

  const file = (year: string, format: "csv" | "pdf") => exportYearAudit(services, { year, format }, null);
  const made = await file("2027", "csv");
  const text = made.ok && made.value;
  expect(text).toContain(`"'=Cea Héritier";"Cotisation due";"50";`);
  expect(text).toContain('"Total";"Encaissé, net";"50"');
  expect([await file("2031", "csv"), await file("2031", "pdf")]).toEqual([refusal("absent"), refusal("absent")]);
});
