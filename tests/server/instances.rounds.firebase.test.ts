/** Several instances of the site on one Firebase project: each shows the changes of the others, and works alone. */

import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { type ReceivedMail, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { type CuttableLine, openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { noteWait } from "#tests/figures.ts";
import { LONG } from "#tests/rounds.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { dataFolder, type SiteForFile, type SiteProcess, start, startForFile } from "./process.ts";
import { announce, COMMITTEE, health, post, remove, signIn, write } from "./visit.ts";

/** The promised time is two seconds. It is longer here, because the machine runs other tests meanwhile. */
const PATIENCE = { timeout: 15_000, interval: 20 };
const MAILS = 10;

const read = async (url: string, path: string, cookie = "") =>
  (await fetch(url + path, { headers: { cookie }, redirect: "manual" })).text();

/** @returns the variables for instances of one site, and the name of its project */
function sameSite(): { env: Record<string, string>; projectId: string } {
  const { projectId, bucket, apiKey } = newProject();
  const env = {
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_STORAGE_BUCKET: bucket,
    ...EMULATOR_ENV,
    ...COMMITTEE,
  };
  return { env, projectId };
}

/** @param others further variables of each instance */
async function twoInstances(...others: Record<string, string>[]): Promise<[SiteProcess, SiteProcess, string]> {
  await warmUp();
  const { env, projectId } = sameSite();
  const one = await start({ ...env, DATA_DIR: dataFolder(), ...others[0] });
  const second = await start({ ...env, DATA_DIR: dataFolder(), ...others[1] });
  return [one, second, projectId];
}

describeHosted("two instances of a committee’s site", () => {
  let a: SiteForFile;
  let b: SiteForFile;
  beforeAll(async () => {
    await warmUp();
    const { env } = sameSite();
    a = await startForFile(env);
    b = await startForFile(env);
  });
  afterAll(() => Promise.all([a.end(), b.end()]));

  it("show events and pictures of the other instance, and no event that it has deleted", {
    timeout: 120_000,
  }, async () => {
    const cookie = await signIn(a.url);
    expect(await read(b.url, "/planning/2025")).not.toContain("Brisolee");
    expect((await announce(a.url, "Brisolee", cookie)).status).toBe(302);
    const writes = performance.now();
    await vi.waitUntil(async () => (await read(b.url, "/planning/2025")).includes("Brisolee"), PATIENCE);
    const delayMs = performance.now() - writes;
    const image = await vi.waitUntil(
      async () => /\/images\/evenements\/Brisolee0825\/[^" ,]+\.jpg/.exec(await read(b.url, "/planning/2025"))?.[0],
      PATIENCE,
    );
    const response = await fetch(b.url + image);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    expect((await remove(b.url, "Brisolee", cookie)).status).toBe(302);
    await vi.waitUntil(async () => !(await read(a.url, "/planning/2025")).includes("Brisolee"), PATIENCE);
    noteWait("9-instances", {
      promise: "With Firebase, what one instance writes another shows",
      figures: `${Math.round(delayMs)} ms later; 2 instances`,
    });
  });

  it("share sessions: a sign-out ends the session on both", { timeout: 120_000 }, async () => {
    const cookie = await signIn(a.url);
    for (const { url } of [a, b]) expect(await read(url, "/planning", cookie)).toContain(COMMITTEE.ADMIN_EMAIL);
    expect((await post(b.url, "/logout", new URLSearchParams(), cookie)).status).toBe(302);
    for (const { url } of [a, b]) {
      expect(await read(url, "/planning", cookie)).not.toContain(COMMITTEE.ADMIN_EMAIL);
      expect((await fetch(`${url}/messages`, { headers: { cookie }, redirect: "manual" })).status).toBe(302);
    }
  });
});

describeHosted("two instances of the site", () => {
  it("deliver each mail once, also the mails of a killed instance", { timeout: 180_000 }, async () => {
    const accepted: ReceivedMail[] = [];
    /** Senders whose next mail gets no answer, each with a function to call when that mail has arrived. */
    const holding = new Map<string, () => void>();
    const { url } = await startSmtpServer({
      async onData(flux, { envelope }, done) {
        const rawResponse = await buffer(flux);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const hold = holding.get(from);
        // Send no answer: the connection stays open until the instance is killed.
        if (hold) return hold();
        accepted.push({ rawResponse, from, a: [] });
        done();
      },
    });
    const mail = { MAIL: "smtp", SMTP_URL: url, MAIL_TO: "comite@exemple.ch" };
    const [a, b, projectId] = await twoInstances(
      { ...mail, MAIL_FROM: "un@exemple.ch" },
      { ...mail, MAIL_FROM: "deux@exemple.ch" },
    );
    const subjects = () =>
      accepted.map(({ rawResponse }) => /^Subject: .*?(n\d+)(?:\?=)?\s*$/m.exec(String(rawResponse))?.[1]).sort();
    const expectations = (count: number) => Array.from({ length: count }, (_, i) => `n${i + 100}`);

    for (let n = 0; n < 2 * MAILS; n++) expect((await write(n % 2 ? a.url : b.url, `n${n + 100}`)).status).toBe(200);
    await vi.waitUntil(() => accepted.length >= 2 * MAILS, PATIENCE);

    const held = new Promise<void>((resolve) => holding.set("un@exemple.ch", resolve));
    for (let n = 2 * MAILS; n < 3 * MAILS; n++) expect((await write(a.url, `n${n + 100}`)).status).toBe(200);
    await held;
    await a.stop("SIGKILL");
    // The next message wakes the other instance, which sends all mails but the one that was being sent.
    await write(b.url, `n${3 * MAILS + 100}`);
    await vi.waitUntil(() => accepted.length >= 3 * MAILS, PATIENCE);

    // The claim of the killed instance ends after two minutes. End it now.
    const db = openFirestore({ projectId });
    onTestFinished(() => db.terminate());
    const remaining = await db.collection("inbox").where("mail", "==", "en-attente").get();
    expect(remaining.size).toBe(1);
    await remaining.docs[0]?.ref.update({ dueAt: new Date().toISOString() });
    await write(b.url, `n${3 * MAILS + 101}`);
    await vi.waitUntil(() => accepted.length >= 3 * MAILS + 2, PATIENCE);
    expect(subjects()).toEqual(expectations(3 * MAILS + 2));
    noteWait("9-instances-mail", {
      promise: "Two instances deliver each mail once, also when one is killed while it sends",
      figures: `${subjects().length} mails, 1 instance killed`,
    });
  });

  // This test waits for several deadlines.
  if (LONG)
    it("show pages during an outage of the store, refuse forms, and recover without a restart", {
      timeout: 180_000,
    }, async () => {
      const lines: CuttableLine[] = [];
      for (let n = 0; n < 2; n++) lines.push(await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? ""));
      const [a, b] = await twoInstances(
        ...lines.map(({ address }) => ({ FIRESTORE_EMULATOR_HOST: address, LOG_LEVEL: "silent" })),
      );
      const cookie = await signIn(a.url);
      // Without a picture, because each later variant of it would cause a new render of the pages.
      const before = new URLSearchParams({ Prenom: "Ana", Nom: "Avant", Poste: "Membre", hp: "" });
      expect((await post(a.url, "/comite/create", before, cookie)).status).toBe(302);
      await vi.waitUntil(async () => (await read(b.url, "/comite")).includes("Avant"), PATIENCE);
      await vi.waitUntil(async () => (await read(a.url, "/comite")).includes("Avant"), PATIENCE);

      for (const line of lines) line.cut();
      for (const { url } of [a, b]) {
        expect(await read(url, "/comite")).toContain("Avant");
        const refusal = await write(url, "Perdu");
        expect(refusal.status).toBe(503);
        const html = await refusal.text();
        expect(html).toContain("n’est pas parti");
        expect(html).toContain("Perdu");
        expect((await health(url)).status).toBe(503);
      }
      const inVain = await announce(a.url, "Pendant", cookie);
      expect(inVain.status).toBe(503);
      expect(await inVain.text()).toContain("Rien n’a été enregistré");
      expect(await read(b.url, "/comite")).toContain("Avant");

      for (const line of lines) line.restore();
      for (const { url } of [a, b])
        await vi.waitUntil(async () => (await health(url)).status === 200, { ...PATIENCE, timeout: 30_000 });
      await vi.waitUntil(async () => (await announce(a.url, "Apres", cookie)).status === 302, PATIENCE);
      await vi.waitUntil(async () => (await read(b.url, "/planning/2025")).includes("Apres"), PATIENCE);
      expect(await read(b.url, "/planning/2025")).not.toContain("Pendant");
    });
});
