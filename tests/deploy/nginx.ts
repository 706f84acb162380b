/** The nginx.conf that is shipped, run by a real nginx on ports and in a folder of the test's own. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePorts } from "#tests/free-ports.ts";

const SHIPPED = join(import.meta.dirname, "../../deploy/nginx.conf");

/** What has to be installed for these tests; empty when all of it is there. */
export const MISSING_TOOLS = [
  ["nginx", "-v"],
  ["openssl", "version"],
]
  .filter(([tool = "", how = ""]) => spawnSync(tool, [how]).error !== undefined)
  .map(([tool]) => tool);

/** `http2 on;` is of nginx 1.25.1; Debian 12 has an older one, on which all but HTTP/2 can be tried. */
function knowsHttp2(): boolean {
  const [, major = 0, minor = 0, patch = 0] =
    /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync("nginx", ["-v"]).stderr.toString()) ?? [];
  return Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch) >= 1_025_001;
}

/** @returns what is shipped, with the places of this machine in place of a server's */
function shippedWith(folder: string, ports: { site: number; http: number; https: number }): string {
  const file = readFileSync(SHIPPED, "utf8")
    .replace("127.0.0.1:3000", `127.0.0.1:${ports.site}`)
    .replaceAll(/listen \[::\]:.*;/g, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${ports.http};`)
    .replaceAll("listen 443 ssl;", `listen 127.0.0.1:${ports.https} ssl;`)
    .replaceAll("/etc/letsencrypt/live/jeunesse.exemple.ch", folder)
    .replaceAll("/var/log/nginx", folder);
  return knowsHttp2() ? file : file.replaceAll("http2 on;", "");
}

const makeCertificate = (folder: string) =>
  execFileSync(
    "openssl",
    [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=jeunesse.exemple.ch".split(
        " ",
      ),
      ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
    ],
    { stdio: "ignore" },
  );

/** @param folder for its files @param site the port of the site behind it */
export async function startNginx(folder: string, site: number) {
  mkdirSync(folder, { recursive: true });
  makeCertificate(folder);
  const [http = 0, https = 0] = await freePorts(2);
  writeFileSync(join(folder, "site.conf"), shippedWith(folder, { site, http, https }));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const main = join(folder, "nginx.conf");
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; daemon off; pid ${folder}/pid;
error_log ${folder}/main.log; events {}
http { access_log ${folder}/others.log; ${temporary.join(" ")} include ${folder}/site.conf; }`,
  );
  const verdict = spawnSync("nginx", ["-t", "-c", main]).stderr.toString();
  const child = spawn("nginx", ["-c", main], { stdio: "inherit" });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });

  /** Asks under one of the names of the site. @param body sent as a form */
  async function ask(url: string, headers: Record<string, string> = {}, body?: string) {
    const { protocol, hostname, pathname, search } = new URL(url);
    const [request, port] = protocol === "https:" ? ([overTls, https] as const) : ([overHttp, http] as const);
    const sent = request({
      ...{ host: "127.0.0.1", port, servername: hostname, rejectUnauthorized: false, agent: false },
      ...{ path: pathname + search, method: body === undefined ? "GET" : "POST" },
      headers: {
        host: hostname,
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
    });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
    // nginx ends a connection whose request it refused before the last byte of it.
    sent.on("error", () => {});
    answer.resume();
    await once(answer, "end");
    return { status: answer.statusCode, location: answer.headers.location ?? null };
  }

  await vi.waitFor(() => ask("http://jeunesse.exemple.ch/"), { timeout: 10_000 });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    verdict,
    https,
    knowsHttp2: knowsHttp2(),
    ask,
    logs: () => ({ access: read("jeunesse.log"), errors: read("error.log") }),
  };
}
