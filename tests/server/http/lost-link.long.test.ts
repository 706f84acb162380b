/** 10,000 guesses in the form for a lost link do not tell who is a member: neither the answer nor its time. */
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { writeFigures } from "#tests/figures.ts";
import { dataFolder, openStores, start } from "#tests/server/process.ts";

const GUESSES = 10_000;
const MEMBERS = 1_000;
const WARM_UP = 300;
/** How much medians of 3,000 times vary by themselves, in milliseconds and as a share. */
const NOISE = { ms: 0.2, share: 0.04 };

const KINDS = ["with an e-mail", "without an e-mail", "not a member"] as const;

const phoneOf = (kind: number, i: number) => `07${6 + kind}${String(i).padStart(7, "0")}`;

it("the response to a request for a link and its time do not tell who is a member, nor who has an e-mail address", {
  timeout: 900_000,
}, async () => {
  const smtp = await startSmtpServer();
  const DATA_DIR = dataFolder();
  const { services, close } = await openStores({ DATA_DIR });
  for (let i = 0; i < MEMBERS; i += 100)
    await saveMembers(
      services.register,
      ...Array.from({ length: 200 }, (_, j) => {
        const [kind, n] = [j % 2, i + Math.floor(j / 2)];
        const email = kind === 0 ? `membre${n}@exemple.ch` : "";
        return aMember({ firstName: `Zoé ${kind} ${n}`, phone: phoneOf(kind, n), email });
      }),
    );
  await close();
  const mail = { MAIL: "smtp", SMTP_URL: smtp.url, MAIL_FROM: "site@exemple.ch", MAIL_TO: "comite@exemple.ch" };
  const site = await start({ DATA_DIR, TRUST_PROXY: "1", LOG_LEVEL: "trace", ...mail });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());

  /** @returns processor time of the site's thread in milliseconds, without the time of other processes */
  const worked = (): number => Number(readFileSync(`/proc/${site.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

  let visitors = 0;
  async function guess(contact: string): Promise<{ ms: number; cpu: number; seen: string }> {
    const visitor = visitors++;
    const headers = {
      origin: site.url,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `2001:${(0xdb8 + (visitor >> 16)).toString(16)}:${(visitor & 0xffff).toString(16)}::1`,
    };
    const [begin, workedBefore] = [performance.now(), worked()];
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${site.url}/ma-fiche`, { agent, headers, method: "POST" }, resolve);
      sent.on("error", reject).end(new URLSearchParams({ contact }).toString());
    });
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    const [ms, cpu] = [performance.now() - begin, worked() - workedBefore];
    const { date: _, "content-security-policy": policy = "", ...others } = answer.headers;
    const same = [answer.statusCode, bytes, String(policy).replaceAll(/nonce-[^']+/g, ""), JSON.stringify(others)];
    return { ms, cpu, seen: same.join("\n") };
  }

  for (let i = 0; i < WARM_UP; i++) await guess(phoneOf(2, i));
  const times: number[][] = KINDS.map(() => []);
  const waits: number[][] = KINDS.map(() => []);
  /** Of the next guess, by the kind of the one before: work that was left behind would delay it. */
  const next: number[][] = KINDS.map(() => []);
  const seen = new Set<string>();
  let before = 2;
  for (let i = 0; i < GUESSES; i++) {
    const kind = Math.floor(Math.random() * KINDS.length);
    const one = await guess(phoneOf(kind, Math.floor(Math.random() * MEMBERS)));
    seen.add(one.seen);
    times[kind]?.push(one.cpu);
    waits[kind]?.push(one.ms);
    next[before]?.push(one.cpu);
    before = kind;
  }
  expect([...seen]).toHaveLength(1);
  const medians = times.map(median);
  const later = next.map(median);
  for (const all of [medians, later]) {
    const allowed = Math.max(NOISE.ms, NOISE.share * (all[2] ?? 0));
    expect(Math.max(...all) - Math.min(...all), all.join(" ")).toBeLessThan(allowed);
  }
  // Letters were sent meanwhile, and the log has no line about them.
  expect(smtp.received.length).toBeGreaterThan(100);
  expect(site.output()).not.toMatch(/ma-fiche|lost.link|07\d{8}/i);
  const [work, follow, wait] = [medians, later, waits.map(median)].map((all) =>
    all.map((ms) => ms.toFixed(2)).join(", "),
  );
  const figures = `medians ${KINDS.join(", ")}: ${work} ms of work, ${wait} ms of waiting; of the guess after: ${follow} ms of work; ${smtp.received.length} letters were sent meanwhile`;
  process.stdout.write(`${figures}\n${[...seen][0]?.split("\n").slice(0, 2).join(" bytes ")}\n`);
  writeFigures("lost-link", { promise: `${GUESSES} guesses tell nothing`, figures });
});

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
