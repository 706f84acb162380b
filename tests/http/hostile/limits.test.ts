import { describe, expect, it } from "vitest";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { ADMIN, openSite, setUpSite } from "#tests/http/site.ts";

const TENT = "203.0.113.7";
const MESSAGE = { nom: "Camille Fendant", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour", hp: "" };
const INSCRIPTION = {
  nom: "Fendant",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "0791234567",
  dateAnniv: yearsBefore(dayInZurich(new Date()), 20),
  charte: "on",
};

const site = setUpSite({ env: { TRUST_PROXY: "1" }, each: true });

const countOf = async (type: "inscription" | "message") => (await site.services.inbox.count(type)).total;
const attempt = (password: string, address: string, email = ADMIN.email) =>
  site.send("/login", { username: email, password }, "", address);

describe("a whole tent on one address", () => {
  it("signs up sixty within an hour; the next one is told when to come back, with everything still in its field", async () => {
    for (let i = 0; i < 60; i++) {
      const response = await site.send("/inscription", { ...INSCRIPTION, prenom: `Camille ${i}` }, "", TENT);
      expect(response.status).toBe(200);
    }
    const refusal = await site.send("/inscription", { ...INSCRIPTION, prenom: "Maxime" }, "", TENT);
    const html = await refusal.text();
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(html).toMatch(/role="alert".*Trop d’envois depuis cette connexion\..*Réessayez dans 60 minutes/s);
    expect(html).toContain('value="Maxime"');
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(await countOf("inscription")).toBe(60);

    expect((await site.send("/contact", MESSAGE, "", TENT)).status).toBe(200);
    expect((await site.send("/inscription", { ...INSCRIPTION, prenom: "Maxime" }, "", "198.51.100.1")).status).toBe(
      200,
    );
  });

  it("may correct itself as often as it needs: what is refused is not counted", async () => {
    for (let i = 0; i < 100; i++)
      expect((await site.send("/contact", { ...MESSAGE, email: "camille" }, "", TENT)).status).toBe(400);
    expect((await site.send("/contact", MESSAGE, "", TENT)).status).toBe(200);
  });

  it("is not a tent of its own for each address that a robot invents", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      const headers = { origin: site.config.publicUrl, "x-forwarded-for": `10.0.0.${i}, ${TENT}` };
      const body = new URLSearchParams({ ...MESSAGE, sujet: `Brisolée ${i}` });
      statuses.push((await site.request("/contact", { method: "POST", body, headers }, "127.0.0.1")).status);
    }
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429]);
  });

  it("tells a browser with script the same, as data", async () => {
    const submission = () => site.send("/contact.data", { ...MESSAGE, sujet: String(Math.random()) }, "", TENT);
    for (let i = 0; i < 60; i++) expect((await submission()).status).toBe(200);
    const refusal = await submission();
    expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await refusal.text()).toContain("dans 60 minutes");
  });
});

describe("guessing the committee's password", () => {
  /** @returns the address of one of many machines */
  const machine = (i: number) => `198.51.${i >> 8}.${i & 255}`;

  it("is stopped in the same words whether the account exists, without a hash, and is in no log", async () => {
    const responses: string[] = [];
    let logins = 0;
    site.services.auth.signIn = async () => {
      logins++;
      return null;
    };
    for (const email of [ADMIN.email, "personne@exemple.ch"]) {
      for (let i = 0; i < 100; i++) expect((await attempt("faux", machine(i), email)).status).toBe(400);
      const refusal = await attempt("faux", "192.0.2.1", email);
      expect([refusal.status, Number(refusal.headers.get("retry-after")) > 3000]).toEqual([429, true]);
      responses.push((await refusal.text()).replaceAll(email, "…"));
    }
    const anonymise = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(/dans \d+ minutes/g, "");
    expect(anonymise(responses[0] ?? "")).toBe(anonymise(responses[1] ?? "-"));
    expect(responses[0]).toMatch(
      /role="alert".*Trop d’essais\..*Réessayez dans \d\d minutes\..*Un lien d’une autre personne du comité/s,
    );
    expect(responses[0]).not.toContain("Mot de passe incorrect");
    expect(logins).toBe(200);
    expect(JSON.stringify(site.log)).not.toMatch(/192\.0\.2|198\.51|exemple\.ch/);
  });

  it("from many addresses keeps nobody out who signed in from theirs before, or has the site open there", async () => {
    expect((await attempt(ADMIN.password, "192.0.2.1")).status).toBe(302);
    const cookie = await site.signIn();
    const { signIn } = site.services.auth;
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 101; i++) await attempt("faux", machine(i));
    site.services.auth.signIn = signIn;
    for (const address of ["192.0.2.2", "192.0.2.3"]) expect((await attempt(ADMIN.password, address)).status).toBe(429);
    expect((await attempt(ADMIN.password, "192.0.2.1")).status).toBe(302);
    expect((await site.request("/comptes", { headers: { cookie } }, "192.0.2.2")).status).toBe(200);
    expect((await attempt(ADMIN.password, "192.0.2.2")).status).toBe(302);
    expect((await attempt(ADMIN.password, "192.0.2.3")).status).toBe(429);
  });

  it("keeps nobody out who has a link to a password, and who came by it is known from then on", async () => {
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 101; i++) await attempt("faux", machine(i), "paul@exemple.ch");
    expect((await attempt("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(429);
    const link = await site.services.auth.invite("paul@exemple.ch");
    const entry = await site.send(
      `/invitation/${link?.token}`,
      { newPassword: "brisolée-au-feu-1965" },
      "",
      "192.0.2.4",
    );
    expect(entry.status).toBe(302);
    const cookie = entry.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    await site.request("/planning", { headers: { cookie } }, "192.0.2.4");
    expect((await attempt("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(400);
  });

  it("all at the same moment is heard no more often than one after the other", async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => attempt("faux", TENT)));
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  it("is not what a refused new password is, however often: none is tried then", async () => {
    const cookie = await site.signIn();
    let tried = 0;
    const { changePassword } = site.services.auth;
    site.services.auth.changePassword = (...change) => {
      tried++;
      return changePassword(...change);
    };
    const change = (newPassword: string) => site.send("/mot-de-passe", { current: "faux", newPassword }, cookie);
    for (const newPassword of ["abcde", "123456789", "x".repeat(129), "a\u0000bcdefgh", ""])
      for (let i = 0; i < 5; i++) expect((await change(newPassword)).status).toBe(400);
    expect(tried).toBe(0);
    const response = await site.send(
      "/mot-de-passe",
      { current: ADMIN.password, newPassword: "brisolée-au-feu-1965" },
      cookie,
    );
    expect([response.status, tried]).toEqual([302, 1]);
  });

  it("at a telephone that was left lying signed in ends after 10 tries", async () => {
    const cookie = await site.signIn();
    const change = (current: string) =>
      site.send("/mot-de-passe", { current, newPassword: "brisolée-au-feu-1965" }, cookie);
    for (let i = 0; i < 10; i++) expect((await change(`faux ${i}`)).status).toBe(400);
    const refusal = await change(ADMIN.password);
    expect(refusal.status).toBe(429);
    expect(await refusal.text()).toContain("Trop d’essais.");
  });
});

describe("what is made anew for each request", () => {
  it("is made 120 times a minute for one address, then it has to wait; pages go on", async () => {
    for (let i = 0; i < 120; i++) expect((await site.request("/invitation/x", {}, TENT)).status).toBe(410);
    const refusal = await site.request("/invitation/y", {}, TENT);
    expect([refusal.status, Number(refusal.headers.get("retry-after")) <= 60]).toEqual([429, true]);
    for (const path of ["/autorisation.pdf", "/autorisation/x", "/inscriptions.csv", "/inscriptions?recherche=a"])
      expect((await site.request(path, {}, TENT)).status).toBe(429);
    expect((await site.request("/", {}, TENT)).status).toBe(200);
    expect((await site.request("/autorisation.pdf", {}, "198.51.100.1")).status).toBe(200);
  });

  it("is made 480 times a minute for a whole IPv6 network", async () => {
    const statuses = [];
    for (let i = 0; i < 481; i++) {
      const address = `2001:db8:7:${((i % 256) * 256).toString(16)}::1`;
      statuses.push((await site.request("/qr-facture/x.pdf", {}, address)).status);
    }
    expect([statuses.slice(0, 480).every((status) => status === 404), statuses[480]]).toEqual([true, 429]);
  });
});

describe("pictures", () => {
  it("that are too many are refused beside their field, with what was typed", async () => {
    const cookie = await site.signIn();
    const create = () =>
      site.upload(
        "/evenement/create",
        { Nom: "Bal", mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", image: new File(["x"], "x.png") },
        cookie,
        TENT,
      );
    for (let i = 0; i < 120; i++) expect((await create()).status).toBe(415);
    const refusal = await create();
    const html = await refusal.text();
    expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(html).toContain("Trop d’images d’affilée depuis cette connexion.");
    expect(html).toContain('value="Bal"');
  });

  it("are not even read from somebody who is not signed in", async () => {
    let stored = 0;
    const body = new ReadableStream({
      pull(output) {
        stored++;
        output.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      body,
      duplex: "half",
      headers: {
        origin: site.config.publicUrl,
        cookie: "session=invente",
        "content-type": "multipart/form-data; boundary=x",
      },
    };
    expect((await site.request("/evenement/create", init)).status).toBe(302);
    expect(stored).toBeLessThanOrEqual(1);
  });
});

describe("a session", () => {
  const cookiesFor = (response: Response) => response.headers.getSetCookie();
  const sessionOf = (response: Response) => cookiesFor(response).find((c) => c.includes("session=")) ?? "";
  const tokenOf = (response: Response) => sessionOf(response).split(";", 1)[0] ?? "";
  const enter = (cookie = "") => site.send("/login", { username: ADMIN.email, password: ADMIN.password }, cookie);
  const opens = async (cookie: string) => (await site.request("/comptes", { headers: { cookie } })).status === 200;

  it("that was planted in a browser is not the one that signing in opens", async () => {
    for (const planted of ["session=plante", `session=${"A".repeat(43)}`, "session=ImFiYyI%3D"]) {
      const token = tokenOf(await enter(planted));
      expect(token).not.toBe(planted);
      expect([await opens(planted), await opens(token)]).toEqual([false, true]);
    }
  });

  it("ends when the same browser signs in again", async () => {
    const old = tokenOf(await enter());
    const following = tokenOf(await enter(old));
    expect(following).not.toBe(old);
    expect([await opens(old), await opens(following)]).toEqual([false, true]);
  });

  it("is in a cookie that ends with it, for the whole site and out of reach of script", async () => {
    expect(sessionOf(await enter())).toMatch(/^session=[^;]+; Max-Age=7776000; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  it("has a name on https that a browser takes from nobody else, and no other name works", async () => {
    const online = await openSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
    const entry = await online.send("/login", { username: ADMIN.email, password: ADMIN.password });
    for (const cookie of cookiesFor(entry)) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; Path=\/;.*; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
    const cookie = tokenOf(entry);
    const request = async (c: string) => (await online.request("/comptes", { headers: { cookie: c } })).status;
    expect([await request(cookie), await request(cookie.replace("__Host-", ""))]).toEqual([200, 302]);
    expect(await (await online.request("/comite", { headers: { cookie } })).text()).toContain("Ajouter un membre");
    await online.close();
  });

  it("tells nothing about its owner, and a visitor's page nothing about the committee", async () => {
    const token = decodeURIComponent(tokenOf(await enter()).replace("session=", ""));
    const plain = Buffer.from(token, "base64").toString("latin1");
    for (const secret of ["comite", "exemple", ADMIN.password]) expect(token + plain).not.toContain(secret);
    for (const path of ["/", "/comite", "/planning", "/contact", "/login", "/nulle-part"]) {
      const html = await (await site.request(path)).text();
      expect(html).not.toContain(ADMIN.email);
      expect(html).not.toContain(token);
    }
  });
});

describe("forms that cannot be read", () => {
  const multipart = (address: string, type: string, body = "--x\r\nno form", cookie = "") => {
    const headers = { origin: site.config.publicUrl, "content-type": type, cookie };
    return site.request("/contact", { method: "POST", body, headers }, address);
  };
  const LONG = `multipart/form-data; boundary=${"x".repeat(71)}`;
  const BROKEN = "multipart/form-data; boundary=x";

  it.each([
    ["a boundary of 71 characters", LONG],
    ["a part that breaks off", BROKEN],
    ["no boundary", "multipart/form-data"],
    ["two boundaries", "multipart/form-data; boundary=x; boundary=x"],
  ])(
    "with %s count against the address; the forms of others there go on, and so does the committee",
    async (_what, type) => {
      for (let i = 0; i < 120; i++) expect((await multipart(TENT, type)).status).toBe(400);
      for (const each of [LONG, BROKEN]) {
        const refusal = await multipart(TENT, each);
        expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
      }
      expect((await multipart("198.51.100.1", type)).status).toBe(400);
      expect((await site.send("/contact", MESSAGE, "", TENT)).status).toBe(200);
      expect((await attempt(ADMIN.password, TENT)).status).toBe(302);
      const cookie = await site.signIn();
      const fields = { Prenom: "Zoé", Nom: "Dupont", Poste: "Membre" };
      expect((await site.upload("/comite/create", fields, cookie, TENT)).status).toBe(302);
    },
  );

  it("are refused before they are read where their boundary is no boundary", async () => {
    let read = 0;
    const body = new ReadableStream({
      pull(out) {
        read++;
        out.enqueue(new Uint8Array(1024));
      },
    });
    const headers = { origin: site.config.publicUrl, "content-type": LONG };
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half", headers };
    expect((await site.request("/contact", init)).status).toBe(400);
    expect(read).toBeLessThan(2);
  });
});
