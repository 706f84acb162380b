import { describe, expect, it } from "vitest";
import type { Fee, FeeSending } from "#domain/fees/fee.ts";
import { awaitsBill, billMessageValues, composeBillMail, sendingInFrench } from "#domain/fees/sending.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import type { Audience } from "#domain/rounds/audience.ts";
import { ROUND_RULES } from "#domain/rounds/round.ts";
import { fillRoundMessage } from "#domain/rounds/round-words.ts";

const TODAY = "2027-03-31";
const LEA = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Luyet", phone: "0791234567", birthDate: "2000-01-01" };
const FEE: Fee = { id: "2027-m", year: "2027", member: "m", name: "Léa Luyet", amount: 5000, lines: [], sendings: [] };
const SENT: FeeSending = { way: "sms", reminder: false, at: new Date("2027-03-01T23:30:00Z"), by: null };

it("a fee awaits its first bill, and then a reminder a number of days after the last sending", () => {
  const cases = ([null, 29, 30] as const).map((days) => [
    awaitsBill(FEE, days, TODAY),
    awaitsBill({ sendings: [SENT] }, days, TODAY),
  ]);
  // In Zurich, the first sending was on 2 March.
  expect(cases).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

it("a refused bill counts as not sent", () => {
  const refused: FeeSending = { ...SENT, way: "email", refused: "Adresse refusée." };
  expect(sendingInFrench(refused)).toBe("Facture par e-mail le 02.03.2027, refusée\u00a0: Adresse refusée");
  expect([null, 30].map((days) => awaitsBill({ sendings: [refused] }, days, TODAY))).toEqual([true, false]);
  expect(awaitsBill({ sendings: [SENT, refused] }, 30, TODAY)).toBe(false);
  expect(billMessageValues({ ...FEE, sendings: [refused] }, LEA, TODAY, "x").sent).toBe("");
});

describe("the message with a bill", () => {
  const reminded = { ...FEE, sendings: [SENT] };
  const LINK = "https://exemple.ch/ma-fiche/x";
  const message = (fee: Fee, audience: Audience, firstName = "Léa") => {
    const kind = fee.sendings.length > 0 ? "reminder" : "bill";
    return fillRoundMessage(
      ROUND_RULES[kind].initial[audience],
      billMessageValues(fee, { ...LEA, firstName }, TODAY, LINK),
    );
  };
  it.each<[string, string, string]>([
    [
      "first",
      message(FEE, "vous"),
      "Bonjour Léa, voici la facture de votre cotisation 2027 à la Jeunesse de Savièse\u00a0: CHF\u00a050.–.",
    ],
    [
      "with « tu »",
      message(FEE, "tu"),
      "Bonjour Léa, voici la facture de ta cotisation 2027 à la Jeunesse de Savièse\u00a0: CHF\u00a050.–.",
    ],
    [
      "to a representative",
      message(FEE, "guardian", "Élodie"),
      "Bonjour, voici la facture de la cotisation 2027 d’Élodie à la Jeunesse de Savièse\u00a0: CHF\u00a050.–.",
    ],
    [
      "reminder",
      message(reminded, "vous"),
      "Bonjour Léa, votre cotisation 2027 à la Jeunesse de Savièse est encore ouverte\u00a0: CHF\u00a050.–. La facture est partie le 02.03.2027, il y a 29\u00a0jours. Si c’est déjà payé, merci, et rien à faire.",
    ],
  ])("%s", (_, words, expected) => expect(words).toBe(`${expected}\n${LINK}`));

  it("as a mail has a button with the link, and HTML in a name stays text", () => {
    const mail = composeBillMail(FEE, message(FEE, "vous", "<b>Léa"), LINK, "vous");
    expect(mail.subject).toBe("Cotisation 2027\u00a0: Votre facture");
    expect(mail.text).toContain("Voir ma fiche et payer\u00a0:\nhttps://exemple.ch/ma-fiche/x");
    expect(mail.html).toContain("Bonjour &lt;b&gt;Léa");
    expect(composeBillMail(FEE, "x", LINK, "tu").subject).toBe("Cotisation 2027\u00a0: Ta facture");
    expect(composeBillMail(reminded, "x", LINK, "tu").subject).toBe("Cotisation 2027\u00a0: Rappel");
  });
});
