/**
 * A party's worth of visitors on the real process, while people sign up: for a minute, or for as long as LOAD_SECONDS
 * says.
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { noter } from "#tests/figures.ts";
import { demarrer, dossierDeDonnees } from "../server/process.ts";

const VISITEURS = 500;
const SECONDES = Number(process.env.LOAD_SECONDS ?? 60);
/** People who fill in the form at the same time, each from an address of their own. */
const INSCRIPTIONS_EN_COURS = 10;
const TOUS = VISITEURS + INSCRIPTIONS_EN_COURS;
/** Fewer would say little about whether something gets lost. */
const INSCRIPTIONS_MIN = 50;
/**
 * Where there is much memory, V8 lets rubbish lie: how much a process takes then says little about what it needs.
 * Within this heap it has to clear up, and a leak ends it.
 */
const TAS_MO = 128;
/** What the process may take in all, and what it may grow by between the first half and the end. */
const MEMOIRE_MAX_MO = 400;
const CROISSANCE_MAX_MO = 120;

const PAGES = ["/", "/comite", "/planning", "/inscription", "/charte", "/dons", "/nulle-part", "/healthz"];

const memoireMo = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

it(
  "500 visitors read while people sign up: no error, nothing lost, bounded memory",
  async () => {
    const DATA_DIR = dossierDeDonnees();
    const site = await demarrer({ DATA_DIR, TRUST_PROXY: "1", NODE_OPTIONS: `--max-old-space-size=${TAS_MO}` });
    const agent = new Agent({ keepAlive: true, maxSockets: TOUS, maxFreeSockets: TOUS });
    const demander = (chemin: string, corps?: string, adresse = "192.0.2.1") =>
      new Promise<number>((fini, rate) => {
        const headers = { origin: site.url, "x-forwarded-for": adresse, "accept-encoding": "br" };
        const formulaire = { ...headers, "content-type": "application/x-www-form-urlencoded" };
        const options = corps === undefined ? { agent, headers } : { agent, headers: formulaire, method: "POST" };
        const req = request(site.url + chemin, options, (res) => {
          res.resume();
          res.on("end", () => fini(res.statusCode ?? 0));
          res.on("error", rate);
        });
        req.on("error", rate);
        req.end(corps);
      });

    // Node accepts one connection in each turn of its loop: the clock starts when everybody is there.
    await Promise.all(Array.from({ length: TOUS }, () => demander("/comite")));
    const fin = performance.now() + SECONDES * 1000;
    const moitie = fin - SECONDES * 500;
    const statuts = new Map<number, number>();
    let acceptees = 0;
    let numero = 0;
    let aMoitie = 0;
    let maximum = 0;
    const compter = (statut: number) => statuts.set(statut, (statuts.get(statut) ?? 0) + 1);

    async function visiter(visiteur: number): Promise<void> {
      for (let i = visiteur; performance.now() < fin; i++) compter(await demander(PAGES[i % PAGES.length] ?? "/"));
    }
    async function inscrire(): Promise<void> {
      while (performance.now() < fin) {
        const n = numero++;
        const corps = new URLSearchParams({
          nom: "Fendant",
          prenom: `Camille ${n}`,
          adresse: "Chemin des Treize-Étoiles 4",
          tel: "0791234567",
          dateAnniv: anneesAvant(jourAZurich(new Date()), 20),
          charte: "on",
        });
        const statut = await demander("/inscription", corps.toString(), `198.51.${100 + (n % 100)}.${n % 250}`);
        compter(statut);
        if (statut === 200) acceptees++;
      }
    }
    const mesure = setInterval(() => {
      const memoire = memoireMo(site.pid);
      maximum = Math.max(maximum, memoire);
      if (performance.now() < moitie) aMoitie = Math.max(aMoitie, memoire);
    }, 100);
    await Promise.all([
      ...Array.from({ length: VISITEURS }, (_, i) => visiter(i)),
      ...Array.from({ length: INSCRIPTIONS_EN_COURS }, inscrire),
    ]);
    clearInterval(mesure);
    agent.destroy();

    expect([...statuts.keys()].sort()).toEqual([200, 404]);
    expect(acceptees).toBeGreaterThanOrEqual(INSCRIPTIONS_MIN);
    expect(maximum).toBeLessThan(MEMOIRE_MAX_MO);
    expect(maximum - aMoitie).toBeLessThan(CROISSANCE_MAX_MO);
    expect(await site.arreter("SIGTERM")).toBe(0);
    const db = openDatabase(join(DATA_DIR, "site.db"));
    const { total } = await createInbox(db).count("inscription");
    db.close();
    expect(total).toBe(acceptees);
    const requetes = [...statuts.values()].reduce((somme, n) => somme + n, 0);
    noter("load", {
      promesse: "500 visitors at once while people sign up: no error, no lost write, bounded memory",
      chiffres: `${requetes} requests in ${SECONDES} s, ${acceptees} sign-ups kept of ${acceptees} acknowledged, at most ${Math.round(maximum)} MB with a heap limited to ${TAS_MO} MB`,
    });
  },
  (SECONDES + 60) * 1000,
);
