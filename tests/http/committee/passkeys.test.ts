/** Requirements, log lines and sentences of the routes for passkeys. */
import { beforeEach, describe, expect, it } from "vitest";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { ADMIN, cookieIn, setUpSite } from "#tests/http/site.ts";

const ORIGIN = "http://localhost:3000";
const HOME = "203.0.113.7";
const MINUTE_MS = 60_000;

const site = setUpSite();
let later = 0;
let me = "";
const key = createKey(ORIGIN);
beforeEach(async () => {
  later = 0;
  Object.assign(site.services.clock, { now: () => new Date(Date.now() + later) });
  site.cookie = await site.signIn();
  me = (await site.services.auth.findAccountId(ADMIN.email)) ?? "";
  site.security.length = 0;
});

const ask = (fields: Record<string, string>, cookie = "") => site.send("/cle", fields, cookie);
const options = async (purpose: string, cookie = "") => (await ask({ purpose }, cookie)).json();
const enter = async (made: object, address?: string) =>
  site.send("/login", { passkey: JSON.stringify(made) }, "", address);
const events = () => site.security.splice(0).map(([event, account, more]) => [event, account === me, more?.what]);

async function addKey() {
  const passkey = JSON.stringify(key.make(await options("add", site.cookie)));
  return site.send("/comptes", { intention: "add-passkey", passkey }, site.cookie);
}

describe("the options of a ceremony", () => {
  it("for a sign-in are public, require the verification of the person, and name no account", async () => {
    const { challenge, ...rest } = await options("sign-in");
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(rest).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(rest).not.toHaveProperty("allowCredentials");
    expect((await ask({ purpose: "sign-in" })).headers.get("set-cookie")).toBeNull();
  });

  it("for other purposes require a session, a recent confirmation, or a link", async () => {
    for (const [purpose, token] of [["add"], ["confirm"], ["join", "x"], [""]] as const)
      expect((await ask({ purpose, token: token ?? "" })).status).toBe(403);
    expect(await options("add", site.cookie)).toMatchObject({
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    later = 15 * MINUTE_MS;
    expect((await ask({ purpose: "add" }, site.cookie)).status).toBe(403);
    expect((await ask({ purpose: "confirm" }, site.cookie)).status).toBe(200);
    const link = await site.services.auth.invite("paul@exemple.ch");
    expect((await ask({ purpose: "join", token: link?.token ?? "" })).status).toBe(200);
  });
});

it("a passkey is added only after a recent confirmation, and can confirm later actions", async () => {
  const passkey = JSON.stringify(key.make(await options("add", site.cookie)));
  later = 15 * MINUTE_MS;
  const asked = await site.send("/comptes", { intention: "add-passkey", passkey }, site.cookie);
  expect(asked.status).toBe(400);
  expect(await asked.text()).toContain("Confirmez avec votre mot de passe");
  later = 0;
  expect((await addKey()).headers.get("location")).toBe("/comptes#cles");
  later = 15 * MINUTE_MS;
  for (const [odd, status] of [
    [{ userVerified: false }, 400],
    [{}, 302],
  ] as const) {
    const confirmation = JSON.stringify(key.use(await options("confirm", site.cookie), me, odd));
    expect((await site.send("/comptes", { intention: "confirm-passkey", confirmation }, site.cookie)).status).toBe(
      status,
    );
  }
  expect(events()).toEqual([
    ["passkey-added", true, undefined],
    ["password-failed", true, undefined],
    ["password-confirmed", true, "passkey"],
  ]);
});

it("an account without a password is asked for its passkey, without an error about a refused passkey", async () => {
  const link = await site.services.auth.invite("zoe@exemple.ch");
  const join = key.make(await (await ask({ purpose: "join", token: link?.token ?? "" })).json());
  const path = `/invitation/${link?.token}`;
  const cookie = cookieIn(await site.send(path, { passkey: JSON.stringify(join) }));
  later = 15 * MINUTE_MS;
  const html = await (await site.send("/mot-de-passe", { newPassword: "trois mots au hasard" }, cookie)).text();
  expect(html).toContain("Confirmez avec votre clé d’accès");
  expect(html).not.toContain("La clé n’a pas ouvert");
});

it("the security log names the account of each sign-in by passkey, and of each refused or copied passkey", async () => {
  await addKey();
  events();
  expect((await enter(key.use(await options("sign-in"), me, { counter: 5 }))).headers.get("location")).toBe(
    "/login?suite=%2Fa-faire&entree=1",
  );
  const copy = await (await enter(key.use(await options("sign-in"), me, { counter: 4 }))).text();
  expect(copy).toContain("elle semble avoir été copiée");
  await enter(key.use(await options("sign-in"), "unknown-account"));
  await site.send("/comptes", { intention: "remove-passkey", id: key.id }, site.cookie);
  expect(events()).toEqual([
    ["sign-in", true, "passkey"],
    ["passkey-cloned", true, undefined],
    ["passkey-failed", false, undefined],
    ["passkey-removed", true, undefined],
  ]);
});

it("refused passkeys are limited like passwords, and do not count as password attempts", async () => {
  await addKey();
  const wrong = () => enter({ id: key.id, response: { clientDataJSON: "e30", userHandle: "eHl6" } }, HOME);
  for (let i = 0; i < 10; i++) expect((await wrong()).status).toBe(400);
  const refused = await wrong();
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  const typed = { username: ADMIN.email, password: ADMIN.password };
  expect((await site.send("/login", typed, "", HOME)).status).toBe(302);
});

it("ten people at one address who open the sign-in ten times in a minute can all sign in", async () => {
  for (let i = 0; i < 100; i++)
    expect((await site.send("/cle", { purpose: "sign-in" }, "", "198.51.100.1")).status).toBe(200);
  const typed = { username: ADMIN.email, password: ADMIN.password };
  expect((await site.send("/login", typed, "", "198.51.100.1")).status).toBe(302);
});

describe("the signal to the browser's passkey list", () => {
  const PASSWORD = "trois mots au hasard";
  const handle = (id: string) => Buffer.from(id).toString("base64url");

  /** @returns user handle and ids of the keys in the next page's data; null if the page names none */
  async function named(response: Response, session = cookieIn(response)) {
    const cookie = [session, ...response.headers.getSetCookie().map((one) => one.split(";", 1)[0])].join("; ");
    const page = await site.request("/planning.data", { headers: { cookie } });
    expect(page.status).toBe(200);
    // React Router's encoding: a list of values, in which arrays have the positions of their values.
    const values = JSON.parse((await page.text()).split("\n", 1)[0] ?? "");
    const at = values.indexOf("userId");
    if (at < 0) return null;
    expect(values[at + 2]).toBe("ids");
    return [values[at + 1], values[at + 3].map((position: number) => values[position])];
  }

  async function createAnne() {
    const email = `anne-${Math.random()}@exemple.ch`;
    const { id } = (await site.services.auth.createAccount(email, PASSWORD)) ?? { id: "" };
    const signIn = () => site.send("/login", { username: email, password: PASSWORD });
    return { id, signIn, cookie: cookieIn(await signIn()) };
  }

  it("names the passkeys of the account only, after a sign-in and each change of a passkey, and at no other time", async () => {
    const anne = await createAnne();
    const own = createKey(ORIGIN);
    const add = await options("add", anne.cookie);
    expect(add.user.id).toBe(handle(anne.id));
    expect(await named(await anne.signIn())).toEqual([handle(anne.id), []]);
    const act = (fields: Record<string, string>) => site.send("/comptes", fields, anne.cookie);
    const added = await act({ intention: "add-passkey", passkey: JSON.stringify(own.make(add)) });
    const renamed = await act({ intention: "rename-passkey", id: own.id, name: "Bureau" });
    for (const response of [added, renamed])
      expect(await named(response, anne.cookie)).toEqual([handle(anne.id), [own.id]]);
    expect(await named(await anne.signIn())).toEqual([handle(anne.id), [own.id]]);
    const removed = await act({ intention: "remove-passkey", id: own.id });
    expect(await named(removed, anne.cookie)).toEqual([handle(anne.id), []]);
    expect(await named(await site.get("/comptes", anne.cookie), anne.cookie)).toBeNull();
  });

  it("names no passkey when the account signs in again after a colleague's reset", async () => {
    const anne = await createAnne();
    const passkey = JSON.stringify(createKey(ORIGIN).make(await options("add", anne.cookie)));
    await site.send("/comptes", { intention: "add-passkey", passkey }, anne.cookie);
    const link = await site.services.auth.reset(anne.id);
    const opened = await site.send(`/invitation/${link?.token}`, { newPassword: PASSWORD });
    expect(await named(opened)).toEqual([handle(anne.id), []]);
  });

  it("is not sent while the passkeys cannot be read: an empty list would delete them", async () => {
    const { auth } = site.services;
    const { listPasskeys } = auth;
    Object.assign(auth, { listPasskeys: () => Promise.reject(new Error("away")) });
    const typed = { username: ADMIN.email, password: ADMIN.password };
    expect(await named(await site.send("/login", typed))).toBeNull();
    const inDialog = async () => (await site.send("/login", { ...typed, stay: "1" })).text();
    const without = await inDialog();
    expect([without.includes("signedIn"), without.includes(handle(me))]).toEqual([true, false]);
    Object.assign(auth, { listPasskeys });
    expect(await inDialog()).toContain(handle(me));
    expect(site.log.splice(0)).toHaveLength(2);
  });

  it("says that a passkey is unknown only if its account does not have it", async () => {
    await addKey();
    const toldUnknown = async (made: object) => (await (await enter(made)).text()).includes("unknownKey");
    const other = createKey(ORIGIN);
    expect(await toldUnknown(other.use(await options("sign-in"), me))).toBe(true);
    expect(await toldUnknown(other.use(await options("sign-in"), "no-account"))).toBe(true);
    expect(await toldUnknown(other.use(await options("sign-in"), ""))).toBe(false);
    expect(await toldUnknown(other.use({ challenge: "A".repeat(43), rpId: "localhost" }, me))).toBe(false);
    expect(await toldUnknown(key.use(await options("sign-in"), me, { userVerified: false }))).toBe(false);
  });
});

it("an invalid passkey response is refused with a sentence", async () => {
  for (const passkey of ["", "{", "null", '{"id":1}', `{"id":"${"x".repeat(9000)}","response":{}}`]) {
    const answer = await site.send("/login", { passkey });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/Le site ne connaît pas cette clé|Cela a pris trop de temps/),
    ]);
  }
  expect(site.log).toEqual([]);
});

it("a passkey can be renamed; a name is required, and another account's passkey cannot be changed", async () => {
  await addKey();
  const act = (fields: Record<string, string>) => site.send("/comptes", { id: key.id, ...fields }, site.cookie);
  expect(await (await act({ intention: "rename-passkey", name: " " })).text()).toContain("Ce champ est obligatoire.");
  await act({ intention: "rename-passkey", name: "Bureau" });
  expect(await site.html("/comptes")).toContain("Bureau");
  await site.services.auth.createAccount("anne@exemple.ch", "trois mots au hasard");
  const typed = { username: "anne@exemple.ch", password: "trois mots au hasard" };
  const cookie = cookieIn(await site.send("/login", typed));
  for (const intention of ["rename-passkey", "remove-passkey"])
    await site.send("/comptes", { intention, id: key.id, name: "Volée" }, cookie);
  expect(await site.services.auth.listPasskeys(me)).toMatchObject([{ name: "Bureau" }]);
});

describe("at an IP address", () => {
  const bare = setUpSite({ env: { PUBLIC_URL: "https://192.0.2.7" }, committee: true });
  it("the sign-in has no passkey button, and the site refuses passkey requests", async () => {
    expect(await bare.html("/login", "")).not.toContain("Face ID");
    expect(await bare.html("/comptes")).not.toContain("Ajouter cet appareil");
    expect((await bare.send("/cle", { purpose: "sign-in" })).status).toBe(403);
  });
});
