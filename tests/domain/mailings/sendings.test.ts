import { expect, it } from "vitest";
import { missingInFrench, sendingsInFrench, sentOfInFrench } from "#domain/mailings/delivery-words.ts";
import { sendingsTo } from "#domain/mailings/ways.ts";

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 12));

it("a person got what the mail server took, what the committee opened in a messaging app, and what it shared, oldest first", () => {
  const touches = [
    { way: "email", at: at(1), sentAt: at(2).toISOString() },
    { way: "whatsapp", at: at(5) },
  ] as const;
  const shares = [
    { way: "paper", at: at(4), recipients: new Set(["zoe"]) },
    { way: "group", at: at(3), recipients: new Set(["bob"]) },
  ] as const;
  const sendings = sendingsTo("zoe", { touches, shares });
  expect(sendings.map(({ by, at: day }) => [by, day.getUTCDate()])).toEqual([
    ["email", 2],
    ["paper", 4],
    ["whatsapp", 5],
  ]);
  expect(sendingsInFrench(sendings)).toBe(
    "Envoyé par e-mail le 02.03.2027, par lettre le 04.03.2027, envoyé par WhatsApp le 05.03.2027",
  );
});

it("an e-mail that waits or was refused was not sent", () => {
  const touches = [
    { way: "email", at: at(1), refused: "Boîte inconnue." },
    { way: "email", at: at(2) },
  ] as const;
  expect(sendingsTo("zoe", { touches, shares: [] })).toEqual([]);
  expect(sendingsInFrench([])).toBe("");
});

it("numbers agree with their words, and records that no longer exist are counted", () => {
  expect([sentOfInFrench(0, 1), sentOfInFrench(1, 2)]).toEqual(["0 sur 1 envoyé", "1 sur 2 envoyés"]);
  expect([0, 1, 2].map(missingInFrench)).toEqual([
    "",
    "Sans une personne de l’envoi, dont la fiche n’existe plus.",
    "Sans 2 personnes de l’envoi, dont la fiche n’existe plus.",
  ]);
});

it("several sendings by one way on one day are said once", () => {
  const shares = [1, 2].map((hour) => ({
    way: "group" as const,
    at: new Date(Date.UTC(2027, 2, 1, hour)),
    recipients: new Set(["zoe"]),
  }));
  expect(sendingsInFrench(sendingsTo("zoe", { touches: [], shares }))).toBe("Dans le groupe le 01.03.2027");
});
