import { beforeEach, expect, it } from "vitest";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { saveSettings } from "#tests/http/site.ts";

const { site, clock, put } = setUpPlanning("2026-06-10T10:00:00Z", { committee: true });
beforeEach(() => saveSettings(site, { planningYear: 2026, planningYearAutomatic: true }));

const NEW_YEAR = { month: "2026-12", firstDay: "2026-12-31", lastDay: "2027-01-01" };
const read = async (path: string, cookie = "") => {
  const response = await site.request(path, { headers: { cookie } });
  return (await response.text()).replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");
};

it("an event over the end of a month is entered, shown and in calendars with both its days", async () => {
  const typed = { Nom: "Nuit", mois: "07", annee: "2026", FirstDay: "2026-07-31", LastDay: "2026-08-01", Lieu: "Lac" };
  const created = await site.upload("/evenement/create", { ...typed, publication: "draft", hp: "" }, site.cookie);
  expect([created.status, created.headers.get("location")]).toEqual([302, "/planning#Nuit0726"]);
  const event = await site.services.events.get("Nuit0726");
  expect(event).toMatchObject({ month: "2026-07", firstDay: "2026-07-31", lastDay: "2026-08-01" });
  expect(await read("/planning?q=ao%C3%BBt", site.cookie)).toContain("du ven. 31 juillet au sam. 1er août");
  const form = await read("/evenement/modify/Nuit0726", site.cookie);
  expect(form).toMatch(/name="LastDay"[^>]*value="2026-08-01"|value="2026-08-01"[^>]*name="LastDay"/);
});

it("an event over New Year belongs to the year of its first day, and is on /planning until it ends", async () => {
  await put("Réveillon", NEW_YEAR);
  await put("Loto", { month: "2027-02" });
  const page = await read("/planning/2026");
  expect(page).toContain("du jeu. 31 décembre 2026 au ven. 1er janvier 2027");
  expect(page).toContain('"startDate":"2026-12-31","endDate":"2027-01-01"');
  const file = await read("/planning.ics");
  expect(file).toContain("DTSTART;VALUE=DATE:20261231");
  expect(file).toContain("DTEND;VALUE=DATE:20270102");

  clock.now = new Date("2027-01-01T10:00:00Z");
  const onNewYear = await read("/planning");
  expect(onNewYear).toContain("<h1>Planning 2027</h1>");
  expect(onNewYear).toContain("Réveillon");
  clock.now = new Date("2027-01-02T10:00:00Z");
  expect(await read("/planning")).not.toContain("Réveillon");
  expect(await read("/planning/2026")).toContain("Réveillon");
});
