import { describe, expect, it } from "vitest";
import { ANNOUNCEMENT_MAX } from "#domain/announcement.ts";
import { postponedEventFields } from "#domain/events/postponement.ts";
import { morningAfterFormerDate, visitorNoticeSentence, visitorStatusInFrench } from "#domain/events/visitor-notice.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const ball = anEvent({ name: "Bal de Noël", month: "2026-12", firstDay: "2026-12-12" });
const camp = anEvent({ name: "Sortie", month: "2026-12", firstDay: "2026-12-12", lastDay: "2026-12-13" });
const postponed = (event: typeof ball, day: string) => ({ ...event, ...postponedEventFields(event, day) });
const cancelled = { ...ball, status: "annule" } as const;

it("the notice to visitors says whether an event is postponed, cancelled or as planned", () =>
  expect(
    [postponed(ball, "2026-12-19"), postponed(camp, "2026-12-19"), postponed(ball, ""), cancelled, ball].map(
      visitorStatusInFrench,
    ),
  ).toEqual([
    "reporté au 19.12.2026",
    "reporté\u00a0: du 19.12.2026 au 20.12.2026",
    "reporté, date à venir",
    "annulé",
    "comme prévu",
  ]));

describe("the announcement about a changed event is true", () => {
  it.each([
    [postponed(ball, "2026-12-19"), "Le Bal de Noël du 12.12.2026 est reporté au 19.12.2026."],
    [postponed(postponed(ball, "2026-12-19"), "2027-01-09"), "Le Bal de Noël du 19.12.2026 est reporté au 09.01.2027."],
    [postponed(ball, ""), "Le Bal de Noël du 12.12.2026 est reporté. La nouvelle date suivra."],
    [cancelled, "Le Bal de Noël du 12.12.2026 est annulé."],
    [{ ...postponed(ball, "2026-12-19"), status: "annule" } as const, "Le Bal de Noël du 19.12.2026 est annulé."],
    [
      postponed(camp, "2027-01-09"),
      "La Sortie du 12.12.2026 au 13.12.2026 est reportée, nouvelles dates\u00a0: du 09.01.2027 au 10.01.2027.",
    ],
    [{ ...cancelled, name: "Assemblée générale" }, "L’Assemblée générale du 12.12.2026 est annulée."],
    [{ ...cancelled, name: "Les Joutes" }, "Les Joutes du 12.12.2026 sont annulées."],
    [{ ...cancelled, name: "Halloween" }, "L’événement «\u00a0Halloween\u00a0» du 12.12.2026 est annulé."],
    [{ ...cancelled, month: "2026-08", firstDay: "" }, "Le Bal de Noël d’août 2026 est annulé."],
  ])("%#", (event, sentence) => expect(visitorNoticeSentence(event)).toBe(sentence));

  it("and fits, whatever the name", () => {
    const long = postponed({ ...camp, name: "H".repeat(120) }, "2027-01-09");
    expect(visitorNoticeSentence(long).length).toBeLessThanOrEqual(ANNOUNCEMENT_MAX);
  });
});

it("the notice to visitors is needed until the morning after the former night", () =>
  expect([postponed(ball, "2026-12-19"), camp, { ...ball, firstDay: "" }].map(morningAfterFormerDate)).toEqual([
    "2026-12-13",
    "2026-12-14",
    "2027-01-01",
  ]));
