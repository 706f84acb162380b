/** The log of the real process contains no personal data, also at level trace. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { start } from "./process.ts";
import { COMMITTEE, committeeFolder, secretOf } from "./visit.ts";

const { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD } = COMMITTEE;
const NEW_PASSWORD = "brisolée-au-feu-1965";

it("requests of all kinds leave no name, address, token, password or secret in the log at level trace", async () => {
  // With an account in the folder, the site ignores ADMIN_PASSWORD, also a weak one, and prints no account.
  const DATA_DIR = await committeeFolder();
  const env = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: "Raclette1", LOG_LEVEL: "trace", TRUST_PROXY: "1" };
  const site = await start({ DATA_DIR, ...env });
  expect(site.output()).toMatch(/\/login with an account of yours\.\n$/m);

  const tokens: string[] = [];
  let cookie = "";
  let searches = "";
  const headers = () => ({
    origin: site.url,
    cookie: cookie + searches,
    "x-forwarded-for": "203.0.113.77",
    "user-agent": "Telephone de Zoe",
  });
  const request = async (path: string, fields?: Record<string, string> | FormData) => {
    const body = fields instanceof FormData ? fields : fields && new URLSearchParams(fields);
    const init: RequestInit = { redirect: "manual", headers: headers() };
    const response = await fetch(site.url + path, body ? { ...init, method: "POST", body } : init);
    for (const one of response.headers.getSetCookie()) {
      if (one.startsWith("recherches=")) searches = `; ${one.split(";", 1)[0]}`;
      const value = decodeURIComponent(one.split(";", 1)[0]?.split("=", 2)[1] ?? "");
      if (one.startsWith("session=") && value) {
        cookie = one.split(";", 1)[0] ?? "";
        tokens.push(value, Buffer.from(value, "base64").toString("latin1").replaceAll('"', ""));
      }
    }
    return { status: response.status, html: await response.text(), location: response.headers.get("location") ?? "" };
  };

  const message = {
    nom: "Camille Fendant",
    email: "camille@exemple.ch",
    sujet: "Brisolée",
    message: "Rendez-vous au bisse",
  };
  const inscription = {
    nom: "Reynard",
    prenom: "Maxime",
    adresse: "Chemin Secret 4, 1965 Savièse",
    tel: "0791112233",
    dateAnniv: "2009-01-01",
    charte: "on",
    charteMineur: "on",
  };
  expect((await request("/contact", message)).status).toBe(200);
  expect((await request("/contact", { ...message, hp: "robot" })).status).toBe(200);
  expect((await request("/contact", { ...message, email: "camille" })).status).toBe(400);
  const papier = /\/autorisation\/([\w-]+)/.exec((await request("/inscription", inscription)).html)?.[1] ?? "";
  expect(papier).not.toBe("");
  expect((await request(`/autorisation/${papier}`)).status).toBe(200);
  expect((await request("/login", { username: EMAIL, password: "mauvais-mot" })).status).toBe(400);
  expect(
    (await request(`/login?suite=/inscriptions?filtre=mineur`, { username: EMAIL, password: PASSWORD })).status,
  ).toBe(302);
  const { location } = await request("/inscriptions", { intention: "search", q: "Reynard" });
  expect((await request(location)).html).toContain("Reynard");
  const invitation =
    /\/invitation\/([\w-]+)/.exec(
      (await request("/comptes", { intention: "invite", firstName: "Paul", email: "paul@exemple.ch" })).html,
    )?.[1] ?? "";
  expect(invitation).not.toBe("");
  const image = new FormData();
  for (const [nom, value] of Object.entries({ Prenom: "Zénobie", Nom: "Luyet", Poste: "Membre" }))
    image.append(nom, value);
  image.append("photo", new File(["pas une image"], "Zénobie Luyet.jpg"));
  expect((await request("/comite/create", image)).status).toBeGreaterThanOrEqual(400);
  expect((await request(`/comite/modify/LuyetMembre`)).status).toBe(404);
  expect((await request("/mot-de-passe", { current: PASSWORD, newPassword: NEW_PASSWORD })).status).toBe(302);
  expect((await request("/logout", {})).status).toBe(302);
  expect((await request(`/invitation/${invitation}`, { newPassword: NEW_PASSWORD })).status).toBe(302);
  expect((await request(`/%00/${invitation}/../${papier}`)).status).toBe(404);
  expect(await site.stop("SIGTERM")).toBe(0);

  const log = site.output();
  expect(log).toContain("honeypot");
  const secret = await secretOf(DATA_DIR);
  const forbidden = [
    ...[...Object.values(message), ...Object.values(inscription)].filter((text) => text.length > 2),
    EMAIL,
    "paul@exemple.ch",
    PASSWORD,
    "mauvais-mot",
    NEW_PASSWORD,
    "Zénobie",
    "Luyet",
    "203.0.113.77",
    papier,
    invitation,
    secret,
    ...tokens,
  ];
  for (const forbiddenText of forbidden) expect(log).not.toContain(forbiddenText);
  // All security events have the same message, by which they can be found.
  const security = log.split("\n").flatMap((line) => (line.includes('"msg":"security"') ? [JSON.parse(line)] : []));
  const [account] = security.flatMap(({ event, account }) => (event === "sign-in" ? [account] : []));
  expect(account).toMatch(/^[\w-]{20,}$/);
  expect(security.map(({ event, account: whose }) => `${event}${whose === account ? " mine" : ""}`)).toEqual([
    "sign-in-failed mine",
    "sign-in mine",
    "account-invited mine",
    "password-changed mine",
    "sign-out mine",
    "password-chosen",
  ]);
  for (const line of security) {
    expect(new Date(line.time).getTime()).toBeGreaterThan(0);
    const known = ["level", "time", "event", "account", "target", "what", "msg"];
    expect(Object.keys(line).filter((key) => !known.includes(key))).toEqual([]);
  }
  expect(statSync(join(DATA_DIR, "site.db")).mode & 0o777).toBe(0o600);
  expect(statSync(DATA_DIR).mode & 0o077).toBe(0);
  writeFigures("log", {
    promise: "The log contains no personal data",
    figures: `all routes at log level trace, searched for ${forbidden.length} names, addresses, tokens and secrets, none found`,
  });
});
