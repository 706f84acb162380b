import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { rendezVous } from "#domain/agenda.ts";
import { enPlusieursLignes } from "#domain/champs.ts";
import { type ChampsEvenement, hasName } from "#domain/evenement.ts";
import type { Calendrier, EntreeCalendrier } from "#ports/calendrier.ts";
import { unEvenement } from "#tests/evenements.ts";

/** @returns the entry of an event, as the planning announces it */
function entree(champs: Partial<ChampsEvenement> = {}, reste: Partial<EntreeCalendrier> = {}): EntreeCalendrier {
  const cree = rendezVous(unEvenement(champs));
  if (!cree) throw new Error("There is no day for this event.");
  return {
    ...cree,
    uid: "F%C3%AAte0825@exemple.ch",
    adresse: "https://exemple.ch/planning#F%C3%AAte0825",
    modifieLe: "2025-07-01T06:07:08.000Z",
    sequence: 3,
    ...reste,
  };
}

/** Reads a calendar as another program does. */
function lire(ics: string) {
  const calendrier = new ICAL.Component(ICAL.parse(ics) as unknown[]);
  const evenements = calendrier.getAllSubcomponents("vevent");
  const premier = evenements[0] as ICAL.Component;
  const zone = calendrier.getFirstSubcomponent("vtimezone");
  const valeur = (nom: string) => premier.getFirstPropertyValue(nom);
  const debut = new ICAL.Event(premier).startDate;
  const fin = new ICAL.Event(premier).endDate;
  return { calendrier, evenements, premier, zone, valeur, debut, fin };
}

const octets = (ligne: string) => Buffer.byteLength(ligne);

/** What whoever writes calendars promises. */
export function calendrierContract(nom: string, make: () => Calendrier): void {
  describe(nom, () => {
    it("says whose calendar it is, and how often to look again", () => {
      const { calendrier } = lire(make().ics([entree()]));
      expect(calendrier.getFirstPropertyValue("x-wr-calname")).toBe("La jeunesse de Savièse");
      expect(calendrier.getFirstPropertyValue("method")).toBe("PUBLISH");
      expect(calendrier.getFirstPropertyValue("version")).toBe("2.0");
      expect(calendrier.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT4H");
      expect(calendrier.getFirstPropertyValue("x-published-ttl")).toBe("PT4H");
    });

    it("is a calendar without events too, and has its properties before its parts", () => {
      expect(new ICAL.Component(ICAL.parse(make().ics([])) as unknown[]).getAllSubcomponents("vevent")).toEqual([]);
      const ics = make().ics([entree({ Du: "2025-08-01", Heure: "19:30" })]);
      expect(ics.indexOf("BEGIN:VTIMEZONE")).toBeGreaterThan(ics.indexOf("X-PUBLISHED-TTL"));
      expect(ics.indexOf("BEGIN:VEVENT")).toBeGreaterThan(ics.indexOf("END:VTIMEZONE"));
    });

    it("names the event, its last change and its address", () => {
      const { valeur } = lire(make().ics([entree({ AfterMovie: "https://exemple.ch/film?a=1,2;b" })]));
      expect(valeur("uid")).toBe("F%C3%AAte0825@exemple.ch");
      expect(valeur("sequence")).toBe(3);
      expect(valeur("dtstamp")?.toString()).toBe("2025-07-01T06:07:08Z");
      expect(valeur("last-modified")?.toString()).toBe("2025-07-01T06:07:08Z");
      expect(valeur("url")).toBe("https://exemple.ch/planning#F%C3%AAte0825");
      expect(valeur("location")).toBe("Savièse");
      expect(valeur("description")).toContain("https://exemple.ch/film?a=1,2;b");
    });

    it.each([
      [{ Date: "2024-02", Du: "2024-02-29" }, "2024-02-29", "2024-03-01"],
      [{ Date: "2025-03", Du: "2025-03-29", Au: "2025-03-30" }, "2025-03-29", "2025-03-31"],
      [{ Date: "2025-12", Du: "2025-12-31" }, "2025-12-31", "2026-01-01"],
      [{}, "2025-08-01", "2025-08-02"],
    ])("gives whole days as dates, to the day after the last one: %j", (champs, du, jusquAu) => {
      const { debut, fin, zone } = lire(make().ics([entree(champs)]));
      expect([debut.isDate, debut.toString(), fin.isDate, fin.toString()]).toEqual([true, du, true, jusquAu]);
      expect(zone).toBeNull();
    });

    it.each([
      ["2025-03-29", "19:30", "2025-03-29T18:30:00.000Z", "the eve of summer time"],
      ["2025-03-30", "19:30", "2025-03-30T17:30:00.000Z", "the day on which summer time begins"],
      ["2025-10-25", "19:30", "2025-10-25T17:30:00.000Z", "the eve of winter time"],
      ["2025-10-26", "19:30", "2025-10-26T18:30:00.000Z", "the day on which winter time begins"],
      ["2024-02-29", "00:00", "2024-02-28T23:00:00.000Z", "a leap day's midnight"],
    ])("gives an hour of %s, %s as the instant %s (%s)", (Du, Heure, instant) => {
      const { debut, fin, premier, zone } = lire(make().ics([entree({ Date: Du.slice(0, 7), Du, Heure })]));
      expect(premier.getFirstProperty("dtstart")?.getParameter("tzid")).toBe("Europe/Zurich");
      const fuseau = new ICAL.Timezone(zone as ICAL.Component);
      debut.zone = fuseau;
      fin.zone = fuseau;
      expect(debut.toJSDate().toISOString()).toBe(instant);
      expect(fin.toJSDate().getTime() - debut.toJSDate().getTime()).toBe(3 * 3_600_000);
    });

    it("writes the same digits whatever zone this process runs in", () => {
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const ecrits = ["UTC", "America/New_York", "Pacific/Kiritimati"].map((zone) => {
        vi.stubEnv("TZ", zone);
        const decalage = new Date("2025-01-01T00:00:00Z").getTimezoneOffset();
        const ics = make().ics([entree({ Date: "2025-03", Du: "2025-03-09", Heure: "02:30" }), entree()]);
        return { decalage, ics };
      });
      expect(ecrits.map(({ decalage }) => decalage)).toEqual([0, 300, -840]);
      expect(new Set(ecrits.map(({ ics }) => ics)).size).toBe(1);
      expect(ecrits[0]?.ics).toContain("DTSTART;TZID=Europe/Zurich:20250309T023000");
    });

    it.each([
      [{ Du: "2025-08-01" }, "CONFIRMED"],
      [{}, "TENTATIVE"],
      [{ Du: "2025-08-01", Etat: "reporte" }, "TENTATIVE"],
      [{ Du: "2025-08-01", Etat: "annule" }, "CONFIRMED"],
      [{ Etat: "annule" }, "CONFIRMED"],
    ] as const)("tells how sure %j is: %s", (champs, statut) => {
      expect(lire(make().ics([entree(champs)])).valeur("status")).toBe(statut);
    });

    it("has calendars forget what was deleted, and nothing else", () => {
      const deleted = rendezVous(unEvenement({ Du: "2025-08-01" }), true) ?? undefined;
      const { valeur } = lire(make().ics([entree({}, deleted)]));
      expect(valeur("status")).toBe("CANCELLED");
      expect(valeur("summary")).toBe("Annulé\u00a0: Fête");
    });

    it("carries the rules of summer and winter time for every year to come", () => {
      const { zone } = lire(make().ics([entree({ Du: "2025-08-01", Heure: "19:30" })]));
      const rules = zone
        ?.getAllSubcomponents()
        .map((half) => [half.name, half.getFirstPropertyValue("rrule")?.toString()]);
      expect(rules).toEqual([
        ["daylight", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
        ["standard", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
      ]);
    });

    it("keeps any name and place, in lines of 75 octets at most", () => {
      const hostile = fc.oneof(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.string({ unit: "grapheme", maxLength: 500 }),
        fc
          .array(
            fc.constantFrom(",", ";", "\\", "\n", "\r\n", "\r", "🎺", "é", "\u202e", "\u0000", "\u2028", "END:VEVENT"),
          )
          .map((morceaux) => morceaux.join("")),
      );
      fc.assert(
        fc.property(
          hostile.filter((Nom) => hasName({ Nom })),
          hostile,
          (Nom, Lieu) => {
            const ics = make().ics([entree({ Nom, Lieu, Du: "2025-08-01" }), entree()]);
            const lignes = ics.split("\r\n");
            expect(lignes.pop()).toBe("");
            for (const ligne of lignes) expect(octets(ligne)).toBeLessThanOrEqual(75);
            expect(lignes.join("")).not.toMatch(/[\r\n]/);
            const { evenements, valeur } = lire(ics);
            expect(evenements).toHaveLength(2);
            expect(valeur("summary")).toBe(enPlusieursLignes(Nom));
            expect(valeur("location") ?? "").toBe(enPlusieursLignes(Lieu));
          },
        ),
      );
    });
  });
}
