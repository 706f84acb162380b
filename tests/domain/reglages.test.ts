import { describe, expect, it } from "vitest";
import { ibanLisible, REGLAGES_DE_DEPART } from "#domain/reglages.ts";

/** ISO 13616: the country and check digits go to the end, letters count from 10, and the rest of /97 is 1. */
const sommeJuste = (iban: string) => {
  const chiffres = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (lettre) => String(lettre.charCodeAt(0) - 55));
  return BigInt(chiffres) % 97n === 1n;
};

describe("the settings of a first start", () => {
  it("say that they are examples, and lead to nobody's real address", () => {
    const { exemples, email, twint, instagram, facebook } = REGLAGES_DE_DEPART;
    expect(exemples).toBe(true);
    expect(email).toBe("contact@exemple.ch");
    for (const lien of [twint, instagram, facebook]) expect(new URL(lien).host).toBe("exemple.ch");
  });

  it("have a Swiss IBAN with a valid checksum, and the planning of 2025", () => {
    expect(REGLAGES_DE_DEPART.iban).toMatch(/^CH\d{19}$/);
    expect(sommeJuste(REGLAGES_DE_DEPART.iban)).toBe(true);
    expect(REGLAGES_DE_DEPART.annee).toBe(2025);
  });
});

describe("an IBAN", () => {
  it("is shown in groups of four", () => {
    expect(ibanLisible("CH9300762011623852957")).toBe("CH93 0076 2011 6238 5295 7");
    expect(ibanLisible("CH930076")).toBe("CH93 0076");
    expect(ibanLisible("")).toBe("");
  });
});
