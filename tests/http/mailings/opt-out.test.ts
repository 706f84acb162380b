/** The opt-out as a mail program posts it, and as a person taps it. */
import { beforeEach, describe, expect, it } from "vitest";
import { FOREIGN_ORIGINS } from "#tests/http/requests-of-a-route.ts";
import { setUpSite } from "#tests/http/site.ts";
import { addZoe, BOB, expectSound, mainOf, PRIVATE_HEADERS, PRIVATE_VALUES } from "./a-mailing.ts";

const site = setUpSite({
  each: true,
  now: new Date("2027-06-01T10:00:00Z"),
  env: { PUBLIC_URL: "https://jeunesse.exemple.ch" },
});

let [zoe, page] = ["", ""];
beforeEach(async () => {
  zoe = await addZoe(site);
  page = `/ecrire/stop/${await site.services.optOuts.tokenOf(zoe)}`;
});

const isOptedOut = async (member = zoe) => (await site.services.optOuts.get(member)) !== null;
const visit = (path: string) => site.read(path, "");

const ONE_CLICK = "List-Unsubscribe=One-Click";
const URLENCODED = "application/x-www-form-urlencoded";
const BOUNDARY = "----=_Part_1094_1325684157.1748772000000";
const MULTIPART = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  "",
  "One-Click",
  `--${BOUNDARY}--`,
  "",
].join("\r\n");

/** What large providers send: no Origin, no cookie, no Accept-Language. */
const PROGRAMS: readonly (readonly [name: string, headers: Record<string, string>, body: string])[] = [
  [
    "Gmail",
    { "content-type": URLENCODED, "user-agent": "Mozilla/5.0 (compatible; Google-Gmail-Unsubscribe)" },
    ONE_CLICK,
  ],
  ["Yahoo", { "content-type": `${URLENCODED}; charset=utf-8`, accept: "*/*" }, ONE_CLICK],
  ["Outlook", { "content-type": `multipart/form-data; boundary="${BOUNDARY}"` }, MULTIPART],
  ["Apple", { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, "user-agent": "Mail/1" }, MULTIPART],
  ["a program with a line end", { "content-type": URLENCODED }, `${ONE_CLICK}\r\n`],
];

const post = (path: string, headers: Record<string, string>, body: string) =>
  site.request(path, {
    method: "POST",
    headers: { "content-length": String(Buffer.byteLength(body)), ...headers },
    body,
  });

describe("a mail program", () => {
  it.each(PROGRAMS)("opts out with one POST, and a second one changes nothing: %s", async (_, headers, body) => {
    for (let i = 0; i < 2; i++) {
      const answer = await post(page, headers, body);
      expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([200, null, []]);
      expect(await isOptedOut()).toBe(true);
    }
    expect(site.log).toEqual([]);
  });

  it.each(
    [...FOREIGN_ORIGINS, () => ({ referer: "https://mail.google.com/" })].map((of) =>
      of(site.config?.publicUrl ?? "https://jeunesse.exemple.ch"),
    ),
  )("opts out with the origin %j", async (headers) => {
    expect((await post(page, { "content-type": URLENCODED, ...headers }, ONE_CLICK)).status).toBe(200);
    expect(await isOptedOut()).toBe(true);
  });

  it("can never opt in again, whatever fields it adds", async () => {
    await site.services.optOuts.set(zoe, true, null);
    for (const field of ["intention=infos-on", "intention=back", "reprendre=1", "List-Unsubscribe=No"]) {
      await post(page, { "content-type": URLENCODED }, `${ONE_CLICK}&${field}`);
      await post(`${page}?${field}`, { "content-type": URLENCODED }, field);
    }
    expect(await isOptedOut()).toBe(true);
    const foreign = { "content-type": URLENCODED, origin: "https://evil.example" };
    expect((await post(`${page}/reprendre`, foreign, ONE_CLICK)).status).toBe(403);
    expect(await isOptedOut()).toBe(true);
  });

  it("needs the whole token of a present member", async () => {
    const other = await addZoe(site, { firstName: "Léa", email: "lea@exemple.ch" });
    const mac = page.slice(-22);
    const left = await addZoe(site, { firstName: "Marc", email: "m@exemple.ch", leftOn: "2027-01-01" });
    const optOuts = site.services.optOuts;
    const wrong = [
      page.slice(0, -1),
      `${page}a`,
      `/ecrire/stop/${other}${mac}`,
      `/ecrire/stop/${zoe}`,
      "/ecrire/stop/x",
      `/ecrire/stop/${"é".repeat(500)}`,
      `/ecrire/stop/${await site.services.memberLinks.tokenOf({ id: zoe, returnedOn: "" })}`,
      `/ecrire/stop/${await site.services.mailings.pageTokenOf(zoe)}`,
      `/ecrire/stop/${await optOuts.tokenOf(left)}`,
      `/ecrire/stop/${await optOuts.tokenOf("erased")}`,
    ];
    const texts = await Promise.all(
      wrong.map(async (path) => {
        const answers = [await visit(path), await visit(`${path}/reprendre`)];
        const posted = await post(path, { "content-type": URLENCODED }, ONE_CLICK);
        const again = await site.send(`${path}/reprendre`, {});
        const texts = [...answers.map(({ html }) => html), await posted.text()].map(mainOf);
        return [answers.map(({ status }) => status), posted.status, again.status, ...new Set(texts)].join(" ");
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^404,404 404 404 .*Ce lien ne marche pas, ou ne marche plus\./s);
    expect(await optOuts.list()).toEqual(new Set());
    expect(JSON.stringify([site.log, site.security])).not.toMatch(/ecrire|Zoé/);
  });

  it("of a body that is no form gets an error, and changes nothing", async () => {
    for (const [type, body] of [
      ["text/plain", ONE_CLICK],
      ["multipart/form-data", MULTIPART],
      ["multipart/form-data; boundary=x", "--x"],
      ["application/json", "{}"],
    ] as const)
      expect([400, 415]).toContain((await post(page, { "content-type": type }, body)).status);
    expect((await post(page, {}, "")).status).toBe(415);
    expect(await isOptedOut()).toBe(false);
  });

  it("of another site reaches no other address, in no other spelling", async () => {
    const foreign = { "content-type": URLENCODED, origin: "https://evil.example", cookie: await site.signIn() };
    for (const path of [`${page}.data`, `${page}/reprendre`, "/ecrire/stop", "/contact", `/registre/${zoe}`])
      expect([path, (await post(path, foreign, ONE_CLICK)).status]).toEqual([path, 403]);
    for (const path of [page.replace("ecrire", "ECRIRE"), `${page}/`, page.replace("/stop/", "//stop/")])
      expect([path, [308, 403]]).toEqual([
        path,
        expect.arrayContaining([(await post(path, foreign, ONE_CLICK)).status]),
      ]);
    expect(await isOptedOut()).toBe(false);
  });
});

describe("the page of the opt-out", () => {
  it("shows one button to everybody who opens it, names nobody and changes nothing", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { headers, status } = await site.request(page, { method });
      expect([status, ...PRIVATE_HEADERS.map((name) => headers.get(name))]).toEqual([200, ...PRIVATE_VALUES]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    const { html } = await visit(page);
    expect(html).not.toContain("__reactRouterContext");
    expect(html).not.toMatch(/Zoé|Dupont|zoe@|rel="canonical"|og:/);
    const main = mainOf(html);
    expect(main.match(/<button/g)).toHaveLength(1);
    expect(main).toContain("Ne plus recevoir les informations");
    expect(main).toContain("Les convocations, et les messages au sujet d’un événement où l’on vient aider");
    await expectSound(html);
    expect(await isOptedOut()).toBe(false);
  });

  it("says what it did, and another button takes it back, twice as once", async () => {
    const done = await site.send(page, {});
    const main = mainOf((await done.text()).replaceAll("<!-- -->", ""));
    expect([done.status, main]).toEqual([
      200,
      expect.stringContaining("n’arrivent plus depuis le 1er\u00a0juin\u00a02027"),
    ]);
    expect(main).not.toContain("Ne plus recevoir");
    expect(main.match(/<button/g)).toHaveLength(1);
    for (let i = 0; i < 2; i++) {
      const back = await site.send(`${page}/reprendre`, {});
      expect([back.status, back.headers.get("location"), await isOptedOut()]).toEqual([302, page, false]);
    }
    expect(mainOf((await visit(page)).html)).toContain("Ne plus recevoir les informations");
  });

  it("keeps a form whose answer failed as it was, and says so", async () => {
    site.services.optOuts.set = () => Promise.reject(new Error("down"));
    const failed = await site.send(page, {});
    expect([failed.status, await failed.text()]).toEqual([503, expect.stringContaining("Rien n’a été changé.")]);
    const again = await site.send(`${page}/reprendre`, {});
    expect([again.status, await again.text()]).toEqual([503, expect.stringContaining("Rien n’a été changé.")]);
  });

  it("is open to a hall behind one address", async () => {
    const statuses = [];
    for (let i = 0; i < 63; i++) statuses.push((await site.request(page, {}, "203.0.113.9")).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

it("the switch of the register records the member’s wish, with its day", async () => {
  const path = `/registre/${zoe}`;
  const cookie = await site.signIn();
  expect((await site.read(path, cookie)).html).toContain("Reçoit les informations");
  for (let i = 0; i < 2; i++) {
    expect((await site.send(path, { intention: "infos-off", id: zoe }, cookie)).status).toBe(302);
    expect(await isOptedOut()).toBe(true);
  }
  const { html } = await site.read(path, cookie);
  expect(html).toContain("Ne veut plus des informations depuis le 01.06.2027");
  await expectSound(html);
  await site.send(path, { intention: "infos-on", id: zoe }, cookie);
  expect(await isOptedOut()).toBe(false);
  await site.services.optOuts.set(zoe, true, BOB);
  expect((await site.send(path, { intention: "infos-on", id: zoe })).headers.get("location")).toMatch(/^\/login/);
  expect(await isOptedOut()).toBe(true);
});
