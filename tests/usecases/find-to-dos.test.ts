import { describe, expect, it, vi } from "vitest";
import { newBinKey } from "#domain/recycle-bin.ts";
import { UNREADABLE_SOURCES } from "#domain/to-do/found-to-dos.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { sendBills } from "#usecases/fees/send-bills.ts";
import type { Services } from "#usecases/services.ts";
import { findToDos } from "#usecases/to-do/find-to-dos.ts";
import { broken, desk, failOnReport, IN_ORDER } from "./desk.ts";
import { makeEverythingToDo, NOW } from "./everything-to-do.ts";
import { PUBLIC_URL } from "./slot-rounds.ts";

const PARTLY = { is: "partly", before: 0, paid: 100, way: "cash", date: "2027-05-01" } as const;

type Opened = ReturnType<typeof desk> & Services;

const opened = () => ({ ...desk(), siteSecret: async () => "un-secret-de-test", clock: { now: () => NOW } }) as Opened;
const idsOf = async (services: Services) => (await findToDos(services, NOW, failOnReport)).map(({ id }) => id);

it("a new site has nothing to do", async () => {
  expect(await findToDos(opened(), NOW, failOnReport)).toEqual([]);
});

it("each source finds what there is to do, with its number and its day", async () => {
  const services = opened();
  const ids = await makeEverythingToDo(services);
  const found = await findToDos(services, NOW, failOnReport);
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(found.map(({ text, due }) => [text.replaceAll("\u00a0", " "), due?.day ?? ""])).toEqual([
    ["Traiter 1 inscription", ""],
    ["Traiter 1 message", ""],
    ["Renvoyer 1 e-mail en échec (message)", ""],
    ["Renvoyer 1 lien de membre", ""],
    ["Fête : il manque 4 personnes", "2027-05-29"],
    ["Loto : ajouter l’affiche au brouillon", "2027-05-27"],
    ["Ouvrir la cotisation 2027 : 2 membres", "2027-01-01"],
    ["Envoyer 1 facture 2026", ""],
    ["Envoyer 1 rappel 2026", ""],
    ["Vérifier 1 paiement de la banque", ""],
    ["Demander 1 autorisation parentale", ""],
    ["Vérifier 1 proposition de membre", ""],
    ["Finir d’envoyer « Sortie » : 1 personne", ""],
  ]);
});

it("what is done disappears from the list at once", async () => {
  const services = opened();
  await makeEverythingToDo(services);
  expect(await idsOf(services)).toContain("bills-2026");
  const fees = createFeeStore(services.documents, () => NOW);
  const owed = (await fees.listOpen("2026")).map(({ id }) => id);
  await sendBills({ ...services, fees }, { year: "2026", days: null, way: "sms", ids: owed }, PUBLIC_URL, null);
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  const ids = await idsOf(services);
  expect(ids.filter((id) => /^(?:fees|bills|reminders)-/.test(id))).toEqual(["bills-2027"]);
});

it("asks to finish a mailing until it reached everybody, was stopped or corrected", async () => {
  const services = opened();
  await makeEverythingToDo(services);
  const { mailings } = services;
  const isFound = async () => (await idsOf(services)).includes("mailing-sortie");
  const { recipients = [] } = (await mailings.get("sortie")) ?? {};
  const [member = ""] = recipients.map((one) => one.member);
  expect(await isFound()).toBe(true);
  await mailings.share("sortie", "paper", [member], null);
  expect(await isFound()).toBe(false);
  const share = (await mailings.get("sortie"))?.shares[0] ?? expect.fail();
  await mailings.unshare("sortie", "paper", share.at.toISOString(), null);
  expect(await isFound()).toBe(true);
  await mailings.stop("sortie", null);
  expect(await isFound()).toBe(false);
  await mailings.resume("sortie", null);
  expect(await isFound()).toBe(true);
  await createMailingStore(services.documents, services.siteSecret, () => NOW).create(
    "rectification",
    aMailing({ corrects: "sortie", recipients }),
    [],
    null,
  );
  expect((await idsOf(services)).filter((id) => id.startsWith("mailing-"))).toEqual([]);
});

it("asks for no bill of a member in the recycle bin, or of a closed year", async () => {
  const services = opened();
  await makeEverythingToDo(services);
  const marie = (await services.register.list()).find(({ firstName }) => firstName === "Marie") ?? expect.fail();
  await services.fees.settle([`2026-${marie.id}`], PARTLY, null);
  await services.register.moveToBin(marie.id, marie.version, { at: NOW, by: null, key: newBinKey() });
  expect((await services.fees.listOpen("2026")).map(({ member }) => member)).toContain(marie.id);
  expect((await idsOf(services)).filter((id) => id.endsWith("-2026"))).toEqual(["bills-2026"]);
  await services.fees.close("2026", null);
  expect((await idsOf(services)).filter((id) => id.endsWith("-2026"))).toEqual([]);
});

it("a backup that failed is first", async () => {
  const services = opened();
  await makeEverythingToDo(services);
  const backups = { last: null, failedAt: NOW, kept: 7 };
  const health = { ...IN_ORDER, measure: async () => ({ ...(await IN_ORDER.measure()), backups }) };
  const [first] = await findToDos({ ...services, health }, NOW, failOnReport);
  expect(first).toMatchObject({ id: "health-backup", href: "/reglages#sante-backup" });
});

it("a source that fails hides no other, is reported, and the list says so once", async () => {
  const services = opened();
  const ids = await makeEverythingToDo(services);
  const report = vi.fn();
  const failing = {
    ...services,
    fees: broken(services.fees, "listYears"),
    bank: broken(services.bank, "countOpen"),
  };
  const found = await findToDos(failing, NOW, report);
  const isHidden = (id: string) => /^(?:fees|bills|reminders)-/.test(id) || id === "bank-payments";
  expect(found.filter((one) => one !== UNREADABLE_SOURCES).map(({ id }) => id)).toEqual(
    ids.filter((id) => !isHidden(id)),
  );
  expect(found.filter((one) => one === UNREADABLE_SOURCES)).toHaveLength(1);
  expect(report.mock.calls.map(([, where]) => where).toSorted()).toEqual([
    "to-do: bank payments",
    "to-do: bills",
    "to-do: year of fees",
  ]);
});

it("reads each list once", async () => {
  const services = opened();
  await makeEverythingToDo(services);
  const [register, fees, events] = [
    { ...services.register, list: vi.fn(services.register.list) },
    { ...services.fees, listYears: vi.fn(services.fees.listYears) },
    { ...services.events, listSinceLastYear: vi.fn(services.events.listSinceLastYear) },
  ];
  await findToDos({ ...services, register, fees, events }, NOW, failOnReport);
  for (const read of [register.list, fees.listYears, events.listSinceLastYear]) expect(read).toHaveBeenCalledTimes(1);
});

describe("the register and the fees", () => {
  const MINUTE_MS = 60_000;

  async function watched() {
    const services = opened();
    await makeEverythingToDo(services);
    const register = { ...services.register, list: vi.fn(services.register.list) };
    const list = async (now: Date) =>
      (await findToDos({ ...services, register }, now, failOnReport)).map(({ id }) => id);
    const first = await list(NOW);
    expect(register.list).toHaveBeenCalledTimes(1);
    return { services, register, list, first };
  }

  it("are not read again while the committee changes other things", async () => {
    const { services, register, list, first } = await watched();
    await services.tasks.add("association", [{ text: "Clés", due: null, who: "" }], null);
    expect(await list(new Date(NOW.getTime() + 9 * MINUTE_MS))).toEqual(first);
    expect(register.list).toHaveBeenCalledTimes(1);
  });

  it("are read again after ten minutes, and on another day", async () => {
    const { register, list } = await watched();
    await list(new Date(NOW.getTime() + 10 * MINUTE_MS));
    expect(register.list).toHaveBeenCalledTimes(2);
    await list(new Date("2027-05-20T21:59:00Z"));
    await list(new Date("2027-05-20T22:00:00Z"));
    expect(register.list).toHaveBeenCalledTimes(4);
  });

  it("are read again after a change of a member by another process", async () => {
    const { services, list, first } = await watched();
    const leo = (await services.register.list()).find(({ firstName }) => firstName === "Léo") ?? expect.fail();
    await createRegisterStore(services.documents).setConsent({ member: leo.id }, "2027-05-20", null);
    expect(await list(NOW)).toEqual(first.filter((id) => id !== "consents"));
  });

  it("are read again if they could not be read", async () => {
    const { services, list } = await watched();
    const failing = { ...services, register: broken(services.register, "list"), fees: { ...services.fees } };
    expect((await findToDos(failing, NOW, () => {})).map(({ id }) => id)).not.toContain("consents");
    expect(
      (await findToDos({ ...failing, register: services.register }, NOW, failOnReport)).map(({ id }) => id),
    ).toEqual(await list(NOW));
  });
});
