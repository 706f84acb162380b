import { expect, it } from "vitest";
import { addDays, dayInZurich, yearsBefore } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";

const NOW = new Date();
const TODAY = dayInZurich(NOW);
const site = setUpSite({ committee: true, each: true, now: NOW });

const ZOE = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Héritier", place: "Savièse", since: "2020-01-01" };
const add = () => saveMember(site.services.register, ZOE);
const page = `/assemblees/${TODAY}`;
const mark = (id: string, intention: string, path = page) => site.send(path, { intention, id }, site.cookie);

it("the page of an assembly opens for a typed day, is listed while it has presences, and refuses days in the future", async () => {
  const id = await add();
  expect((await site.get("/assemblees/2027-02-30")).status).toBe(404);
  expect(await site.html("/assemblees?jour=demain")).toContain("Indiquez une date.");
  expect((await site.get(`/assemblees?jour=${TODAY}`)).headers.get("location")).toBe(page);
  expect(await site.html(`${page}?filtre=present`)).toContain("Personne ici pour l’instant.");
  for (const [intention, isListed] of [
    ["present", true],
    ["absent", false],
  ] as const) {
    await mark(id, intention);
    expect((await site.html("/assemblees")).includes(`href="${page}"`)).toBe(isListed);
  }
  const tomorrow = `/assemblees/${addDays(TODAY, 1)}`;
  await mark(id, "present", tomorrow);
  await mark("nobody", "present");
  expect(await site.services.attendance.listDays()).toEqual([]);
  expect(await site.html(tomorrow)).toContain("dès le jour de l’assemblée");
});

it("the assembly page offers the summary of this year and of the last one, also without presences", async () => {
  const html = await site.html("/assemblees");
  for (const day of [TODAY, yearsBefore(TODAY, 1)]) expect(html).toContain(`bilan.pdf?annee=${day.slice(0, 4)}`);
});

it("the site returns the PDF files of an assembly and the file with all data of a member; unknown files are 404", async () => {
  const id = await add();
  await mark(id, "present");
  for (const path of [
    `${page}/liste.pdf`,
    `${page}/liste.pdf?qui=presents`,
    `/assemblees/bilan.pdf?annee=${TODAY.slice(0, 4)}`,
    `/registre/${id}/donnees.pdf`,
  ]) {
    const answer = await site.get(path);
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, "application/pdf"]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
  }
  expect(await (await site.get(`/registre/${id}/donnees.json`)).json()).toMatchObject({ name: "Zoé Héritier" });
  for (const path of [
    "/assemblees/x/liste.pdf",
    "/assemblees/bilan.pdf",
    `/registre/${id}/x.pdf`,
    "/registre/x/donnees.pdf",
    "/registre/x/donnees",
  ])
    expect((await site.get(path)).status, path).toBe(404);
});

it("a member is erased after a question that names the payments to keep in the accounts; the journal records it", async () => {
  const id = await add();
  const year = TODAY.slice(0, 4);
  const { bin, fees, register } = site.services;
  await fees.open({ year, amount: 5000, joinedBy: `${year}-10-01` }, null);
  await fees.settle([`${year}-${id}`], { is: "paid", way: "cash", date: TODAY }, null);
  const html = await site.html(`/registre/${id}/donnees?confirmer=effacer-partout`);
  const stays = `cotisation ${year}, CHF 50.– payés, jusqu’au 31.12.${Number(year) + 10}`;
  expect(html.replaceAll("\u00a0", " ")).toContain(stays);
  const erased = await site.send(`/registre/${id}/donnees`, { intention: "erase" }, site.cookie);
  expect(erased.headers.get("location")).toBe("/registre");
  expect(site.security.at(-1)).toEqual(["person-erased", expect.any(String)]);
  expect([await register.list(), await bin.list()]).toEqual([[], []]);
  const list = await site.html(`/cotisations/${year}?filtre=paid`);
  expect([list.includes("Zoé Héritier"), list.includes(`/registre/${id}`)]).toEqual([true, false]);
});
