import { expect, it } from "vitest";
import { looksLikePassword } from "#domain/handover/handover-item.ts";

it.each(["Mot de passe : soleil", "mdp: abcd", "Instagram Xy7!kPq2$", "code = 1234"])(
  "« %s » looks like a password",
  (text) => {
    expect(looksLikePassword(text)).toBe(true);
  },
);

it.each([
  "Infomaniak, payé par la jeunesse",
  "https://manager.infomaniak.com/v3/12?x=3",
  "tresorier2027@jeunesse-saviese.ch",
  "079 123 45 67",
  "+41 79 123 45 67",
  "CH93 0076 2011 6238 5295 7",
  "le 12.06.2027 chez Sophie",
  "Raiffeisen, compte 12345.67",
  "armoire 3, étage n°2",
])("« %s » does not", (text) => {
  expect(looksLikePassword(text)).toBe(false);
});
