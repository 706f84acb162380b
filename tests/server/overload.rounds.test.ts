import { describe, expect, it } from "vitest";
import { Gate, Surcharge } from "#server/overload.ts";
import { noter } from "#tests/figures.ts";
import { ouvrirSite } from "#tests/http/site.ts";

/** What the site does at once and lets wait: RENDERS of server/app.ts. */
const PLACES = 32 + 512;
const EN_TROP = 50;

/** Work that ends when it is told to. */
function travaux() {
  const fins: (() => void)[] = [];
  const commences: number[] = [];
  const faire = (numero: number) => () =>
    new Promise<number>((fini) => {
      commences.push(numero);
      fins.push(() => fini(numero));
    });
  return { fins, commences, faire };
}

describe("a gate", () => {
  it("does two at once, lets three wait in their order, and turns the sixth away at once", async () => {
    const { fins, commences, faire } = travaux();
    const porte = new Gate(2, 3);
    const cinq = [0, 1, 2, 3, 4].map((numero) => porte.passer(faire(numero)));
    await expect(porte.passer(faire(5))).rejects.toBeInstanceOf(Surcharge);
    expect(commences).toEqual([0, 1]);
    for (const [i, une] of cinq.entries()) {
      fins[i]?.();
      await une;
    }
    expect(commences).toEqual([0, 1, 2, 3, 4]);
    const apres = porte.passer(faire(6));
    fins.at(-1)?.();
    expect(await apres).toBe(6);
  });

  it("gives the place on when work fails", async () => {
    const porte = new Gate(1, 10);
    const rates = Array.from({ length: 5 }, () => porte.passer(() => Promise.reject(new Error("raté"))));
    for (const un of rates) await expect(un).rejects.toThrow("raté");
    expect(await porte.passer(async () => "va")).toBe("va");
  });
});

describe("a crowd that asks for more than the site can do", () => {
  it("is told so at once; pages in memory and the health check go on, and everybody else is served", async () => {
    const site = await ouvrirSite();
    await site.demander("/dons");
    const { get } = site.services.reglages;
    let ouvrir = (): void => {};
    const retenue = new Promise<void>((ouverte) => (ouvrir = ouverte));
    site.services.reglages.get = async () => {
      await retenue;
      return get();
    };
    const foule = Array.from({ length: PLACES }, (_, i) => site.demander(`/nulle-part/${i}`));
    const enTrop = await Promise.all(
      Array.from({ length: EN_TROP }, () => site.envoyer("/contact", { nom: "Camille" })),
    );
    for (const reponse of enTrop) {
      expect(reponse.status).toBe(503);
      expect(Number(reponse.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(reponse.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await reponse.text()).toContain("Il y a foule sur le site.");
    }
    expect((await site.demander("/healthz")).status).toBe(200);
    expect((await site.demander("/favicon.svg")).status).toBe(200);
    ouvrir();
    const statuts = new Set((await Promise.all(foule)).map(({ status }) => status));
    expect([...statuts]).toEqual([404]);
    expect((await site.envoyer("/contact", { nom: "Camille" })).status).toBe(400);
    expect(site.journal).toEqual([]);
    await site.fermer();
    noter("overload", {
      promesse: "Overload is answered with 503 and Retry-After, and passes",
      chiffres: `${PLACES} requests held back, ${EN_TROP} of ${EN_TROP} more told to come back, then all ${PLACES} served`,
    });
  });
});
