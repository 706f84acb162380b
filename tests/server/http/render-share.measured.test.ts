/** One address requests uncached pages without a pause; other addresses are served meanwhile. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { type SiteForFile, startForFile } from "#tests/server/process.ts";
import type { Hammer } from "./hammer.worker.ts";

/**
 * Maximum work of the site's thread from a request to the end of its answer, in milliseconds; on a slow machine, the
 * multiple of what a form takes alone.
 */
const MAX_MS = { form: 100, page: 300 };
const MAX_ALONE = { form: 12, page: 36 };
const FORMS = 50;
const FORM_EVERY_MS = 50;
const PAGE_EVERY_MS = 10;
const CONNECTIONS = [8, 200];

/** An invalid form: nothing is stored, and no limit counts it. */
const FORM = new URLSearchParams({ nom: "Camille", email: "camille@exemple.ch", sujet: "Bal", message: "" }).toString();

const WAYS: Record<string, Pick<Hammer, "path" | "cookie" | "body">> = {
  "pages with a cookie that is no session": { path: "/", cookie: "session=x" },
  "data of a page": { path: "/planning.data" },
  "what is not there": { path: "/nulle-part-*" },
  "events that are not there": { path: "/planning/rien-*" },
  "forms with a mistake": { path: "/contact", body: FORM },
  // Answered without waiting for input or output.
  "pages for which it must sign in": { path: "/inscriptions" },
  "forms for a page without a form": { path: "/planning", body: FORM },
};

let site: SiteForFile;
const agent = new Agent({ keepAlive: true });
const longest = { form: 0, page: 0 };
/** Time of a form without other requests. */
let alone = 0;

beforeAll(async () => {
  site = await startForFile({ TRUST_PROXY: "1" });
  // The first requests are slower, because V8 has not compiled the code yet.
  await ask("/", "198.51.100.2", 200);
  await sendForms();
  alone = await sendForms();
});
afterAll(async () => {
  agent.destroy();
  await site.end();
});

/** @returns processor time of the site's thread in milliseconds, without the time of other processes */
const worked = (): number => Number(readFileSync(`/proc/${site.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

/** Sends a request. Resolves with the milliseconds that the site worked, for any visitor, until the last byte. */
function ask(path: string, from: string, status: number, body?: string): Promise<number> {
  const headers = { origin: site.url, "x-forwarded-for": from };
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const options = body === undefined ? { agent, headers } : { agent, headers: form, method: "POST" };
  const begin = worked();
  return new Promise((done, fail) => {
    const sent = request(site.url + path, options, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === status) done(worked() - begin);
        else fail(new Error(`${path} was answered ${answer.statusCode}`));
      });
    });
    sent.on("error", fail).end(body);
  });
}

/** Requests the home page every few milliseconds. @returns a function that ends this and returns the longest wait */
function watchHome(): () => Promise<number> {
  let watching = true;
  const watch = async () => {
    let longest = 0;
    while (watching) {
      longest = Math.max(longest, await ask("/", "198.51.100.2", 200));
      await after(PAGE_EVERY_MS);
    }
    return longest;
  };
  const done = watch();
  return () => {
    watching = false;
    return done;
  };
}

/** @returns the 95th percentile of the times of forms */
async function sendForms(): Promise<number> {
  const waits: number[] = [];
  while (waits.length < FORMS) {
    const pause = after(FORM_EVERY_MS);
    waits.push(await ask("/contact", "198.51.100.1", 400, FORM));
    await pause;
  }
  return waits.sort((a, b) => a - b)[Math.ceil(FORMS * 0.95) - 1] ?? Number.NaN;
}

it.each(Object.entries(WAYS))("repeated requests for %s delay no other address", async (_, way) => {
  for (const connections of CONNECTIONS) {
    const workerData: Hammer = { url: site.url, connections, from: "192.0.2.1", ...way };
    const hammer = new Worker(new URL("hammer.worker.ts", import.meta.url), { workerData });
    await once(hammer, "message");
    const home = watchHome();
    const form = await sendForms();
    const page = await home();
    await hammer.terminate();
    const most = (what: "form" | "page") => Math.max(MAX_MS[what], MAX_ALONE[what] * alone);
    expect(form, `form, ${connections} connections`).toBeLessThan(most("form"));
    expect(page, `page, ${connections} connections`).toBeLessThan(most("page"));
    longest.form = Math.max(longest.form, form);
    longest.page = Math.max(longest.page, page);
  }
  writeFigures("render-share", {
    promise: "One network address that requests more pages than the site can render delays no other visitor",
    figures: `${Object.keys(WAYS).length} kinds of requests on ${CONNECTIONS.join(", ")} connections: 95 % of the forms of another address within ${Math.round(longest.form)} ms, every cached page within ${Math.round(longest.page)} ms`,
  });
});
