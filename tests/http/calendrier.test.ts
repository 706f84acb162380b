import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unEvenement } from "#tests/evenements.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const JOUR_MS = 86_400_000;

let site: SiteDEssai;
let maintenant: Date;
beforeAll(async () => {
  site = await ouvrirSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
  site.services.clock.now = () => maintenant;
});
afterAll(() => site.fermer());
beforeEach(async () => {
  // After whatever the test before has deleted was forgotten.
  maintenant = new Date((maintenant ?? new Date("2025-07-01T12:00:00Z")).getTime() + 100 * JOUR_MS);
  for (const { id } of await site.services.evenements.list()) await site.services.evenements.delete(id);
  maintenant = new Date(maintenant.getTime() + 100 * JOUR_MS);
});

/** What an agenda reads: UID, sequence, state and title of each event. */
async function abonnes(chemin = "/planning.ics") {
  const ics = await (await site.demander(chemin)).text();
  return new ICAL.Component(ICAL.parse(ics) as unknown[]).getAllSubcomponents("vevent").map((evenement) => ({
    uid: evenement.getFirstPropertyValue("uid"),
    sequence: Number(evenement.getFirstPropertyValue("sequence")),
    statut: evenement.getFirstPropertyValue("status"),
    titre: evenement.getFirstPropertyValue("summary"),
  }));
}

const modifier = async (id: string, champs: Parameters<typeof unEvenement>[0]) => {
  const evenement = await site.services.evenements.get(id);
  return site.services.evenements.update(id, unEvenement(champs), evenement?.version ?? "");
};

describe("the calendar to subscribe to", () => {
  it("has the events of all years, under names that no other site has", async () => {
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    await site.services.evenements.create("Loto1119", unEvenement({ Nom: "Loto", Date: "2019-11" }));
    expect(await abonnes()).toMatchObject([
      { uid: "Loto1119@jeunesse.exemple.ch", titre: "Loto (date à préciser)", statut: "TENTATIVE" },
      { uid: "F%C3%AAte0825@jeunesse.exemple.ch", titre: "Fête", statut: "CONFIRMED" },
    ]);
  });

  it("keeps an event's name through its changes, and counts them", async () => {
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    const [avant] = await abonnes();
    await modifier("Fête0825", { Nom: "Grande fête", Du: "2025-08-02", Etat: "reporte" });
    const [apres] = await abonnes();
    expect(apres?.uid).toBe(avant?.uid);
    expect(apres?.sequence).toBeGreaterThan(avant?.sequence ?? Number.POSITIVE_INFINITY);
    expect(apres?.titre).toBe("Reporté\u00a0: Grande fête");
  });

  it("keeps an event that is called off, under a title that says so", async () => {
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    const [before] = await abonnes();
    await modifier("Fête0825", { Du: "2025-08-01", Etat: "annule" });
    const [after] = await abonnes();
    expect(after).toMatchObject({ uid: before?.uid, statut: "CONFIRMED", titre: "Annulé\u00a0: Fête" });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
  });

  it("announces a deleted event as cancelled for sixty days, then lets it go", async () => {
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    const [avant] = await abonnes();
    await site.services.evenements.delete("Fête0825");
    const [apres, ...autres] = await abonnes();
    expect(autres).toEqual([]);
    expect(apres).toMatchObject({ uid: avant?.uid, statut: "CANCELLED", titre: "Annulé\u00a0: Fête" });
    expect(apres?.sequence).toBeGreaterThan(avant?.sequence ?? Number.POSITIVE_INFINITY);
    maintenant = new Date(maintenant.getTime() + 60 * JOUR_MS);
    expect(await abonnes()).toHaveLength(1);
    maintenant = new Date(maintenant.getTime() + 1);
    expect(await abonnes()).toEqual([]);
  });

  it("has an event once that was deleted and comes back", async () => {
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    await site.services.evenements.delete("Fête0825");
    const [retire] = await abonnes();
    await site.services.evenements.create("Fête0825", unEvenement({ Du: "2025-08-01" }));
    const [revenu, ...autres] = await abonnes();
    expect(autres).toEqual([]);
    expect(revenu).toMatchObject({ uid: retire?.uid, statut: "CONFIRMED" });
    expect(revenu?.sequence).toBeGreaterThan(retire?.sequence ?? Number.POSITIVE_INFINITY);
  });

  it("is sent again only when something has changed", async () => {
    await site.services.evenements.create("Fête0825", unEvenement());
    const premiere = await site.demander("/planning.ics");
    expect(premiere.status).toBe(200);
    expect(premiere.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(premiere.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = premiere.headers.get("etag") ?? "";
    const encore = (tag: string) => site.demander("/planning.ics", { headers: { "if-none-match": tag } });
    expect((await encore(etag)).status).toBe(304);
    expect((await encore(`"autre", W/${etag}`)).status).toBe(304);
    expect((await encore('"autre"')).status).toBe(200);
    await modifier("Fête0825", { Lieu: "Ormône" });
    expect((await encore(etag)).status).toBe(200);
  });

  it("says so when the store does not answer", async () => {
    const { list } = site.services.evenements;
    site.services.evenements.list = async () => {
      throw new Error("panne");
    };
    const reponse = await site.demander("/planning.ics");
    site.services.evenements.list = list;
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toBe("Le calendrier n’a pas pu être préparé. Réessayez dans un instant.");
    expect(site.journal.at(-1)?.ou).toBe("calendar");
  });
});

describe("one event to put into an agenda", () => {
  it("is the same entry as in the whole calendar", async () => {
    await site.services.evenements.create("Fête d’été-2", unEvenement({ Du: "2025-08-01", Heure: "19:30" }));
    const chemin = `/planning/${encodeURIComponent("Fête d’été-2")}.ics`;
    expect(await abonnes(chemin)).toEqual(await abonnes());
  });

  it("is offered until the event is over", async () => {
    const year = site.services.clock.now().getUTCFullYear() + 1;
    await site.services.evenements.create("Bal", unEvenement({ Date: `${year}-08` }));
    const planning = await (await site.demander("/planning")).text();
    expect(planning).toContain('href="/planning/Bal.ics"');
    expect(planning).not.toContain(`href="/planning/${encodeURIComponent("Fête d’été-2")}.ics"`);
  });

  it.each(["/planning/Jamais0825.ics", "/planning/.ics", "/planning/%00.ics", "/planning/a%2Fb.ics"])(
    "is a page that does not exist where there is no such event: %s",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      expect(reponse.status).toBe(404);
      expect(await reponse.text()).toContain("Page introuvable");
    },
  );
});

describe("the planning and the home page", () => {
  const lire = async (chemin: string) => (await (await site.demander(chemin)).text()).replaceAll("\u00a0", " ");

  it("tell month and year, and the days beside them", async () => {
    await site.services.evenements.create(
      "Fête0825",
      unEvenement({ Du: "2025-08-01", Au: "2025-08-03", Heure: "19:30" }),
    );
    const html = await lire("/planning");
    expect(html).toContain('<time dateTime="2025-08">Août 2025</time>');
    expect(html).toContain("du ven. 1er au dim. 3 août, dès 19 h 30");
  });

  it("mark what is off, put off or over", async () => {
    maintenant = new Date("2100-01-01T12:00:00Z");
    await site.services.evenements.create("A0899", unEvenement({ Nom: "Bal", Date: "2099-08", Etat: "annule" }));
    await site.services.evenements.create("B0199", unEvenement({ Nom: "Loto", Date: "2100-01", Etat: "reporte" }));
    const html = await lire("/planning");
    expect(html.match(/ \(passé\)/g)).toHaveLength(1);
    expect(html).toMatch(/Bal<\/h2><p class="[^"]*">Annulé</);
    expect(html).toMatch(/Loto<\/h2><p class="[^"]*">Reporté</);
  });

  it("announce the next event that takes place, and nothing when there is none", async () => {
    maintenant = new Date("2101-06-01T12:00:00Z");
    await site.services.evenements.create("A0501", unEvenement({ Nom: "Passée", Date: "2101-05" }));
    await site.services.evenements.create("B0601", unEvenement({ Nom: "Annulée", Date: "2101-06", Etat: "annule" }));
    expect(await lire("/")).not.toContain("Prochain rendez-vous");
    await site.services.evenements.create(
      "C0701",
      unEvenement({ Nom: "La belle fête", Date: "2101-07", Du: "2101-07-02" }),
    );
    const html = await lire("/");
    expect(html).toContain("Prochain rendez-vous");
    expect(html).toContain("La belle fête");
    expect(html).toContain("sam. 2 juillet");
    expect(html).toContain('href="/planning#C0701"');
  });

  it("show a hostile name as text", async () => {
    const Nom = `</script><img src=x onerror=alert(1)> =HYPERLINK("x") \u202e`;
    await site.services.evenements.create("H0825", unEvenement({ Nom, Du: "2025-08-01" }));
    const html = await (await site.demander("/planning")).text();
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;/script&gt;&lt;img src=x");
  });
});
