import { expect, it } from "vitest";
import { addDays, dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/members/member.ts";
import { setUpSite } from "#tests/http/site.ts";
import { searchFor } from "./search.ts";

const TODAY = dayInZurich(new Date());
const site = setUpSite({ committee: true, each: true });

async function add(lastName: string, leftOn = ""): Promise<string> {
  const data = { ...EMPTY_MEMBER, firstName: "Zoé", lastName, place: "Savièse", since: "2020-01-01", leftOn };
  const saved = await site.services.register.save([{ id: null, data }], null);
  return (saved.ok && saved.value[0]) || "";
}
const page = `/assemblees/${TODAY}`;
const mark = (member: string, intention: string, path = page) => site.send(path, { intention, member }, site.cookie);

it("keeps who is present per assembly, as a target, and finds members by search", async () => {
  const [zoe, other] = [await add("Héritier"), await add("Luyet")];
  const { address, cookie } = await searchFor(site, page, { q: "heritier", filter: "members" }, site.cookie);
  const found = await site.html(address, cookie);
  expect([found.includes(zoe), found.includes(other)]).toEqual([true, false]);
  for (const intention of ["present", "present"]) await mark(zoe, intention);
  expect(await site.services.attendance.listDays()).toEqual([{ day: TODAY, count: 1 }]);
  expect(await site.html(`${page}?filtre=present`)).toContain("Zoé Héritier");
  expect(await site.html("/assemblees")).toContain(`href="${page}"`);
  for (const intention of ["absent", "absent"]) await mark(zoe, intention);
  expect(await site.services.attendance.list(TODAY)).toEqual([]);

  const tomorrow = `/assemblees/${addDays(TODAY, 1)}`;
  await mark(zoe, "present", tomorrow);
  await mark("nobody", "present");
  expect(await site.services.attendance.listDays()).toEqual([]);
  expect(await site.html(tomorrow)).toContain("dès le jour de l’assemblée");
  expect((await site.get("/assemblees/2027-02-30")).status).toBe(404);
  expect(await site.html("/assemblees?jour=demain")).toContain("Indiquez une date.");
  expect((await site.get(`/assemblees?jour=${TODAY}`)).headers.get("location")).toBe(page);
});

it("gives the papers of the assembly and of a person, and 404 for others", async () => {
  const id = await add("Héritier");
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
    "/registre/x/donnees",
  ])
    expect((await site.get(path)).status, path).toBe(404);
});

it("erases a person from the page that shows everything, after it names what the accounts keep", async () => {
  const id = await add("Héritier");
  const year = TODAY.slice(0, 4);
  await site.services.fees.open({ year, amount: 5000, joinedBy: `${year}-10-01` }, null);
  await site.services.fees.settle([`${year}-${id}`], { is: "paid", way: "cash", date: TODAY }, null);
  const html = await site.html(`/registre/${id}/donnees?confirmer=effacer-partout`);
  expect(html.replaceAll("\u00a0", " ")).toContain(
    `cotisation ${year}, CHF 50.– payés, jusqu’au 31.12.${Number(year) + 10}`,
  );
  const erased = await site.send(`/registre/${id}/donnees`, { intention: "erase" }, site.cookie);
  expect(erased.headers.get("location")).toBe("/registre");
  expect([await site.services.register.list(), await site.services.bin.list()]).toEqual([[], []]);
  const list = await site.html(`/cotisations/${year}?filtre=paid`);
  expect([list.includes("Zoé Héritier"), list.includes(`/registre/${id}`)]).toEqual([true, false]);
});
