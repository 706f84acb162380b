/** Kills the site while it queues and while it sends a mailing: after a restart, everybody gets it, and nobody twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { failOnReport } from "#tests/usecases/desk.ts";
import { finishMailings } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";
import { sendToAll } from "./mailing-sender.ts";
import { openStores, start } from "./process.ts";
import { committeeFolder } from "./visit.ts";

const ROUNDS = 12;
const QUEUED = 300;
/** As long as the queueing takes on a fast machine. */
const KILL_WITHIN_MS = 150;
const LETTERS = 8;
const KILLS = 4;

const emailOf = (i: number) => `membre${i}@exemple.ch`;

/** @returns a data folder with members who have an e-mail address */
async function folderWithMembers(
  count: number,
  settings: Record<string, string> = {},
): Promise<Record<string, string>> {
  const env = { DATA_DIR: await committeeFolder(), MAIL: "smtp", MAIL_FROM: "site@exemple.ch", ...settings };
  await withStores(env, ({ register }) =>
    register.save(
      Array.from({ length: count }, (_, i) => ({
        id: null,
        data: { ...EMPTY_MEMBER, firstName: `M${i}`, lastName: "Rey", email: emailOf(i) },
      })),
      null,
    ),
  );
  return env;
}

async function withStores<T>(env: Record<string, string>, work: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openStores(env, failOnReport);
  try {
    return await work(services);
  } finally {
    await close();
  }
}

it(`a mailing that is killed while it is queued, ${ROUNDS} times, is queued completely once afterwards`, async () => {
  const env = await folderWithMembers(QUEUED, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TO: "comite@exemple.ch" });
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const id = newMailingId();
    const script = join(import.meta.dirname, "mailing-sender.ts");
    const child = spawn(process.execPath, [script, env.DATA_DIR ?? "", id], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await wait((KILL_WITHIN_MS * round) / ROUNDS);
    child.kill("SIGKILL");
    await once(child, "exit");
    await withStores(env, async (services) => {
      const waiting = async () => (await services.touches.listOfTopic("mailing", id)).length;
      const before = await waiting();
      if (before > 0 && before < QUEUED) interrupted++;
      await finishMailings(services, "https://site.test");
      // The committee sends the form again, because it got no answer.
      await sendToAll(services, id);
      await finishMailings(services, "https://site.test");
      expect([await waiting(), await services.mailings.listUnqueued()]).toEqual([QUEUED, []]);
      const leased = new Set<string>();
      for (;;) {
        const mail = await services.mails.leaseDue(services.clock.now(), 3_600_000, ["dueInTurn"]);
        if (!mail) break;
        expect(leased).not.toContain(mail.member);
        leased.add(mail.member ?? "");
      }
      expect(leased.size).toBe(QUEUED);
      await services.mailings.stop(id, null);
    });
  }
  process.stdout.write(`${interrupted} of ${ROUNDS} kills in the middle of the queueing\n`);
  expect(interrupted).toBeGreaterThan(0);
});

it(`a site that is killed ${KILLS} times while it sends a mailing sends it to everybody, and again only what was leaving`, async () => {
  const arrived = new Map<string, string[]>();
  const { url: SMTP_URL } = await startSmtpServer({
    async onData(stream, { envelope }, done) {
      const mail = await buffer(stream).catch(() => null);
      // The site was killed while it sent the mail.
      if (!mail) return;
      const to = envelope.rcptTo[0]?.address ?? "";
      const id = /^Message-ID: (.+)$/im.exec(mail.toString())?.[1]?.trim() ?? "";
      if (to.startsWith("membre")) arrived.set(to, [...(arrived.get(to) ?? []), id]);
      done();
    },
  });
  const env = await folderWithMembers(LETTERS, { SMTP_URL, MAIL_TO: "comite@exemple.ch" });
  const id = newMailingId();
  await withStores(env, (services) => sendToAll(services, id));
  const arrivals = () => [...arrived.values()].flat().length;
  for (let kill = 1; kill <= KILLS; kill++) {
    const site = await start(env);
    await vi.waitUntil(() => arrivals() >= kill, { timeout: 30_000, interval: 1 });
    await wait(Math.random() * 30);
    await site.stop("SIGKILL");
    endLeases(join(env.DATA_DIR ?? "", "site.db"));
  }
  const recorded = await withStores(env, (services) => services.touches.listOfTopic("mailing", id));
  const sentBefore = recorded.filter(({ touches }) => touches.some(({ sentAt }) => sentAt)).length;
  const site = await start(env);
  const all = Array.from({ length: LETTERS }, (_, i) => emailOf(i)).toSorted();
  await vi.waitUntil(() => arrived.size === LETTERS, { timeout: 60_000, interval: 20 });
  expect(await site.stop("SIGTERM")).toBe(0);
  expect([...arrived.keys()].toSorted()).toEqual(all);
  await withStores(env, async (services) => {
    const touches = (await services.touches.listOfTopic("mailing", id)).flatMap((one) => one.touches);
    expect(touches.map(({ sentAt }) => sentAt !== undefined)).toEqual(Array(LETTERS).fill(true));
    expect(await services.mails.count()).toBe(0);
  });
  const twice = [...arrived.values()].filter(({ length }) => length > 1);
  process.stdout.write(`${twice.length} of ${LETTERS} letters twice, ${sentBefore} recorded before the last start\n`);
  // Mail programs recognise a letter whose answer was lost by its Message-ID.
  for (const ids of twice) expect(new Set(ids).size).toBe(1);
  expect(twice.length).toBeLessThanOrEqual(KILLS);
});

/** The lease of a killed site on a mail ends after two minutes. Ends it now. */
function endLeases(file: string): void {
  const db = openDatabase(file);
  db.exec(
    `UPDATE documents SET version = 'lease ended',
       content = json_set(content, '$.claim', NULL, '$.dueInTurn', content ->> '$.queuedAt')
     WHERE collection = 'mails' AND content ->> '$.claim' IS NOT NULL AND content ->> '$.dueInTurn' IS NOT NULL`,
  );
  db.close();
}
