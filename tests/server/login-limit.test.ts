import { describe, expect, it } from "vitest";
import { LoginLimit } from "#server/login-limit.ts";

const MINUTE_MS = 60_000;
const COMITE = "comite@exemple.ch";

function garde() {
  const horloge = { ms: 0 };
  const limite = new LoginLimit(() => horloge.ms);
  return { limite, passer: (minutes: number) => (horloge.ms += minutes * MINUTE_MS) };
}

/** A thousand machines try passwords, each once. @returns how many of them were heard */
function attaquer(limite: LoginLimit, machines = 1000, email = COMITE): number {
  let entendus = 0;
  for (let i = 0; i < machines; i++) if (limite.essayer(`attaque ${i}`, email) === 0) entendus++;
  return entendus;
}

describe("guessing a password", () => {
  it("stops after 20 tries from one address, whatever the accounts, for a quarter of an hour at most", () => {
    const { limite, passer } = garde();
    for (let i = 0; i < 20; i++) expect(limite.essayer("a", `compte${i}@exemple.ch`)).toBe(0);
    const attente = limite.essayer("a", "encore@exemple.ch");
    expect(attente).toBeGreaterThan(0);
    expect(attente).toBeLessThanOrEqual(15 * MINUTE_MS);
    passer(15);
    expect(limite.essayer("a", "encore@exemple.ch")).toBe(0);
  });

  it("from a thousand addresses at once is heard 10 times, then each has to wait for five minutes", () => {
    const { limite, passer } = garde();
    expect(attaquer(limite)).toBe(10);
    passer(4);
    expect(attaquer(limite)).toBe(0);
  });

  it("counts spellings of an address as one account, and knows nothing of which accounts exist", () => {
    const { limite } = garde();
    const ecritures = [COMITE, "COMITE@exemple.ch", " comite@exemple.ch ", "Comite@Exemple.ch"];
    for (let i = 0; i < 10; i++) expect(limite.essayer(`machine ${i}`, ecritures[i % 4] ?? "")).toBe(0);
    expect(limite.essayer("une autre", COMITE)).toBe(5 * MINUTE_MS);
    for (let i = 0; i < 10; i++) limite.essayer(`machine ${i}`, "personne@exemple.ch");
    expect(limite.essayer("une autre", "personne@exemple.ch")).toBe(5 * MINUTE_MS);
  });
});

describe("the committee, while its account is attacked", () => {
  it("gets in at once from where it signed in before", () => {
    const { limite, passer } = garde();
    expect(limite.essayer("chez Camille", COMITE)).toBe(0);
    limite.reussir("chez Camille", COMITE);
    passer(10 * 24 * 60);
    attaquer(limite);
    expect(limite.essayer("chez Camille", COMITE)).toBe(0);
    limite.reussir("chez Camille", COMITE);
  });

  it("gets in from anywhere else after five minutes, however hard the attack goes on", () => {
    const { limite, passer } = garde();
    attaquer(limite);
    expect(limite.essayer("en vacances", COMITE)).toBe(5 * MINUTE_MS);
    for (let minute = 0; minute < 5; minute++) {
      passer(1);
      attaquer(limite);
    }
    expect(limite.essayer("en vacances", COMITE)).toBe(0);
    limite.reussir("en vacances", COMITE);
    attaquer(limite);
    expect(limite.essayer("en vacances", COMITE)).toBe(0);
  });

  it("is not made to wait longer by asking too early", () => {
    const { limite, passer } = garde();
    attaquer(limite);
    for (let minute = 0; minute < 5; minute++) {
      expect(limite.essayer("en vacances", COMITE)).toBe((5 - minute) * MINUTE_MS);
      passer(1);
    }
    expect(limite.essayer("en vacances", COMITE)).toBe(0);
    expect(limite.essayer("en vacances", COMITE)).toBe(5 * MINUTE_MS);
  });

  it("signs in as often as it likes", () => {
    const { limite } = garde();
    for (let i = 0; i < 200; i++) {
      expect(limite.essayer("chez Camille", COMITE)).toBe(0);
      limite.reussir("chez Camille", COMITE);
    }
  });

  it("does not have its other accounts guarded with it", () => {
    const { limite } = garde();
    attaquer(limite);
    expect(limite.essayer("en vacances", "paul@exemple.ch")).toBe(0);
  });
});
