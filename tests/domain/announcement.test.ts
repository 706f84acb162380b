import { describe, expect, it } from "vitest";
import {
  ANNOUNCEMENT_SENTENCES,
  announcementAsTyped,
  announcementSchema,
  isAnnouncementShown,
} from "#domain/announcement.ts";
import { errorsByField, FIELD_SENTENCES } from "#domain/fields.ts";

const NOW = new Date("2026-06-13T20:00:00Z");
const TYPED = { text: "Ce soir à Binii", link: "", untilDay: "2026-06-14", untilTime: "06:00" };

function read(fields: Record<string, string>) {
  const outcome = announcementSchema(NOW).safeParse({ ...TYPED, ...fields });
  return outcome.success ? outcome.data : errorsByField(outcome.error);
}

describe("an announcement", () => {
  it("is one line, and ends at a time in Zurich", () => {
    const until = "2026-06-14T04:00:00.000Z";
    expect(read({ text: " Ce soir\n\u202e à Binii 🎺 " })).toEqual({ text: "Ce soir à Binii 🎺", link: "", until });
    expect(read({ text: "é".repeat(200) })).toMatchObject({ until });
    expect(read({ untilDay: "2026-10-25", untilTime: "02:30" })).toMatchObject({ until: "2026-10-25T00:30:00.000Z" });
  });

  it.each([
    ["/planning", "/planning"],
    ["/planning/Fête0826#haut", "/planning/F%C3%AAte0826#haut"],
    ["/\t/ailleurs.exemple", "/%20/ailleurs.exemple"],
    ["exemple.ch/carte", "https://exemple.ch/carte"],
    ["http://exemple.ch/", "https://exemple.ch/"],
    ["https://exemple.ch/?a=1", "https://exemple.ch/?a=1"],
    ["Salle polyvalente, Savièse https://maps.app.goo.gl/Ab1", "https://maps.app.goo.gl/Ab1"],
  ])("accepts the link %s", (typed, link) => expect(read({ link: typed })).toMatchObject({ link }));

  it.each([
    ["link", "javascript:alert(1)", ANNOUNCEMENT_SENTENCES.link],
    ["link", "JaVaScRiPt:alert(1)", ANNOUNCEMENT_SENTENCES.link],
    ["link", "data:text/html,x", ANNOUNCEMENT_SENTENCES.link],
    ["link", "//ailleurs.exemple", ANNOUNCEMENT_SENTENCES.link],
    ["link", "/\\ailleurs.exemple", ANNOUNCEMENT_SENTENCES.link],
    ["link", "ftp://exemple.ch", ANNOUNCEMENT_SENTENCES.link],
    ["link", "halle", ANNOUNCEMENT_SENTENCES.link],
    ["text", " \u202e", FIELD_SENTENCES.required],
    ["text", "é".repeat(201), FIELD_SENTENCES.tooLong(200)],
    ["text", "x".repeat(1_000_000), FIELD_SENTENCES.tooLong(200)],
    ["untilDay", "2026-06-31", ANNOUNCEMENT_SENTENCES.day],
    ["untilDay", "2026-06-12", ANNOUNCEMENT_SENTENCES.past],
    ["untilDay", "", FIELD_SENTENCES.required],
    ["untilDay", "demain", ANNOUNCEMENT_SENTENCES.day],
    ["untilTime", "24:00", ANNOUNCEMENT_SENTENCES.time],
    ["untilTime", "", FIELD_SENTENCES.required],
    ["untilTime", "06:60", ANNOUNCEMENT_SENTENCES.time],
  ])("refuses %s %j in one sentence", (field, typed, sentence) =>
    expect(read({ [field]: typed })).toEqual({ [field]: sentence }),
  );

  it("refuses a past time, and a time that the clock skips in spring", () => {
    const past = { untilDay: "2026-06-13", untilTime: "22:00" };
    expect(read(past)).toEqual({ untilTime: ANNOUNCEMENT_SENTENCES.past });
    expect(Object.keys(read({ ...past, text: "" }))).toEqual(["text", "untilTime"]);
    const skipped = { untilDay: "2027-03-28", untilTime: "02:30" };
    expect(read(skipped)).toEqual({ untilTime: ANNOUNCEMENT_SENTENCES.time });
  });

  it("is shown until its end, and then its form proposes the same text until tomorrow at six", () => {
    const announcement = { text: "Ce soir", link: "/planning", until: "2026-06-13T20:30:00.000Z" };
    const [end, withdrawn] = [new Date(announcement.until), { ...announcement, until: "" }];
    expect([
      isAnnouncementShown(announcement, NOW),
      isAnnouncementShown(announcement, end),
      isAnnouncementShown(withdrawn, NOW),
    ]).toEqual([true, false, false]);
    const { text, link } = announcement;
    expect(announcementAsTyped(announcement, NOW)).toEqual({ text, link, untilDay: "2026-06-13", untilTime: "22:30" });
    for (const over of [announcementAsTyped(announcement, end), announcementAsTyped(withdrawn, NOW)])
      expect(over).toEqual({ text, link, untilDay: "2026-06-14", untilTime: "06:00" });
  });
});
