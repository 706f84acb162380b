import { describe, expect, it, vi } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { ADMIN, cookieIn, endlessForm, openSite, setUpSite } from "#tests/http/site.ts";
import { formOf } from "./long-forms.ts";

const TENT = "203.0.113.7";
const NEW_PASSWORD = "brisolée-au-feu-1965";
const MESSAGE = formOf("/contact");
const INSCRIPTION = formOf("/inscription");
const LONG = `multipart/form-data; boundary=${"x".repeat(71)}`;
const BROKEN = "multipart/form-data; boundary=x";

const site = setUpSite({ env: { TRUST_PROXY: "1" }, each: true });

type Limiter = ReturnType<typeof site.limiter>;
/** Counts attempts without sending requests: tests/server/http/rate-limit.test.ts tests the counting itself. */
function count(times: number, take: (limiter: Limiter) => unknown, addressOf: (i: number) => string = () => TENT) {
  for (let i = 0; i < times; i++) take(site.limiter(addressOf(i)));
}

const countOf = async (type: "inscription" | "message") => (await site.services.inbox.count(type)).total;
const attempt = (password: string, address: string, email = ADMIN.email) =>
  site.send("/login", { username: email, password }, "", address);

describe("many guests on one IP address", () => {
  it("may send sixty forms within an hour, refused ones not counted; the next form is refused with its content", async () => {
    count(59, (limiter) => limiter.attempt("inscription"));
    for (let i = 0; i < 3; i++)
      expect((await site.send("/inscription", { ...INSCRIPTION, tel: "1" }, "", TENT)).status).toBe(400);
    expect((await site.send("/inscription", { ...INSCRIPTION, prenom: "Camille" }, "", TENT)).status).toBe(200);
    for (const path of ["/inscription", "/inscription.data"]) {
      const refusal = await site.send(path, { ...INSCRIPTION, prenom: "Maxime" }, "", TENT);
      const html = await refusal.text();
      expect([refusal.status, Number(refusal.headers.get("retry-after")) > 3000]).toEqual([429, true]);
      for (const text of ["dans 60 minutes", "Maxime"]) expect(html).toContain(text);
      if (path === "/inscription") expect(html).toMatch(/role="alert".*Trop d’envois depuis cette connexion\./s);
      expect(html).not.toMatch(/<dialog[^>]* open/);
    }
    expect(await countOf("inscription")).toBe(1);
    expect((await site.send("/contact", MESSAGE, "", TENT)).status).toBe(200);
    expect((await site.send("/inscription", INSCRIPTION, "", "198.51.100.1")).status).toBe(200);
  });

  it("are counted by the address that the proxy adds, not by addresses that a robot invents", async () => {
    count(59, (limiter) => limiter.attempt("contact"));
    const statuses: number[] = [];
    for (let i = 0; i < 2; i++) {
      const headers = { origin: site.config.publicUrl, "x-forwarded-for": `10.0.0.${i}, ${TENT}` };
      const body = new URLSearchParams({ ...MESSAGE, sujet: `Brisolée ${i}` });
      statuses.push((await site.request("/contact", { method: "POST", body, headers }, "127.0.0.1")).status);
    }
    expect(statuses).toEqual([200, 429]);
  });
});

describe("guessing the committee's password", () => {
  /** @returns the address of one of many machines */
  const machine = (i: number) => `198.51.${i >> 8}.${i & 255}`;
  const guess = (times: number, email = ADMIN.email) => count(times, (limiter) => limiter.login(email), machine);

  it("is refused in the same words whether the account exists, without a hash or a line in the log", async () => {
    const responses: string[] = [];
    const signIn = vi.spyOn(site.services.auth, "signIn").mockResolvedValue(null);
    for (const email of [ADMIN.email, "personne@exemple.ch"]) {
      guess(99, email);
      expect((await attempt("faux", machine(99), email)).status).toBe(400);
      const refusal = await attempt("faux", "192.0.2.1", email);
      expect([refusal.status, Number(refusal.headers.get("retry-after")) > 3000]).toEqual([429, true]);
      const html = (await refusal.text()).replaceAll(email, "…");
      responses.push(html.replaceAll(/nonce="[^"]*"|dans \d+ minutes/g, ""));
      expect(html).toMatch(
        /role="alert".*Trop d’essais\..*Réessayez dans \d\d minutes\..*Un lien d’une autre personne du comité/s,
      );
      expect(html).not.toContain("Mot de passe incorrect");
    }
    expect(responses[0]).toBe(responses[1]);
    expect(signIn).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(site.log)).not.toMatch(/192\.0\.2|198\.51|exemple\.ch/);
  });

  it("from many addresses does not lock out an address from which the account signed in before, or has a session", async () => {
    expect((await attempt(ADMIN.password, "192.0.2.1")).status).toBe(302);
    const cookie = await site.signIn();
    guess(101);
    for (const address of ["192.0.2.2", "192.0.2.3"]) expect((await attempt(ADMIN.password, address)).status).toBe(429);
    expect((await attempt(ADMIN.password, "192.0.2.1")).status).toBe(302);
    expect((await site.request("/comptes", { headers: { cookie } }, "192.0.2.2")).status).toBe(200);
    expect((await attempt(ADMIN.password, "192.0.2.2")).status).toBe(302);
    expect((await attempt(ADMIN.password, "192.0.2.3")).status).toBe(429);
  });

  it("does not lock out an invited person; the address of an accepted invitation is known from then on", async () => {
    site.services.auth.signIn = async () => null;
    guess(101, "paul@exemple.ch");
    expect((await attempt("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(429);
    const link = await site.services.auth.invite("paul@exemple.ch");
    const entry = await site.send(`/invitation/${link?.token}`, { newPassword: NEW_PASSWORD }, "", "192.0.2.4");
    expect(entry.status).toBe(302);
    await site.request("/planning", { headers: { cookie: cookieIn(entry) } }, "192.0.2.4");
    expect((await attempt("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(400);
  });

  it("does not count a form with an invalid new password, because the current password is not checked", async () => {
    const cookie = await site.signIn();
    const checked = vi.spyOn(site.services.auth, "changePassword");
    const change = async (newPassword: string, current = "faux") =>
      (await site.send("/mot-de-passe", { current, newPassword }, cookie)).status;
    const invalid = ["abcde", "123456789", "x".repeat(129), "a\u0000bcdefgh", ""];
    // More than the ten attempts of a session.
    for (const newPassword of [...invalid, ...invalid, ...invalid]) expect(await change(newPassword)).toBe(400);
    expect(checked).not.toHaveBeenCalled();
    expect(await change(NEW_PASSWORD, ADMIN.password)).toBe(302);
  });
});

describe("expensive responses", () => {
  it("are made 120 times a minute for one address; pages have no such limit", async () => {
    count(119, (limiter) => limiter.costly());
    expect((await site.request("/invitation/x", {}, TENT)).status).toBe(410);
    const refusal = await site.request("/invitation/y", {}, TENT);
    expect([refusal.status, Number(refusal.headers.get("retry-after")) <= 60]).toEqual([429, true]);
    expect(refusal.headers.get("referrer-policy")).toBe("no-referrer");
    for (const path of ["/autorisation.pdf", "/autorisation/x", "/inscriptions.csv", "/inscriptions?recherche=a"])
      expect((await site.request(path, {}, TENT)).status).toBe(429);
    expect((await site.request("/", {}, TENT)).status).toBe(200);
    expect((await site.request("/autorisation.pdf", {}, "198.51.100.1")).status).toBe(200);
  });

  it("are made 480 times a minute for a whole IPv6 network", async () => {
    const addressOf = (i: number) => `2001:db8:7:${((i % 256) * 256).toString(16)}::1`;
    count(479, (limiter) => limiter.costly(), addressOf);
    const statuses = [];
    for (const i of [479, 480]) statuses.push((await site.request("/qr-facture/x.pdf", {}, addressOf(i))).status);
    expect(statuses).toEqual([404, 429]);
  });
});

describe("pictures", () => {
  it("above the limit are refused beside their field on each form, which keeps its content", async () => {
    const cookie = await site.signIn();
    await site.services.events.create("Bal0825", anEvent());
    const { version = "" } = (await site.services.events.get("Bal0825")) ?? {};
    const image = new File(["x"], "x.png");
    const create = () => site.upload("/evenement/create", { ...formOf("/evenement/create"), image }, cookie, TENT);
    count(119, (limiter) => limiter.attempt("image"));
    expect((await create()).status).toBe(415);
    const refusal = await create();
    const html = await refusal.text();
    expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(html).toContain("Trop d’images d’affilée depuis cette connexion.");
    expect(html).toContain('value="Bal"');
    const change = { intention: "save", version, focusX: "5", focusY: "5", image };
    expect((await site.upload("/evenement/modify/Bal0825/affiche", change, cookie, TENT)).status).toBe(429);
  });

  it("are not read without a session, and no form with an invalid boundary", async () => {
    const origin = site.config.publicUrl;
    for (const [path, headers, status] of [
      ["/evenement/create", { cookie: "session=invente", "content-type": BROKEN }, 302],
      ["/contact", { "content-type": LONG }, 400],
    ] as const) {
      const { init, read } = endlessForm({ origin, ...headers });
      expect((await site.request(path, init)).status).toBe(status);
      expect(read()).toBeLessThanOrEqual(1);
    }
  });
});

describe("a session", () => {
  const enter = (cookie = "") => site.send("/login", { username: ADMIN.email, password: ADMIN.password }, cookie);
  const opens = async (cookie: string) => (await site.request("/comptes", { headers: { cookie } })).status === 200;

  it("gets a new identifier at sign-in, whatever cookie the browser had, and ends the former one", async () => {
    const old = cookieIn(await enter());
    for (const planted of [old, "session=plante", `session=${"A".repeat(43)}`, "session=ImFiYyI%3D"]) {
      const answer = await enter(planted);
      const token = cookieIn(answer);
      expect(token).not.toBe(planted);
      const plain = Buffer.from(decodeURIComponent(token.replace("session=", "")), "base64").toString("latin1");
      for (const secret of ["comite", "exemple", ADMIN.password]) expect(token + plain).not.toContain(secret);
      expect([await opens(planted), await opens(token)]).toEqual([false, true]);
      const attributes = /^session=[^;]+; Max-Age=7776000; Path=\/; .*HttpOnly; SameSite=Lax$/;
      expect(answer.headers.getSetCookie()[0]).toMatch(attributes);
    }
  });

  it("has a __Host- cookie on https, and works under no other name", async () => {
    const online = await openSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
    const entry = await online.send("/login", { username: ADMIN.email, password: ADMIN.password });
    for (const cookie of entry.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; Path=\/;.*; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
    const cookie = cookieIn(entry);
    const request = async (c: string) => (await online.request("/comptes", { headers: { cookie: c } })).status;
    expect([await request(cookie), await request(cookie.replace("__Host-", ""))]).toEqual([200, 302]);
    expect(await (await online.request("/comite", { headers: { cookie } })).text()).toContain("Ajouter un membre");
    await online.close();
  });
});

describe("forms that cannot be read", () => {
  const multipart = (address: string, type: string, body = "--x\r\nno form", cookie = "") => {
    const headers = { origin: site.config.publicUrl, "content-type": type, cookie };
    return site.request("/contact", { method: "POST", body, headers }, address);
  };

  it("count against the address; valid forms of that address, also the committee's, are not affected", async () => {
    const types = [LONG, BROKEN, "multipart/form-data", "multipart/form-data; boundary=x; boundary=x"];
    count(116, (limiter) => limiter.malformed());
    for (const type of types) expect((await multipart(TENT, type)).status).toBe(400);
    for (const type of types) {
      const refusal = await multipart(TENT, type);
      expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect((await multipart("198.51.100.1", type)).status).toBe(400);
    }
    expect((await site.send("/contact", MESSAGE, "", TENT)).status).toBe(200);
    expect((await attempt(ADMIN.password, TENT)).status).toBe(302);
    const cookie = await site.signIn();
    const fields = { Prenom: "Zoé", Nom: "Dupont", Poste: "Membre" };
    expect((await site.upload("/comite/create", fields, cookie, TENT)).status).toBe(302);
  });
});
