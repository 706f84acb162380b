/**
 * The longest time for which a page, a file or a form of a large association blocks the event loop. Visitors of other
 * pages wait for that time.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { openSite, saveSettings, type TestSite } from "#tests/http/site.ts";
import { slowness } from "#tests/machine.ts";
import { aFeast } from "#tests/usecases/slot-rounds.ts";
import { deleteExpiredInboxEntries } from "#usecases/inbox/delete-old-entries.ts";
import { deleteMember, purgeExpiredData } from "#usecases/recycle-bin.ts";
import { erasePerson, readPersonData } from "#usecases/register/person-data.ts";

const TIMEOUT_MS = 600_000;
const HELD_MAX_MS = 100;
const NOW = new Date();
const YEAR = dayInZurich(NOW).slice(0, 4);
/** When everything may be deleted that has an end. */
const YEARS_LATER = new Date(NOW.getTime() + 4 * 366 * 86_400_000);
const IBAN = "CH5604835012345678009";
const FIRST_NAMES = ["Zoé", "Ana", "Élodie", "Marc", "Jean-Pierre"];

type Measured = { readonly what: string; readonly held: number; readonly worked: number };

describe.each([200, 3_000])("with %i members", { timeout: TIMEOUT_MS }, (count) => {
  let site: TestSite;
  let cookie = "";
  const ids: string[] = [];
  const measured: Measured[] = [];

  // Numbers of equal length: « Héritier 1 » could be a name that a bank has cut, of « Héritier 15 ».
  const nameOf = (i: number) => ({
    firstName: FIRST_NAMES[i % 5] ?? "",
    lastName: `Héritier ${String(i).padStart(4, "0")}`,
  });

  beforeAll(async () => {
    site = await openSite({ MAIL: "smtp", SMTP_URL: "smtp://localhost:1", MAIL_FROM: "site@exemple.ch" });
    cookie = await site.signIn();
    const { register, inbox } = site.services;
    // A site creates its indexes, and compiles its pages, before it has so many members.
    const pages = ["/registre", "/registre?filtre=minors", "/cotisations/banque", "/assemblees", "/inscriptions"];
    const others = ["/registre/a-verifier", "/corbeille", "/journal", "/reglages", "/cotisations/ouvrir"];
    for (const path of [...pages, ...others]) await (await site.request(path, { headers: { cookie } })).text();
    const small = new FormData();
    small.append("intention", "read");
    small.append(
      "file",
      new File([camtFile({ iban: IBAN, entries: [payment({ amount: 50_00 })] })], "releve.xml", { type: "text/xml" }),
    );
    const origin = site.config.publicUrl;
    const preview = await site.request("/cotisations/banque", {
      method: "POST",
      body: small,
      headers: { cookie, origin },
    });
    expect(preview.status).toBe(200);
    await preview.text();
    await deleteExpiredInboxEntries(site.services);
    await purgeExpiredData(site.services);
    await saveSettings(site, { iban: IBAN, holder: "Jeunesse de Savièse" });
    for (let i = 0; i < count; i += 100) {
      const some = Array.from({ length: 100 }, (_, j) =>
        aMember({
          ...nameOf(i + j),
          birthDate: `19${60 + ((i + j) % 40)}-0${1 + ((i + j) % 9)}-11`,
          since: "2020-01-01",
          email: `membre${i + j}@exemple.ch`,
          phone: (i + j) % 2 === 0 ? "0791234567" : "",
        }),
      );
      ids.push(...(await saveMembers(register, ...some)));
    }
    for (let i = 0; i < count; i++) await inbox.add(aSignUp({ lastName: `Luyet ${i}` }), NOW);
  }, TIMEOUT_MS);
  afterAll(() => site.close());

  async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { held, worked, result } = await holding(work);
    measured.push({ what, held, worked });
    return result;
  }

  /** Measures a request, with the reading of its response. @returns the text of the response */
  async function request(what: string, path: string, init: RequestInit = {}): Promise<string> {
    const headers = { origin: site.config.publicUrl, cookie };
    const { status, bytes } = await measure(what, async () => {
      const response = await site.request(path, { ...init, headers });
      return { status: response.status, bytes: await response.arrayBuffer() };
    });
    // Not measured: `text()` of a PDF of 400 bills takes 80 ms.
    const text = new TextDecoder().decode(bytes);
    expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(400);
    return text;
  }
  const get = (path: string) => request(path, path);
  const post = (what: string, path: string, fields: Record<string, string | string[]>) => {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const one of [values].flat()) body.append(name, one);
    return request(what, path, { method: "POST", body });
  };
  const upload = (what: string, path: string, fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return request(what, path, { method: "POST", body });
  };
  const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

  /** The rounds about an event to which fifty members come. */
  async function getRoundsOfEvent(): Promise<void> {
    const feast = await aFeast(site.services);
    const bar = await feast.slot(21, { needed: count });
    for (const member of ids.slice(0, 50)) await feast.come("Zoé", [bar], { member });
    for (const name of ["demander", "a-confirmer", "rappel"]) await get(`/evenement/modify/Fete/coups-de-main/${name}`);
  }

  it("no page, file or form blocks the event loop for long", async () => {
    const { attendance, bank, fees, inbox, journal, proposals, register } = site.services;
    await post("open a year", "/cotisations/ouvrir", { year: YEAR });
    const half = ids.slice(0, count / 2);
    const bookingDate = `${YEAR}-01-15`;
    const fileOf = (start: number, referenceOf: (id: string) => string) => {
      const entries = ids.slice(start, start + count / 2).map((id, i) => {
        const { firstName, lastName } = nameOf(start + i);
        const detail = { amount: 50_00, reference: referenceOf(id), payer: `${firstName} ${lastName}` };
        return payment(detail, { bookingDate });
      });
      return new File([camtFile({ iban: IBAN, entries })], "releve.xml", { type: "text/xml" });
    };
    for (const [what, file] of [
      ["payments with a reference", fileOf(0, (id) => feeReference(YEAR, id))],
      ["payments without a reference", fileOf(count / 2, () => "")],
    ] as const) {
      const preview = await upload(`preview of ${what}`, "/cotisations/banque", { intention: "read", file });
      const kept = { intention: "keep", carried: field(preview, "carried") };
      await post(what, "/cotisations/banque", kept);
    }
    expect(await bank.listBetween(bookingDate, bookingDate)).toHaveLength(half.length * 2);

    for (const id of half) await attendance.set(bookingDate, id, true, null);
    for (const member of ids.slice(0, count / 10))
      await proposals.add(member, { kind: "correction", year: "", fields: { street: "Rue neuve" } });
    const lists = ["/registre", "/registre?filtre=minors", "/registre?filtre=no-address", "/registre?page=1000"];
    const banks = ["/cotisations/banque", `/cotisations/banque?annee=${YEAR}`];
    const open = [`/cotisations/${YEAR}`, `/cotisations/${YEAR}?filtre=all`, `/cotisations/${YEAR}/verificateurs`];
    const others = ["/assemblees", `/assemblees/${bookingDate}`, `/assemblees/${bookingDate}?filtre=present`];
    const more = [
      "/registre/a-verifier",
      "/corbeille",
      "/journal",
      "/inscriptions",
      "/reglages",
      "/cotisations/ouvrir",
    ];
    for (const path of [...lists, ...banks, ...open, ...others, ...more]) await get(path);
    await get(`/registre/${ids[0]}`);
    await get(`/registre/${ids[0]}/donnees`);
    await post("search", "/registre", { intention: "search", q: "heritier 19" });
    const listed = (await fees.listOpen(YEAR)).slice(0, 50).map(({ id }) => id);
    await post("50 fees paid", `/cotisations/${YEAR}`, {
      id: listed,
      intention: "pay",
      way: "cash",
      date: bookingDate,
    });

    const round = `/cotisations/${YEAR}/envoyer`;
    const end = await get(round);
    await get("/registre/bienvenue");
    await get("/registre/autorisations");
    await getRoundsOfEvent();
    const bills = /factures\.pdf\?[^"]+/.exec(end)?.[0].replaceAll("&amp;", "&") ?? "factures.pdf";
    await get(`/cotisations/${YEAR}/${bills}`);
    const shown = [...end.matchAll(/name="id" value="([^"]+)"/g)].map(([, all = ""]) => all);
    const [paper = "", all = ""] = [shown[0], shown.at(-1)];
    await post("bills on paper", round, { id: paper, way: "printed" });
    await post("bills by e-mail", round, { id: all, way: "email" });

    const files = ["/registre.csv", "/inscriptions.csv", `/cotisations/${YEAR}/comptes.csv`];
    const papers = [`/cotisations/${YEAR}/comptes.pdf`, `/assemblees/${bookingDate}/liste.pdf`];
    for (const path of [...files, ...papers, `/assemblees/bilan.pdf?annee=${YEAR}`]) await get(path);

    const csv = [
      ["Prénom", "Nom", "Date de naissance", "Rue", "NPA", "Localité"].join(";"),
      ...ids.map((_, i) => `${nameOf(i).firstName};${nameOf(i).lastName} neuf;1990-01-02;Rue du Stade;1965;Savièse`),
    ].join("\r\n");
    const file = new File([csv], "membres.csv", { type: "text/csv" });
    await upload("preview of an import", "/registre/importer", { intention: "read", file });
    const { memberImports } = site.services;
    const imported = ids.map((_, i) => ({
      id: null,
      fields: aMember({ firstName: "Nouveau", lastName: nameOf(i).lastName }),
    }));
    await measure("start an import", () => memberImports.keep(imported, null));
    await measure("finish an import", () => memberImports.finish());
    expect((await register.list()).length).toBe(count * 2);

    const entries = await inbox.listIds();
    await measure("entries into the bin", () => inbox.moveToBin([...entries].slice(0, 50), { at: NOW, by: null }));
    await get("/corbeille");
    for (const id of half.slice(0, 20)) await deleteMember(site.services, id, null);
    await measure("a person's data", () => readPersonData(site.services, ids.at(-1) ?? ""));
    await measure("erase a person", () => erasePerson(site.services, ids.at(-1) ?? "", null));
    await inbox.setHandled([...entries], NOW);
    site.services.clock.now = () => YEARS_LATER;
    await measure("retention", () => deleteExpiredInboxEntries(site.services));
    await measure("purge", () => purgeExpiredData(site.services));
    expect((await journal.list({}, { start: 0, count: 1 })).total).toBeGreaterThan(0);

    if (process.env.GAPS)
      for (const { what, held, worked } of measured)
        process.stdout.write(`${count} ${held.toFixed(0).padStart(6)} ${worked.toFixed(0).padStart(6)} ${what}\n`);
    const limit = HELD_MAX_MS * slowness();
    expect(measured.filter(({ held }) => held > limit)).toEqual([]);
    const worst = measured.reduce((a, b) => (a.held > b.held ? a : b));
    writeFigures(`many-members-${count}`, {
      promise: `With ${count} members, no page, file, form or job delays other visitors`,
      figures: `${Math.round(worst.held)} ms at most (${worst.what})`,
    });
  });
});
