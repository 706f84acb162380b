import { describe, expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import {
  awaitsConsent,
  awaitsWelcome,
  isSameTouch,
  parseTouchTime,
  ROUND_KINDS,
  ROUND_RULES,
} from "#domain/rounds/round.ts";
import {
  AUDIENCES,
  audienceOfPhone,
  fillRoundMessage,
  roundTextFor,
  roundTextRefusal,
} from "#domain/rounds/round-words.ts";

const TODAY = "2027-03-31";
const VALUES = { firstName: "Élodie", amount: 5000, link: "https://exemple.ch/ma-fiche/x", year: "2027", sent: "hier" };
const LINK = VALUES.link;
const OF_EVENT = {
  ...VALUES,
  slots: { event: "Fête", when: "samedi 12 juin", posts: "Bar, 22 h à 1 h", change: "l’horaire a changé" },
};

describe("the text of a round", () => {
  it("is refused with one sentence if a placeholder is unknown or missing; empty is the site's own text", () => {
    expect(roundTextRefusal("bill", "Salut {nom} {montant} {lien}")).toBe(
      "«\u00a0{nom}\u00a0» n’existe pas\u00a0: entre accolades, écrivez {prénom}, {montant}, {lien} ou {année}.",
    );
    expect(roundTextRefusal("bill", "Salut {prénom}")).toBe(
      "Il manque {montant} et {lien} dans ce message. Ajoutez-le, ou videz le champ pour reprendre le texte du site.",
    );
    expect(roundTextRefusal("consent", "Signez, {montant}, {lien}")).toContain("n’existe pas");
    expect(roundTextRefusal("bill", "Paie {montant} ici : {lien")).toContain("«\u00a0{\u00a0»");
    expect(roundTextRefusal("bill", "Salut {PRENOM}, {Montant} : {lien}")).toBeNull();
    const own = { tu: "", vous: "{rien}", guardian: "Bonjour {montant} {lien}" };
    expect(AUDIENCES.map((one) => roundTextFor("bill", one, own))).toEqual([
      ROUND_RULES.bill.initial.tu,
      ROUND_RULES.bill.initial.vous,
      own.guardian,
    ]);
  });

  it("is valid for every kind and audience as the site writes it, and fills every placeholder", () => {
    for (const kind of ROUND_KINDS)
      for (const audience of AUDIENCES) {
        const text = ROUND_RULES[kind].initial[audience];
        expect(roundTextRefusal(kind, text), kind).toBeNull();
        const message = fillRoundMessage(text, OF_EVENT);
        expect(message).toContain(LINK);
        expect(message).not.toMatch(/[{}]|de Élodie/);
        expect(/\b(?:tu|ta|toi|tes)\b/.test(message)).toBe(audience === "tu" && /\b(?:tu|ta|toi|tes)\b/.test(text));
      }
  });

  it("about an event has the weekday and the date, and no link if there is nothing to answer", () => {
    const reminder = (text: string) => fillRoundMessage(text, OF_EVENT);
    expect(reminder(ROUND_RULES["slot-reminder"].initial.tu)).toContain(
      "pour Fête\u00a0: tu viens aider samedi 12 juin",
    );
    expect(roundTextRefusal("slot-reminder", "À samedi {prénom} ! {poste} {lien}")).toContain("Il manque {quand}");
    expect(roundTextRefusal("bill", "{événement} {montant} {lien}")).toContain("n’existe pas");
    const cancelled = { ...OF_EVENT, link: "" };
    expect(fillRoundMessage(ROUND_RULES["slot-change"].initial.tu, cancelled)).toBe(
      "Bonjour Élodie, l’horaire a changé.",
    );
    expect(fillRoundMessage("Salut, {changement} {lien}", cancelled)).toBe("Salut, l’horaire a changé");
  });

  it("has the line with the amount only for a person who has something to pay, and leaves braces in a name unchanged", () => {
    const text = "Bienvenue {prénom} : {lien}\nÀ payer : {montant}";
    expect(fillRoundMessage(text, VALUES)).toBe(`Bienvenue Élodie\u00a0: ${LINK}\nÀ payer\u00a0: CHF\u00a050.–`);
    expect(fillRoundMessage(text, { ...VALUES, amount: 0, firstName: "{lien}" })).toBe(
      `Bienvenue {lien}\u00a0: ${LINK}`,
    );
  });
});

describe("a welcome is due", () => {
  const member = { ...EMPTY_MEMBER, since: "2027-03-01", signUps: ["s"] };
  const sent = (day: string) => [{ at: new Date(`${day}T12:00:00Z`) }];
  it.each<[string, boolean, object, { at: Date }[]]>([
    ["to who came from a sign-up", true, {}, []],
    ["not to a member of a list", false, { signUps: [] }, []],
    ["not to who was welcomed", false, {}, sent("2027-03-02")],
    ["not to who has left", false, { leftOn: "2027-03-20" }, []],
    ["not months later", false, { since: "2026-12-01" }, []],
    ["again to who returned", true, { since: "2020-01-01", returnedOn: "2027-03-10" }, sent("2020-01-02")],
  ])("%s", (_, due, fields, touches) => expect(awaitsWelcome({ ...member, ...fields }, touches, TODAY)).toBe(due));
});

it("an authorisation is asked for again after two weeks, only of minors without one", () => {
  const minor = { ...EMPTY_MEMBER, birthDate: "2010-01-01" };
  const asked = (day: string) => [{ at: new Date(`${day}T12:00:00Z`) }];
  const cases = [
    awaitsConsent(minor, [], TODAY),
    awaitsConsent(minor, asked("2027-03-17"), TODAY),
    awaitsConsent(minor, asked("2027-03-18"), TODAY),
    awaitsConsent({ ...minor, birthDate: "2000-01-01" }, [], TODAY),
    awaitsConsent({ ...minor, consentOn: "2027-01-01" }, [], TODAY),
  ];
  expect(cases).toEqual([true, true, false, false, false]);
});

it("a touch has the time of the tap, unless the clock of the phone is wrong, and counts once a day and way", () => {
  const now = new Date("2027-03-31T12:00:00Z");
  const times = ["2027-03-31T11:58:00.000Z", "2027-04-02T00:00:00Z", "2026-01-01T00:00:00Z", "x"];
  expect(times.map((sent) => parseTouchTime(sent, now).toISOString())).toEqual([
    "2027-03-31T11:58:00.000Z",
    ...Array(3).fill(now.toISOString()),
  ]);
  const at = (time: string, way = "sms") => ({ way, at: new Date(time) });
  expect(isSameTouch(at("2027-03-31T21:59:00Z"), at("2027-03-31T00:01:00Z"))).toBe(true);
  expect(isSameTouch(at("2027-03-31T22:01:00Z"), at("2027-03-31T21:59:00Z"))).toBe(false);
  expect(isSameTouch(at("2027-03-31T12:00:00Z", "whatsapp"), at("2027-03-31T12:00:00Z"))).toBe(false);
});

it("who is not a member is addressed with « vous », whatever the setting says", () => {
  expect([
    audienceOfPhone(false, "member", "tu"),
    audienceOfPhone(false, "", "tu"),
    audienceOfPhone(true, "member", "tu"),
  ]).toEqual(["tu", "vous", "guardian"]);
});
