import { expect, it } from "vitest";
import { EMPTY_SLOT, type Slot } from "#domain/slots/slot.ts";
import {
  changeSinceAgreement,
  changesFingerprintText,
  changesInFrench,
  reminderDueDay,
  reminderPlacesInFrench,
  slotRequestInFrench,
} from "#domain/slots/slot-messages.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const EVENT = anEvent({ name: "Fête", month: "2027-06", firstDay: "2027-06-12" });
const BAR: Slot = {
  ...EMPTY_SLOT,
  id: "bar",
  event: "e",
  version: "",
  post: "Bar",
  from: { days: 0, time: "22:00" },
  until: { days: 1, time: "01:00" },
};
const AGREED = { post: "Bar", from: { day: "2027-06-12", time: "22:00" }, until: { day: "2027-06-13", time: "01:00" } };

it.each<[string, Partial<Slot> | null, object, string | null]>([
  ["nothing", {}, {}, null],
  [
    "other hours",
    { from: { days: 0, time: "21:00" } },
    {},
    "l’horaire du poste a changé : Bar, samedi 12 juin, 21 h à 1 h, au lieu de 22 h à 1 h",
  ],
  ["another post", { post: "Entrée" }, {}, "le poste a changé : Entrée, samedi 12 juin, 22 h à 1 h, au lieu de Bar"],
  [
    "another day",
    {},
    { firstDay: "2027-06-13" },
    "l’horaire du poste a changé : Bar, dimanche 13 juin, 22 h à 1 h, au lieu de samedi 12 juin, 22 h à 1 h",
  ],
  [
    "a new date",
    {},
    { firstDay: "2027-06-19", status: "reporte", previousDates: "2027-06-12" },
    "l’événement Fête est reporté au samedi 19 juin. Bar, samedi 19 juin, 22 h à 1 h",
  ],
  [
    "no date yet",
    {},
    { status: "reporte", previousDates: "" },
    "l’événement Fête est reporté, la nouvelle date viendra : pas besoin de venir samedi 12 juin",
  ],
  ["no event", {}, { status: "annule" }, "l’événement Fête est annulé : plus besoin de venir, merci"],
  ["no slot", null, {}, "le poste Bar, samedi 12 juin, 22 h à 1 h, est supprimé : plus besoin d’y venir, merci"],
])("the message says: %s", (_, slot, event, sentence) => {
  const now = { ...EVENT, ...event };
  const change = changeSinceAgreement({ slot: "bar", agreed: AGREED }, slot && { ...BAR, ...slot }, now);
  expect(change && changesInFrench([change], now).replaceAll("\u00a0", " ")).toBe(sentence);
});

it("the same changes have the same fingerprint in every order, and another one once they change again", () => {
  const [moved, deleted, later] = [
    changeSinceAgreement({ slot: "bar", agreed: AGREED }, { ...BAR, post: "Entrée" }, EVENT),
    changeSinceAgreement({ slot: "old", agreed: AGREED }, null, EVENT),
    changeSinceAgreement({ slot: "bar", agreed: AGREED }, { ...BAR, post: "Vestiaire" }, EVENT),
  ];
  if (!moved || !deleted || !later) throw new Error("unreachable");
  expect(changesFingerprintText([moved, deleted])).toBe(changesFingerprintText([deleted, moved]));
  expect(changesFingerprintText([moved])).not.toBe(changesFingerprintText([later]));
});

it("a request and a reminder name weekday and date; a slot after midnight belongs to its evening", () => {
  const at = (post: string, day: string, time: string) => ({
    post,
    hours: { from: { day, time }, until: { day: "2027-06-13", time: "04:00" } },
  });
  const [bar, night] = [at("Bar", "2027-06-12", "22:00"), at("Rangement", "2027-06-13", "01:00")];
  const said = (value: object | string) => JSON.parse(JSON.stringify(value).replaceAll("\u00a0", " "));
  expect(said(slotRequestInFrench([bar]))).toEqual({ when: "samedi 12 juin, 22 h à 4 h", posts: "Bar" });
  expect(said(slotRequestInFrench([bar, night, bar]))).toEqual({ when: "samedi 12 juin", posts: "Bar et Rangement" });
  expect(said(reminderPlacesInFrench([bar, night], "2027-06-12"))).toBe(
    "Bar, 22 h à 4 h ; Rangement, nuit de samedi à dimanche 13 juin, 1 h à 4 h",
  );
  expect(reminderDueDay("2027-06-12")).toBe("2027-06-10");
});
