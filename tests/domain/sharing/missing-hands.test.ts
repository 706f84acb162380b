import { expect, it } from "vitest";
import { missingPeopleMessage } from "#domain/sharing/group-messages.ts";

const URL = "https://jeunesse.exemple.ch/planning/Fete#coups-de-main";
const slot = (post: string, from: string, missing: number, membersOnly = false) => ({
  ...{ post, membersOnly, state: { missing } },
  hours: { from: { day: "2027-06-12", time: from }, until: { day: "2027-06-13", time: "01:00" } },
});

it("the message says what is missing by hours and post, without a name, and nothing if nobody is missing", () => {
  expect(missingPeopleMessage({ name: "Fête" }, [], URL)).toBeNull();
  const slots = [slot("Bar", "22:00", 1), slot("Entrée", "22:00", 2, true)];
  const { text } = missingPeopleMessage({ name: "Fête" }, [{ title: "samedi 12 juin", slots }], URL) ?? expect.fail();
  expect(text.replaceAll("\u00a0", " ").split("\n")).toEqual([
    "Coups de main : Fête",
    "Il manque 3 personnes.",
    "Samedi 12 juin",
    "22 h à 1 h : Bar 1, Entrée 2 (membres)",
    "On s’inscrit ici :",
  ]);
});

it("a long message stays short enough for a group chat, and says that there is more", () => {
  const evenings = Array.from({ length: 20 }, (_, i) => ({
    title: `samedi ${i}`,
    slots: Array.from({ length: 6 }, (_, j) => slot(`Poste ${j}`, `1${j}:00`, 4)),
  }));
  const { text } = missingPeopleMessage({ name: "Fête" }, evenings, URL) ?? expect.fail();
  expect(text.length).toBeLessThan(960);
  expect(text).toContain("Il manque 480 personnes.");
  expect(text).toContain("Et d’autres.");
});
