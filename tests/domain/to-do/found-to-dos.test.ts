import { describe, expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import type { HealthFinding } from "#domain/site-health/findings.ts";
import type { Stored } from "#domain/stored.ts";
import {
  feeYearToOpen,
  findBankPayments,
  findBills,
  findConsents,
  findFailures,
  findFeeYear,
  findInboxEntries,
  findLostLinks,
  findMissingPoster,
  findProposals,
  findRefusedMails,
  findReminders,
  findShortSlots,
  mayHaveSlotsSoon,
} from "#domain/to-do/found-to-dos.ts";
import { aSlot } from "#tests/domain/slots/slots.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** Saturday, 12 June 2027. */
const stored = (fields: Partial<EventFields> = {}, picture: string | null = null): Stored<EventFields> => ({
  ...anEvent({ month: "2027-06", firstDay: "2027-06-12", ...fields }),
  id: "Fête0627",
  version: "1",
  updatedAt: "",
  updatedBy: null,
  picture,
  subject: "s1",
});
const at = (day: string, time = "12:00") => ({ day, time });
const undated = (id: string, text: string, href: string) => ({ id, text, href, due: null });

describe("the year of fees to open", () => {
  it.each([
    ["2026-11-30", "2026"],
    ["2026-12-01", "2027"],
    ["2027-01-01", "2027"],
    ["2027-11-30", "2027"],
  ])("on %s is %s", (today, year) => {
    expect(feeYearToOpen([], today)).toBe(year);
    expect(feeYearToOpen([{ year }], today)).toBeNull();
  });

  it("is none if a later one is opened", () => {
    expect(feeYearToOpen([{ year: "2027" }], "2026-11-30")).toBeNull();
    expect(feeYearToOpen([{ year: "2027" }, { year: "2026" }], "2027-12-01")).toBe("2028");
  });

  it("is due when the year begins, and says for how many members", () => {
    expect(findFeeYear("2027", 134, false)).toEqual({
      id: "fees-2027",
      text: "Ouvrir la cotisation 2027\u00a0: 134\u00a0membres",
      href: "/cotisations/ouvrir?annee=2027",
      due: { day: "2027-01-01", isApproximate: false },
    });
  });

  it("is undated if no year was ever opened, and nothing without a member who pays", () => {
    expect(findFeeYear("2027", 1, true)).toMatchObject({ text: expect.stringContaining("1\u00a0membre"), due: null });
    expect(findFeeYear("2027", 0, false)).toBeNull();
  });
});

describe("what is counted", () => {
  it.each([
    [findBills("2027", 12), undated("bills-2027", "Envoyer 12\u00a0factures 2027", "/cotisations/2027/envoyer")],
    [findBills("2027", 1), undated("bills-2027", "Envoyer 1\u00a0facture 2027", "/cotisations/2027/envoyer")],
    [
      findReminders("2027", 3),
      undated("reminders-2027", "Envoyer 3\u00a0rappels 2027", "/cotisations/2027/envoyer?rappel=30"),
    ],
    [findConsents(2), undated("consents", "Demander 2\u00a0autorisations parentales", "/registre/autorisations")],
    [findConsents(1), undated("consents", "Demander 1\u00a0autorisation parentale", "/registre/autorisations")],
    [findLostLinks(1), undated("lost-links", "Renvoyer 1\u00a0lien de membre", "/registre/liens")],
    [findLostLinks(2), undated("lost-links", "Renvoyer 2\u00a0liens de membres", "/registre/liens")],
    [
      findInboxEntries("inscription", 4),
      undated("inbox-inscription", "Traiter 4\u00a0inscriptions", "/inscriptions?filtre=nouveau"),
    ],
    [findInboxEntries("message", 1), undated("inbox-message", "Traiter 1\u00a0message", "/messages?filtre=nouveau")],
    [
      findRefusedMails("message", 2),
      undated("refused-message", "Renvoyer 2\u00a0e-mails en échec (messages)", "/messages?filtre=echec"),
    ],
    [
      findBankPayments(3),
      undated("bank-payments", "Vérifier 3\u00a0paiements de la banque", "/cotisations/banque#a-verifier"),
    ],
    [findProposals(1), undated("proposals", "Vérifier 1\u00a0proposition de membre", "/registre/a-verifier")],
  ])("says how many, and leads to its page: %o", (found, expected) => {
    expect(found).toEqual(expected);
  });

  it("is not in the list without anything to do", () => {
    const none = [findBills("2027", 0), findReminders("2027", 0), findConsents(0), findLostLinks(0)];
    const others = [findInboxEntries("message", 0), findRefusedMails("inscription", 0), findBankPayments(0)];
    expect([...none, ...others, findProposals(0)].every((found) => found === null)).toBe(true);
  });
});

it("the errors of the health report are in the list, and nothing that is only to be watched", () => {
  const finding = (subject: HealthFinding["subject"], state: HealthFinding["state"], text: string) =>
    ({ subject, state, title: "", text, remedy: "", advice: "", dnsLine: "" }) as const;
  const backup = finding("backup", "error", "Le site n’est pas bien sauvegardé.");
  expect(findFailures([backup, finding("updates", "attention", "…"), finding("mail", "ok", "…")])).toEqual([
    undated("health-backup", "Le site n’est pas bien sauvegardé", "/reglages#sante-backup"),
  ]);
});

describe("short slots", () => {
  const BAR = aSlot("bar", 22, { needed: 4 });
  const DOOR = aSlot("door", 18, { needed: 2 });
  const find = (day: string, { slots = [BAR], coming = {}, event = stored(), time = "12:00" } = {}) =>
    findShortSlots(event, slots, new Map(Object.entries(coming)), at(day, time));

  it("of an event are one item, which counts the people and is due on the first evening", () => {
    expect(find("2027-06-01", { slots: [BAR, DOOR], coming: { bar: 1, door: 1 } })).toEqual({
      id: "slots-s1",
      text: "Fête\u00a0: il manque 4 personnes",
      href: "/evenement/modify/F%C3%AAte0627/coups-de-main/qui-vient",
      due: { day: "2027-06-12", isApproximate: false },
    });
    expect(find("2027-06-01", { coming: { bar: 3 } })?.text).toBe("Fête\u00a0: il manque 1 personne");
  });

  it.each([
    ["2027-05-28", false],
    ["2027-05-29", true],
    ["2027-06-12", true],
    ["2027-06-13", false],
  ])("on %s, two weeks before at most and until they end: %s", (day, isFound) => {
    expect(find(day) !== null).toBe(isFound);
  });

  it("end with their last minute, after midnight", () => {
    expect(find("2027-06-13", { time: "00:59" })).not.toBeNull();
    expect(find("2027-06-13", { time: "01:00" })).toBeNull();
  });

  it("that are full, cancelled or postponed without a date lack nobody", () => {
    expect(find("2027-06-01", { coming: { bar: 5 } })).toBeNull();
    expect(find("2027-06-01", { event: stored({ status: "annule" }) })).toBeNull();
    expect(find("2027-06-01", { event: stored({ status: "reporte" }) })).toBeNull();
  });

  it("of later evenings count like on the page, if an earlier one is short in the next two weeks", () => {
    const later = aSlot("later", 22 + 24, { needed: 9 });
    expect(find("2027-05-29", { slots: [BAR, later] })?.text).toContain("13 personnes");
    expect(find("2027-05-29", { slots: [BAR, later], coming: { bar: 4 } })).toBeNull();
    expect(find("2027-05-30", { slots: [BAR, later], coming: { bar: 4 } })?.due?.day).toBe("2027-06-13");
  });

  it.each([
    ["2027-04-26", {}, false],
    ["2027-04-27", {}, true],
    ["2027-07-14", {}, true],
    ["2027-07-15", {}, false],
    ["2027-07-15", { lastDay: "2027-06-13" }, true],
    ["2027-06-01", { status: "annule" as const }, false],
    ["2027-06-01", { publication: DRAFT_PUBLICATION }, false],
    ["2027-06-01", { firstDay: "" }, false],
  ])("are looked for on %s for an event with %o: %s", (day, fields, isNear) => {
    expect(mayHaveSlotsSoon(stored(fields), at(day))).toBe(isNear);
  });
});

describe("a draft without a poster", () => {
  const DRAFT = { publication: DRAFT_PUBLICATION };
  const find = (day: string, fields: Partial<EventFields> = {}, picture: string | null = null) =>
    findMissingPoster(stored({ ...DRAFT, ...fields }, picture), at(day));

  it("is due 30 days before its event", () => {
    expect(find("2027-05-01")).toEqual({
      id: "poster-s1",
      text: "Fête\u00a0: ajouter l’affiche au brouillon",
      href: "/evenement/modify/F%C3%AAte0627/affiche",
      due: { day: "2027-05-13", isApproximate: false },
    });
    expect(find("2027-05-01", { name: "  " })?.text).toBe("Sans nom\u00a0: ajouter l’affiche au brouillon");
  });

  it("counts from the first of the month without an exact day", () => {
    expect(find("2027-05-01", { firstDay: "" })?.due).toEqual({ day: "2027-05-02", isApproximate: true });
  });

  it.each([
    ["2027-04-12", false],
    ["2027-04-13", true],
    ["2027-06-12", true],
    ["2027-06-13", false],
  ])("is found on %s, from 60 days before until the event is over: %s", (day, isFound) => {
    expect(find(day) !== null).toBe(isFound);
  });

  it("is not found with a poster, cancelled, postponed without a date or published", () => {
    expect(find("2027-05-01", {}, "key")).toBeNull();
    expect(find("2027-05-01", { status: "annule" })).toBeNull();
    expect(find("2027-05-01", { status: "reporte" })).toBeNull();
    expect(find("2027-05-01", { publication: "" })).toBeNull();
  });
});
