/** A site that starts from a backup that was made while a mailing was leaving. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { expect, it, vi } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { failOnReport } from "#tests/usecases/desk.ts";
import { readMailingState } from "#usecases/mailings/recipients.ts";
import { resumeMailing } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";
import { command } from "./command.ts";
import { sendToAll } from "./mailing-sender.ts";
import { openStores, start } from "./process.ts";
import { committeeFolder } from "./visit.ts";

const LETTERS = 6;
const SITE = "https://site.test";
/** The backup may contain a letter whose lease ends after two minutes. */
const SOON = { timeout: 150_000, interval: 20 };

it("drops the letters that wait, and sends them once the committee resumes them, with the Message-ID that they had", {
  timeout: 400_000,
}, async () => {
  const arrived = new Map<string, string[]>();
  const { url: SMTP_URL } = await startSmtpServer({
    async onData(stream, { envelope }, done) {
      const mail = await buffer(stream);
      const to = envelope.rcptTo[0]?.address ?? "";
      const id = /^Message-ID: (.+)$/im.exec(mail.toString())?.[1]?.trim() ?? "";
      if (to.startsWith("membre")) arrived.set(to, [...(arrived.get(to) ?? []), id]);
      done();
    },
  });
  const MAIL = { MAIL: "smtp", MAIL_FROM: "site@exemple.ch", MAIL_TO: "comite@exemple.ch", SMTP_URL };
  const env = { ...MAIL, DATA_DIR: await committeeFolder() };
  const withStores = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
    const { services, close } = await openStores(env, failOnReport);
    return work(services).finally(close);
  };
  const id = newMailingId();
  await withStores(async (services) => {
    const people = Array.from({ length: LETTERS }, (_, i) => ({ firstName: `M${i}`, email: `membre${i}@exemple.ch` }));
    await services.register.save(
      people.map((one) => ({ id: null, data: { ...EMPTY_MEMBER, lastName: "Rey", ...one } })),
      null,
    );
    await sendToAll(services, id);
  });
  const file = join(env.DATA_DIR, "b.db");
  const site = await start(env);
  await vi.waitUntil(() => arrived.size === 2, SOON);
  expect(await command("backup", env, file)).toMatchObject({ code: 0 });
  await vi.waitUntil(() => arrived.size === LETTERS, SOON);
  expect(await site.stop("SIGTERM")).toBe(0);
  const restored = await command("restore", env, file);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("and are stopped: 1.") });

  const waiting = () => {
    const db = new DatabaseSync(join(env.DATA_DIR, "site.db"), { readOnly: true });
    const count = db.prepare("SELECT count(*) AS n FROM documents WHERE collection = 'mails'").get()?.n;
    db.close();
    return count;
  };
  /** Runs the site until nothing waits. */
  const run = async () => {
    const site = await start(env);
    await vi.waitUntil(() => waiting() === 0, SOON);
    expect(await command("doctor", env)).toMatchObject({ error: "" });
    expect(await site.stop("SIGTERM")).toBe(0);
  };
  expect(waiting()).toBeGreaterThan(0);
  await run();
  expect([...arrived.values()].flat()).toHaveLength(LETTERS);
  const due = await withStores(async (services) => {
    const { people } = await readMailingState(services, (await services.mailings.get(id)) ?? expect.fail());
    await resumeMailing(services, id, SITE, null);
    return people.filter(({ delivery }) => delivery.is === "due").length;
  });
  expect(due).toBeGreaterThan(0);
  await run();
  expect([...arrived.values()].flat()).toHaveLength(LETTERS + due);
  for (const ids of arrived.values()) expect(new Set(ids).size).toBe(1);
});
