/** A hosted site during an outage of its files or its database: other pages work, and the rest answers 503 soon. */
import { expect, it, vi } from "vitest";
import { type CuttableLine, openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { announce, COMMITTEE, post, signIn } from "#tests/server/visit.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { dataFolder, type SiteProcess, start } from "../server/process.ts";

const PATIENCE = { timeout: 30_000, interval: 50 };

/**
 * Maximum time of a request. The deadline of a call is three seconds, but 30 pages are rendered at once beside other
 * tests; Google's libraries alone would retry for 40 s and more.
 */
const BOUND_MS = 25_000;

const EVENT = "Brisolee0825";
const PAGES = ["/", "/comite", "/planning", `/planning/${EVENT}`, "/dons", "/dons/qr-facture", "/confidentialite"];
const STANDING = ["/inscription", "/contact", "/rjv2025", "/charte", "/responsabilite", "/login", "/robots.txt"];
/** Answers 404, because the settings have no IBAN. */
const BILL = "/qr-facture/don.pdf";
const FILES = ["/sitemap.xml", "/planning.ics", `/planning/${EVENT}.ics`, BILL];
const SCREENS = [
  "/comite/create",
  "/comite/modify/DupontMembre",
  "/evenement/create",
  `/evenement/modify/${EVENT}`,
  "/reglages",
  "/comptes",
  "/mot-de-passe",
  "/premiers-pas",
  "/a-faire",
  "/inscriptions",
  "/messages",
];

type Answer = { status: number; html: string; headers: Headers; ms: number };

/** Requests pages concurrently. @returns the answers by path */
async function visit({ url }: SiteProcess, paths: readonly string[], cookie = ""): Promise<Map<string, Answer>> {
  const answers = paths.map(async (path) => {
    const began = performance.now();
    const response = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
    const html = await response.text();
    return [path, { status: response.status, html, headers: response.headers, ms: performance.now() - began }] as const;
  });
  return new Map(await Promise.all(answers));
}

const statuses = (answers: Map<string, Answer>) => [...answers].map(([path, { status }]) => `${status} ${path}`);
const all = (status: number, paths: readonly string[]) => paths.map((path) => `${status} ${path}`);
const pictures = (answer: Answer | undefined) =>
  answer?.html.match(/\/images\/(?:evenements|membres|accueil)\/[^"\s]+\.(?:jpg|webp)/g) ?? [];

/** @returns a site that has cached no page yet, on a project with a member and an event with pictures */
async function site(): Promise<{ site: SiteProcess; cookie: string; database: CuttableLine; storage: CuttableLine }> {
  await warmUp();
  const { projectId, bucket, apiKey } = newProject();
  const env = {
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_STORAGE_BUCKET: bucket,
    ...EMULATOR_ENV,
    ...COMMITTEE,
    LOG_LEVEL: "silent",
  };
  const first = await start({ ...env, DATA_DIR: dataFolder() });
  const cookie = await signIn(first.url);
  const member = new FormData();
  for (const [name, value] of Object.entries({ Prenom: "Ana", Nom: "Dupont", Poste: "Membre", hp: "" }))
    member.append(name, value);
  member.append("photo", new File([new Uint8Array(await jpeg(500, 400, 7))], "ana.jpg"));
  expect((await post(first.url, "/comite/create", member, cookie)).status).toBe(302);
  expect((await announce(first.url, "Brisolee", cookie)).status).toBe(302);
  await first.stop("SIGTERM");

  const database = await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? "");
  const storage = await openLine(new URL(EMULATOR_ENV.STORAGE_EMULATOR_HOST ?? "").host);
  const second = await start({
    ...env,
    DATA_DIR: dataFolder(),
    FIRESTORE_EMULATOR_HOST: database.address,
    STORAGE_EMULATOR_HOST: `http://${storage.address}`,
  });
  return { site: second, cookie, database, storage };
}

describeHosted("a hosted site", () => {
  it.each(["cut", "freeze"] as const)(
    "shows every page during an outage of its files, and answers 503 for pictures (%s)",
    {
      timeout: 180_000,
    },
    async (how) => {
      const { site: one, cookie, storage } = await site();
      storage[how]();
      const paths = [...PAGES, ...STANDING, ...FILES].filter((path) => path !== BILL);
      for (const [who, asked] of [
        ["", paths],
        [cookie, [...paths.filter((path) => path !== "/login"), ...SCREENS]],
      ] as const) {
        const answers = await visit(one, asked, who);
        expect(statuses(answers)).toEqual(all(200, asked));
        for (const [path, { ms }] of answers) expect([path, ms < BOUND_MS]).toEqual([path, true]);
        expect(answers.get("/comite")?.html).toContain("Dupont");
        expect(answers.get(`/planning/${EVENT}`)?.html).toContain("Brisolee");
      }
      const found = [...(await visit(one, ["/comite", `/planning/${EVENT}`])).values()].flatMap(pictures);
      expect(found.length).toBeGreaterThan(1);
      const lost = await visit(one, found);
      for (const { status, headers, ms } of lost.values()) {
        expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "30", "no-store"]);
        expect(ms).toBeLessThan(BOUND_MS);
      }

      storage.restore();
      await vi.waitUntil(async () => {
        const answers = await visit(one, found);
        return [...answers.values()].every(({ status }) => status === 200);
      }, PATIENCE);
    },
  );

  it.each(["cut", "freeze"] as const)(
    "answers 503 with a sentence during an outage of its database (%s)",
    {
      timeout: 180_000,
    },
    async (how) => {
      const { site: one, cookie, database } = await site();
      // These pages are cached.
      const seen = ["/comite", "/dons"];
      expect(statuses(await visit(one, seen))).toEqual(all(200, seen));
      database[how]();
      const away = [...PAGES, ...FILES].filter((path) => !seen.includes(path));
      const answers = await visit(one, [...away, ...STANDING, ...seen]);
      expect(statuses(answers)).toEqual([...all(503, away), ...all(200, STANDING), ...all(200, seen)]);
      for (const [path, { ms }] of answers) expect([path, ms < BOUND_MS]).toEqual([path, true]);
      for (const path of away) {
        const answer = answers.get(path);
        expect([path, answer?.headers.get("retry-after")]).toEqual([path, "30"]);
        expect(answer?.headers.get("cache-control")).toMatch(/no-store/);
        expect(answer?.html).toMatch(/Quelque chose a cassé|Réessayez|réessayez/);
        expect(answer?.html).not.toContain("Unexpected Server Error");
      }
      expect(answers.get("/planning")?.html).toContain("Le bisse a lâché");
      expect(answers.get("/comite")?.html).toContain("Dupont");

      const screens = await visit(one, [...SCREENS, "/comite"], cookie);
      expect(statuses(screens)).toEqual(all(503, [...SCREENS, "/comite"]));
      for (const { html, ms, headers } of screens.values()) {
        expect(html).toContain("réessayez dans un instant");
        expect(headers.get("retry-after")).toBe("30");
        expect(ms).toBeLessThan(BOUND_MS);
      }
      const navigation = await visit(one, ["/planning.data"]);
      expect(statuses(navigation)).toEqual(["503 /planning.data"]);

      database.restore();
      await vi.waitUntil(async () => (await visit(one, ["/planning"])).get("/planning")?.status === 200, PATIENCE);
    },
  );
});
