import { expect, it } from "vitest";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";

it("an outcome carries a value or the reason of a refusal, never both", () => {
  const diviser = (a: number, b: number): Resultat<number, "zero"> => (b === 0 ? refuse("zero") : accepte(a / b));
  expect(diviser(6, 2)).toStrictEqual({ ok: true, valeur: 3 });
  expect(diviser(6, 0)).toStrictEqual({ ok: false, raison: "zero" });
});
