/** Several instances of the site on one Firebase project: each shows the changes of the others, and works alone. */

import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { type ReceivedMail, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { writeFigures } from "#tests/figures.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { dataFolder, type SiteProcess, start } from "./process.ts";
import { announce, COMMITTEE, post, remove, signIn, write } from "./visit.ts";

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
  const [one, two] = [0, 1].map((n) => start({ ...env, DATA_DIR: dataFolder(), ...others[n] }));
  return [(await one) as SiteProcess, (await two) as SiteProcess, projectId];
}

/** Checks that each instance shows events and pictures of the other one, and no event that it has deleted. */
async function expectSharedPages(a: SiteProcess, b: SiteProcess): Promise<void> {
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
  writeFigures("9-instances", {
    promise: "With Firebase, a change on one instance appears on the other",
    figures: `after ${Math.round(delayMs)} ms, with 2 instances`,
  });
}

/** Checks that a sign-out ends the session on both instances. */
async function expectSharedSessions(a: SiteProcess, b: SiteProcess): Promise<void> {
  const cookie = await signIn(a.url);
  for (const { url } of [a, b]) expect(await read(url, "/planning", cookie)).toContain(COMMITTEE.ADMIN_EMAIL);
  expect((await post(b.url, "/logout", new URLSearchParams(), cookie)).status).toBe(302);
  for (const { url } of [a, b]) {
    expect(await read(url, "/planning", cookie)).not.toContain(COMMITTEE.ADMIN_EMAIL);
    expect((await fetch(`${url}/messages`, { headers: { cookie }, redirect: "manual" })).status).toBe(302);
  }
}

describeHosted("two instances of the site", () => {
  it("show each other's changes, share sessions, and deliver each mail once, also the mails of a killed instance", {
    timeout: 180_000,
  }, async () => {
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
    await expectSharedPages(a, b);
    await expectSharedSessions(a, b);
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
    const db = createFirestoreClient({ projectId });
    onTestFinished(() => db.terminate());
    const waiting = () => db.collection("mails").get();
    // The other instance may still have to record the last mails that the mail server accepted.
    await vi.waitUntil(async () => (await waiting()).size === 1, PATIENCE);
    await (await waiting()).docs[0]?.ref.update({ dueFirst: new Date().toISOString() });
    await write(b.url, `n${3 * MAILS + 101}`);
    await vi.waitUntil(() => accepted.length >= 3 * MAILS + 2, PATIENCE);
    expect(subjects()).toEqual(expectations(3 * MAILS + 2));
    writeFigures("9-instances-mail", {
      promise: "Two instances deliver each mail once, also when one of them is killed while sending",
      figures: `${subjects().length} mails, 1 instance killed`,
    });
  });
});
