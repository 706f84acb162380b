import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { openSite, type TestSite } from "#tests/http/site.ts";

const DAY_MS = 86_400_000;

let site: TestSite;
let now: Date;
beforeAll(async () => {
  site = await openSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
  site.services.clock.now = () => now;
});
afterAll(() => site.close());
beforeEach(async () => {
  // After whatever the test before has deleted was forgotten.
  now = new Date((now ?? new Date("2025-07-01T12:00:00Z")).getTime() + 100 * DAY_MS);
  for (const { id } of await site.services.evenements.list()) await moveCard(site.services.evenements, id, { at: now });
  now = new Date(now.getTime() + 100 * DAY_MS);
});

/** What an agenda reads: UID, sequence, state and title of each event. */
async function subscribers(path = "/planning.ics") {
  const ics = await (await site.request(path)).text();
  return new ICAL.Component(ICAL.parse(ics) as unknown[]).getAllSubcomponents("vevent").map((evenement) => ({
    uid: evenement.getFirstPropertyValue("uid"),
    sequence: Number(evenement.getFirstPropertyValue("sequence")),
    status: evenement.getFirstPropertyValue("status"),
    title: evenement.getFirstPropertyValue("summary"),
  }));
}

const updateCard = async (id: string, fields: Parameters<typeof anEvenement>[0]) => {
  const evenement = await site.services.evenements.get(id);
  return site.services.evenements.update(id, anEvenement(fields), evenement?.version ?? "");
};

describe("the calendar to subscribe to", () => {
  it("has the events of all years, under names that no other site has", async () => {
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    await site.services.evenements.create("Loto1119", anEvenement({ Nom: "Loto", Date: "2019-11" }));
    expect(await subscribers()).toMatchObject([
      { uid: "Loto1119@jeunesse.exemple.ch", title: "Loto (date à préciser)", status: "TENTATIVE" },
      { uid: "F%C3%AAte0825@jeunesse.exemple.ch", title: "Fête", status: "CONFIRMED" },
    ]);
  });

  it("keeps an event's name through its changes, and counts them", async () => {
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    const [before] = await subscribers();
    await updateCard("Fête0825", { Nom: "Grande fête", FirstDay: "2025-08-02", State: "reporte" });
    const [after] = await subscribers();
    expect(after?.uid).toBe(before?.uid);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    expect(after?.title).toBe("Reporté\u00a0: Grande fête");
  });

  it("keeps an event that is called off, under a title that says so", async () => {
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    const [before] = await subscribers();
    await updateCard("Fête0825", { FirstDay: "2025-08-01", State: "annule" });
    const [after] = await subscribers();
    expect(after).toMatchObject({ uid: before?.uid, status: "CONFIRMED", title: "Annulé\u00a0: Fête" });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
  });

  it("announces a deleted event as cancelled for sixty days, then lets it go", async () => {
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    const [before] = await subscribers();
    await moveCard(site.services.evenements, "Fête0825", { at: now });
    const [after, ...others] = await subscribers();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ uid: before?.uid, status: "CANCELLED", title: "Annulé\u00a0: Fête" });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    now = new Date(now.getTime() + 60 * DAY_MS);
    expect(await subscribers()).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    expect(await subscribers()).toEqual([]);
  });

  it("has an event once that was deleted and comes back", async () => {
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    await moveCard(site.services.evenements, "Fête0825", { at: now });
    const [removed] = await subscribers();
    await site.services.evenements.create("Fête0825", anEvenement({ FirstDay: "2025-08-01" }));
    const [restored, ...others] = await subscribers();
    expect(others).toEqual([]);
    expect(restored).toMatchObject({ uid: removed?.uid, status: "CONFIRMED" });
    expect(restored?.sequence).toBeGreaterThan(removed?.sequence ?? Number.POSITIVE_INFINITY);
  });

  it("is sent again only when something has changed", async () => {
    await site.services.evenements.create("Fête0825", anEvenement());
    const first = await site.request("/planning.ics");
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = first.headers.get("etag") ?? "";
    const again = (tag: string) => site.request("/planning.ics", { headers: { "if-none-match": tag } });
    expect((await again(etag)).status).toBe(304);
    expect((await again(`"autre", W/${etag}`)).status).toBe(304);
    expect((await again('"autre"')).status).toBe(200);
    await updateCard("Fête0825", { Lieu: "Ormône" });
    expect((await again(etag)).status).toBe(200);
  });

  it("says so when the store does not answer", async () => {
    const { list } = site.services.evenements;
    site.services.evenements.list = async () => {
      throw new Error("panne");
    };
    const response = await site.request("/planning.ics");
    site.services.evenements.list = list;
    expect(response.status).toBe(503);
    expect(await response.text()).toBe("Le calendrier n’a pas pu être préparé. Réessayez dans un instant.");
    expect(site.log.at(-1)?.position).toBe("calendar");
  });
});

describe("one event to put into an agenda", () => {
  it("is the same entry as in the whole calendar", async () => {
    await site.services.evenements.create("Fête d’été-2", anEvenement({ FirstDay: "2025-08-01", StartTime: "19:30" }));
    const path = `/planning/${encodeURIComponent("Fête d’été-2")}.ics`;
    expect(await subscribers(path)).toEqual(await subscribers());
  });

  it("is offered until the event is over", async () => {
    const year = site.services.clock.now().getUTCFullYear() + 1;
    await site.services.evenements.create("Bal", anEvenement({ Date: `${year}-08` }));
    const planning = await (await site.request("/planning")).text();
    expect(planning).toContain('href="/planning/Bal.ics"');
    expect(planning).not.toContain(`href="/planning/${encodeURIComponent("Fête d’été-2")}.ics"`);
  });

  it.each(["/planning/Jamais0825.ics", "/planning/.ics", "/planning/%00.ics", "/planning/a%2Fb.ics"])(
    "is a page that does not exist where there is no such event: %s",
    async (path) => {
      const response = await site.request(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Page introuvable");
    },
  );
});

describe("the planning and the home page", () => {
  const read = async (path: string) => (await (await site.request(path)).text()).replaceAll("\u00a0", " ");

  it("tell month and year, and the days beside them", async () => {
    await site.services.evenements.create(
      "Fête0825",
      anEvenement({ FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:30" }),
    );
    const html = await read("/planning");
    expect(html).toContain('<time dateTime="2025-08">Août 2025</time>');
    expect(html).toContain("du ven. 1er au dim. 3 août, dès 19 h 30");
  });

  it("mark what is off, put off or over", async () => {
    now = new Date("2100-01-01T12:00:00Z");
    await site.services.evenements.create("A0899", anEvenement({ Nom: "Bal", Date: "2099-08", State: "annule" }));
    await site.services.evenements.create("B0199", anEvenement({ Nom: "Loto", Date: "2100-01", State: "reporte" }));
    const html = await read("/planning");
    expect(html.match(/ \(passé\)/g)).toHaveLength(1);
    expect(html).toMatch(/Bal<\/h2><p class="[^"]*">Annulé</);
    expect(html).toMatch(/Loto<\/h2><p class="[^"]*">Reporté</);
  });

  it("announce the next event that takes place, and nothing when there is none", async () => {
    now = new Date("2101-06-01T12:00:00Z");
    await site.services.evenements.create("A0501", anEvenement({ Nom: "Passée", Date: "2101-05" }));
    await site.services.evenements.create("B0601", anEvenement({ Nom: "Annulée", Date: "2101-06", State: "annule" }));
    expect(await read("/")).not.toContain("Prochain rendez-vous");
    await site.services.evenements.create(
      "C0701",
      anEvenement({ Nom: "La belle fête", Date: "2101-07", FirstDay: "2101-07-02" }),
    );
    const html = await read("/");
    expect(html).toContain("Prochain rendez-vous");
    expect(html).toContain("La belle fête");
    expect(html).toContain("sam. 2 juillet");
    expect(html).toContain('href="/planning#C0701"');
  });

  it("show a hostile name as text", async () => {
    const Nom = `</script><img src=x onerror=alert(1)> =HYPERLINK("x") \u202e`;
    await site.services.evenements.create("H0825", anEvenement({ Nom, FirstDay: "2025-08-01" }));
    const html = await (await site.request("/planning")).text();
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;/script&gt;&lt;img src=x");
  });
});
