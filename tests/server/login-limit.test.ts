import { describe, expect, it } from "vitest";
import { LoginLimit } from "#server/login-limit.ts";

const MINUTE_MS = 60_000;
const COMITE = "comite@exemple.ch";
const CHEZ_CAMILLE = "192.0.2.1";
const EN_VACANCES = "192.0.2.2";
const TENTE = "192.0.2.3";

function garde() {
  const horloge = { ms: 0 };
  const limite = new LoginLimit(() => horloge.ms);
  return { limite, passer: (minutes: number) => (horloge.ms += minutes * MINUTE_MS) };
}

const v4 = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
const v6 = (customer: number) => (i: number) => `2001:db8:${customer}:${i.toString(16)}::/64`;

/** Many machines try passwords, each once. @returns how many of them were heard */
function attaquer(limite: LoginLimit, machines = 1000, email = COMITE, adresse = v4): number {
  let entendus = 0;
  for (let i = 0; i < machines; i++) if (limite.essayer(adresse(i), email) === 0) entendus++;
  return entendus;
}

/** @returns how many tries were heard while machines asked once in each minute */
function assieger(
  { limite, passer }: ReturnType<typeof garde>,
  minutes: number,
  machines: number,
  adresse?: (i: number) => string,
) {
  let entendus = 0;
  for (let minute = 0; minute < minutes; minute++) {
    entendus += attaquer(limite, machines, COMITE, adresse);
    passer(1);
  }
  return entendus;
}

describe("guessing a password", () => {
  it("stops after 20 tries from one address, whatever the accounts, for a quarter of an hour at most", () => {
    const { limite, passer } = garde();
    for (let i = 0; i < 20; i++) expect(limite.essayer(TENTE, `compte${i}@exemple.ch`)).toBe(0);
    const attente = limite.essayer(TENTE, "encore@exemple.ch");
    expect(attente).toBeGreaterThan(0);
    expect(attente).toBeLessThanOrEqual(15 * MINUTE_MS);
    passer(15);
    expect(limite.essayer(TENTE, "encore@exemple.ch")).toBe(0);
  });

  it("from a thousand addresses is heard a hundred times an hour in all, for as long as it goes on", () => {
    const { limite, passer } = garde();
    expect(attaquer(limite)).toBe(100);
    passer(30);
    expect(attaquer(limite)).toBe(0);
    passer(31);
    expect(attaquer(limite)).toBe(100);
  });

  it("from one address is heard ten times, then once in five minutes: it does not use up what others may try", () => {
    const attaque = garde();
    const entendus = assieger(attaque, 60, 1);
    expect(entendus).toBeLessThanOrEqual(10 + 12);
    expect(attaque.limite.essayer(EN_VACANCES, COMITE)).toBe(0);
  });

  it("from hundreds of addresses in one /48 is heard hardly more often than from two", () => {
    const attaque = garde();
    expect(assieger(attaque, 60, 120, v6(1))).toBeLessThanOrEqual(10 + 2 * 12);
    expect(attaque.limite.essayer(EN_VACANCES, COMITE)).toBe(0);
  });

  it("over many accounts is stopped for a /56 after 30 tries and for a /48 after 60, whatever the address in it", () => {
    const entendus = (adresse: (i: number) => string) => {
      const { limite } = garde();
      let combien = 0;
      for (let i = 0; i < 200; i++) if (limite.essayer(adresse(i), `compte${i}@exemple.ch`) === 0) combien++;
      return combien;
    };
    expect(entendus(v6(1))).toBe(30);
    expect(entendus((i) => v6(1)(i * 256))).toBe(60);
    expect(entendus((i) => v6(i)(1))).toBe(200);
  });

  it("counts spellings of an address as one account, and knows nothing of which accounts exist", () => {
    const { limite } = garde();
    const ecritures = [COMITE, "COMITE@exemple.ch", " comite@exemple.ch ", "Comite@Exemple.ch"];
    for (let i = 0; i < 10; i++) expect(limite.essayer(TENTE, ecritures[i % 4] ?? "")).toBe(0);
    expect(limite.essayer(TENTE, COMITE)).toBe(5 * MINUTE_MS);
    for (let i = 0; i < 10; i++) limite.essayer(CHEZ_CAMILLE, "personne@exemple.ch");
    expect(limite.essayer(CHEZ_CAMILLE, "personne@exemple.ch")).toBe(5 * MINUTE_MS);
  });

  it("goes on being counted while thousands of other accounts are tried", () => {
    const { limite } = garde();
    attaquer(limite);
    for (let i = 0; i < 10_200; i++) limite.essayer(v4(20_000 + i), `compte${i}@exemple.ch`);
    expect(limite.essayer(EN_VACANCES, COMITE)).toBeGreaterThan(0);
  });
});

describe("the committee, while its account is attacked", () => {
  it("gets in at once from where it signed in before", () => {
    const { limite, passer } = garde();
    expect(limite.essayer(CHEZ_CAMILLE, COMITE)).toBe(0);
    limite.reussir(CHEZ_CAMILLE, COMITE);
    passer(10 * 24 * 60);
    attaquer(limite);
    expect(limite.essayer(CHEZ_CAMILLE, COMITE)).toBe(0);
    limite.reussir(CHEZ_CAMILLE, COMITE);
  });

  it("gets in at once where it has the site open, or came by a link", () => {
    const { limite } = garde();
    attaquer(limite);
    expect(limite.essayer(EN_VACANCES, COMITE)).toBeGreaterThan(0);
    limite.recognise(EN_VACANCES, COMITE);
    expect(limite.essayer(EN_VACANCES, COMITE)).toBe(0);
  });

  it("gets in at once from a new address while a few machines guess without a pause", () => {
    const attaque = garde();
    assieger(attaque, 120, 5);
    expect(attaque.limite.essayer(EN_VACANCES, COMITE)).toBe(0);
    attaque.limite.reussir(EN_VACANCES, COMITE);
  });

  it("waits in a new place while thousands guess, for an hour at most once they have stopped", () => {
    const { limite, passer } = garde();
    attaquer(limite);
    const attente = limite.essayer(EN_VACANCES, COMITE);
    expect(attente).toBe(60 * MINUTE_MS);
    passer(attente / MINUTE_MS);
    expect(limite.essayer(EN_VACANCES, COMITE)).toBe(0);
  });

  it("is not made to wait longer by asking too early", () => {
    const { limite, passer } = garde();
    for (let i = 0; i < 10; i++) limite.essayer(EN_VACANCES, COMITE);
    for (let minute = 0; minute < 5; minute++) {
      expect(limite.essayer(EN_VACANCES, COMITE)).toBe((5 - minute) * MINUTE_MS);
      passer(1);
    }
    expect(limite.essayer(EN_VACANCES, COMITE)).toBe(0);
    expect(limite.essayer(EN_VACANCES, COMITE)).toBe(5 * MINUTE_MS);
  });

  it("signs in as often as it likes", () => {
    const { limite } = garde();
    for (let i = 0; i < 200; i++) {
      expect(limite.essayer(CHEZ_CAMILLE, COMITE)).toBe(0);
      limite.reussir(CHEZ_CAMILLE, COMITE);
    }
  });

  it("does not have its other accounts guarded with it", () => {
    const { limite } = garde();
    attaquer(limite);
    expect(limite.essayer(EN_VACANCES, "paul@exemple.ch")).toBe(0);
  });
});

describe("a phone on the same address as the committee", () => {
  function tente() {
    const { limite, passer } = garde();
    limite.essayer(TENTE, COMITE);
    limite.reussir(TENTE, COMITE);
    return { limite, passer };
  }

  it("that fails with other accounts until it has to wait keeps the committee out of nothing", () => {
    const { limite } = tente();
    for (let i = 0; i < 100; i++) limite.essayer(TENTE, `compte${i}@exemple.ch`);
    expect(limite.essayer(TENTE, "encore@exemple.ch")).toBeGreaterThan(0);
    expect(limite.essayer(TENTE, COMITE)).toBe(0);
  });

  it("that fails with the committee's account has ten tries in five minutes: a known address is no way to guess", () => {
    const { limite, passer } = tente();
    for (let i = 0; i < 10; i++) expect(limite.essayer(TENTE, COMITE)).toBe(0);
    expect(limite.essayer(TENTE, COMITE)).toBe(5 * MINUTE_MS);
    passer(5);
    expect(limite.essayer(TENTE, COMITE)).toBe(0);
  });

  it("that fails there makes nobody wait elsewhere", () => {
    const { limite } = tente();
    for (let i = 0; i < 100; i++) limite.essayer(TENTE, COMITE);
    expect(attaquer(limite, 20)).toBe(20);
  });
});
