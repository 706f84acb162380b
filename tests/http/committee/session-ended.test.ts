/** Sessions that end, or cards that are deleted, while a form of the committee is filled in. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { saveSettings, setUpSite } from "#tests/http/site.ts";

const EVENT = { Nom: "Fête au lac", mois: "08", annee: "2025", Lieu: "Géronde", AfterMovie: "", hp: "" };
const MEMBER = { Prenom: "Agathe", Nom: "Arvine", Poste: "Caissier", hp: "" };
/** Larger than the limit for forms of visitors. */
const PHOTO = () => new File([Buffer.alloc(3_000_000, 0xff)], "photo.jpg", { type: "image/jpeg" });

const site = setUpSite();
/** Cookie of an ended session. */
let ended: string;
beforeAll(async () => {
  ended = await site.signIn();
  await site.send("/logout", {}, ended);
});
afterEach(() => expect(site.log).toEqual([]));

/** What a browser keeps after a sign-out. */
async function browserCookie(): Promise<string> {
  const response = await site.send("/login", { username: "comite@exemple.ch", password: "raclette-1965" });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("navigateur="));
  return cookie?.split(";", 1)[0] ?? "";
}

const locationOf = (response: Response) => response.headers.get("location");

describe("a form that is submitted after its session has ended", () => {
  it.each([
    ["/comite/create", MEMBER, "photo"],
    ["/evenement/create", EVENT, "image"],
  ])("%s is shown again with all typed values, also with a large picture", async (path, fields, picture) => {
    const response = await site.upload(path, { ...fields, [picture]: PHOTO() }, ended);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/<dialog[^>]* open=""[^>]*>.*Vous n’êtes plus connecté·e/s);
    for (const typed of [fields.Nom, "Lieu" in fields ? fields.Lieu : fields.Prenom])
      expect(html).toContain(`value="${typed}"`);
    expect(html).toContain("Choisissez le fichier encore une fois.");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await site.services.committee.list()).toEqual([]);
    expect(await site.services.events.list()).toEqual([]);
  });

  it("is shown again with the submitted values and version, and without stored values", async () => {
    const stored = { firstName: "Secret", lastName: "Gardé", role: "Membre", displayedRole: "" };
    await site.services.committee.create("GardeMembre", stored);
    const sent = { ...MEMBER, version: "v-1" };
    const html = await (await site.send("/comite/modify/GardeMembre", sent, ended)).text();
    expect(html).toContain('value="Agathe"');
    expect(html).toMatch(/name="version" value="v-1"|value="v-1" name="version"/);
    expect(html).not.toContain("Secret");
    const event = await site.send("/evenement/modify/Rien", { ...EVENT, version: "v-2" }, ended);
    expect(event.status).toBe(401);
    expect(await event.text()).toContain('value="Géronde"');
    await moveCard(site.services.committee, "GardeMembre");
  });

  it.each([
    ["/comite/modify/Parti", MEMBER, "Agathe"],
    ["/evenement/modify/Rien", EVENT, "Géronde"],
    ["/evenement/modify/Rien/coups-de-main/creneau", { post: "Bar" }, "Bar"],
    ["/dossiers/association/lignes/Rien", { what: "Caisses" }, "Caisses"],
    ["/evenement/modify/Rien/dossier/resultat", { intention: "correct", line: "DJ −500" }, "DJ −500"],
  ])("is shown again with the submitted values if %s was deleted meanwhile", async (path, fields, typed) => {
    const cookie = await site.signIn();
    const answer = await site.send(path, { ...fields, version: "v-1" }, cookie);
    const html = await answer.text();
    expect([answer.status, html.includes(`value="${typed}"`)]).toEqual([409, true]);
    expect(html).toContain("Vos textes sont restés dans les champs");
    expect((await site.get(path, cookie)).status).toBe(404);
  });

  it("of the settings shows the submitted values and version, and nothing stored", async () => {
    await saveSettings(site, { place: "Gardé" });
    const typed = { place: "Chandolin", planningYear: "2030", version: "v-3" };
    const response = await site.send("/reglages", typed, ended);
    const html = await response.text();
    expect(response.status).toBe(401);
    for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(/<dialog[^>]* open=""[^>]*>.*Vous n’êtes plus connecté·e/s);
    expect(html).not.toMatch(/value="Gardé"|href="\/textes\//);
    expect((await site.services.settings.get()).place).toBe("Gardé");
    expect((await site.send("/reglages", { what: "test" }, ended)).status).toBe(401);
  });

  it("is shown again, too, if the browser had a session and its cookie is gone", async () => {
    const response = await site.send("/comite/create", MEMBER, await browserCookie());
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('value="Agathe"');
  });

  it("redirects to the login without an earlier session, and for short forms", async () => {
    const visitor = await site.upload("/comite/create", MEMBER, "");
    expect(locationOf(visitor)).toBe("/login?suite=%2Fcomite%2Fcreate");
    for (const [path, fields] of [
      ["/inscriptions", { intention: "handle", id: "x" }],
      ["/comptes", { intention: "invite", email: "anne@exemple.ch" }],
    ] as const)
      expect(locationOf(await site.send(path, fields, ended))).toBe(`/login?suite=${encodeURIComponent(path)}`);
  });
});

describe("the login", () => {
  it("says that the session has ended only to a browser that had one", async () => {
    const form = await site.get("/comite/create", ended);
    expect(locationOf(form)).toBe("/login?suite=%2Fcomite%2Fcreate");
    for (const cookie of [ended, ""])
      expect((await site.html("/login?suite=/comite/create", cookie)).includes("Vous n’êtes plus connecté·e")).toBe(
        cookie === ended,
      );
  });

  it("says after a sign-out that the session has ended only if a page of the committee was requested", async () => {
    const cookie = await browserCookie();
    for (const path of ["/login?suite=/comite/create", "/login"])
      expect((await site.html(path, cookie)).includes("Vous n’êtes plus connecté·e")).toBe(path !== "/login");
  });

  it("opens a session for a form that stays on its page, by the same rules", async () => {
    const tryTo = (password: string) =>
      site.send("/login", { username: "comite@exemple.ch", password, stay: "1" }, ended);
    const refused = await tryTo("faux-mot");
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("L’adresse et le mot de passe ne vont pas ensemble.");
    const open = await tryTo("raclette-1965");
    expect([open.status, locationOf(open)]).toEqual([200, null]);
    expect(open.headers.getSetCookie().join()).toMatch(/^session=[^;]+; .*HttpOnly/);
  });
});

describe("a browser that refuses the session's cookie", () => {
  const NEEDS_COOKIE = "ce site a besoin d’un cookie";
  const enter = async () => {
    const typed = { username: "comite@exemple.ch", password: "raclette-1965" };
    const response = await site.send("/login?suite=/registre?page=2", typed);
    return { address: locationOf(response) ?? "", cookies: response.headers.getSetCookie() };
  };
  const cookieOf = (cookies: readonly string[]) => cookies.map((one) => one.split(";", 1)[0]).join("; ");

  it("shows after a sign-in the sentence that the site needs the cookie", async () => {
    const { address } = await enter();
    expect(await site.html(address, "")).toContain(NEEDS_COOKIE);
    const wrong = await site.send(address, { username: "comite@exemple.ch", password: "faux" });
    expect(await wrong.text()).not.toContain(NEEDS_COOKIE);
  });

  it("is not confused with a browser that keeps the cookie, and whose session has ended since", async () => {
    const { address, cookies } = await enter();
    expect(locationOf(await site.get(address, cookieOf(cookies)))).toBe("/registre?page=2");
    await site.send("/logout", {}, cookieOf(cookies));
    for (const cookie of [cookieOf(cookies), await browserCookie()])
      expect(await site.html(address, cookie)).not.toContain(NEEDS_COOKIE);
  });

  it("gets no cookie and no sentence before the sign-in", async () => {
    for (const path of ["/login", "/login?suite=/registre"]) {
      const response = await site.get(path, "");
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toContain(NEEDS_COOKIE);
    }
  });
});
