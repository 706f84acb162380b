/** Actions for which an older session must confirm the password. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { ADMIN, cookieIn, sendSettings, sentences, setUpSite } from "#tests/http/site.ts";

const MINUTE_MS = 60_000;
const PAUL = "paul@exemple.ch";
const NEW_IBAN = "CH56 0483 5012 3456 7800 9";
const ASKED = "Tapez votre mot de passe pour continuer.";
const WRONG = "Ce n’est pas votre mot de passe.";
/** IP address of the owner. */
const HOME = "203.0.113.7";

const site = setUpSite({ each: true });
let later = 0;
beforeEach(async () => {
  later = 0;
  Object.assign(site.services.clock, { now: () => new Date(Date.now() + later) });
  site.cookie = await signIn();
});

const signIn = async (address = HOME) =>
  cookieIn(await site.send("/login", { username: ADMIN.email, password: ADMIN.password }, "", address));
/** Advances the clock until the last confirmation has expired. */
const aQuarterPasses = () => {
  later += 15 * MINUTE_MS;
};
const act = (fields: Record<string, string>, address?: string) => site.send("/comptes", fields, site.cookie, address);
const accounts = async () => (await site.services.auth.listAccounts()).map(({ email }) => email);

const settings = (fields: Record<string, string> = {}) => sendSettings(site, fields, site.cookie);

/** Expects the question for the password. @returns the sentence beside its field */
async function question(response: Response, status = 400): Promise<string> {
  const html = await response.text();
  expect(response.status).toBe(status);
  expect(html).toContain("Confirmez avec votre mot de passe");
  expect(html).toMatch(/autocomplete="current-password"/i);
  return sentences(html).find(([field]) => field === "confirmation")?.[1] ?? "";
}

describe("a session that was opened 15 minutes ago", () => {
  it("does not change the bank details or the recipients, and keeps the typed values", async () => {
    aQuarterPasses();
    for (const [field, value] of [
      ["iban", NEW_IBAN],
      ["recipients", PAUL],
    ] as const) {
      const response = await settings({ [field]: value, planningYear: "2031" });
      const html = await response.clone().text();
      expect(await question(response)).toBe(ASKED);
      expect(html).toContain('value="2031"');
      expect(html).toMatch(new RegExp(`name="${field}"[^>]*value="${value}"|<textarea[^>]*>${value}</textarea>`));
    }
    expect(await site.services.settings.get()).toMatchObject({ lastSave: null });
  });

  it("saves the other settings without a question, spaces in an IBAN included", async () => {
    aQuarterPasses();
    const others = { planningYear: "2031", email: "nous@exemple.ch", iban: "ch9300762011623852957" };
    expect((await settings(others)).headers.get("location")).toBe("/reglages");
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2031, email: "nous@exemple.ch" });
  });

  it("cannot invite, issue a link or remove an account", async () => {
    const { auth } = site.services;
    await auth.createAccount(PAUL, "trois mots au hasard");
    const anne = await auth.invite("anne@exemple.ch");
    const ids = [(await auth.findAccountId(PAUL)) ?? "", anne?.account.id ?? ""];
    aQuarterPasses();
    const invitation = await act({ intention: "invite", firstName: "Paul", email: "lea@exemple.ch" });
    expect(await invitation.clone().text()).toContain('value="lea@exemple.ch"');
    expect(await question(invitation)).toBe(ASKED);
    for (const intention of ["reset", "remove"])
      for (const id of ids) {
        const response = await act({ intention, id });
        const html = await response.clone().text();
        expect(await question(response)).toBe(ASKED);
        expect(html).toContain(`<input type="hidden" name="intention" value="${intention}"/>`);
        expect(html).not.toContain("/invitation/");
      }
    expect(await accounts()).toEqual(["anne@exemple.ch", ADMIN.email, PAUL]);
    expect((await auth.readLink(anne?.token ?? "")).ok).toBe(true);
    expect(await auth.signIn(PAUL, "trois mots au hasard")).not.toBeNull();
  });

  it("cannot erase a member", async () => {
    const data = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Héritier" };
    const saved = await site.services.register.save([{ id: null, data }], null);
    const page = `/registre/${saved.ok && saved.value[0]}/donnees`;
    const erase = (fields = {}) => site.send(page, { intention: "erase", ...fields }, site.cookie);
    aQuarterPasses();
    expect(await question(await erase())).toBe(ASKED);
    expect(await site.services.register.list()).toHaveLength(1);
    expect((await erase({ confirmation: ADMIN.password })).headers.get("location")).toBe("/registre");
    expect(await site.services.register.list()).toEqual([]);
  });

  it("cannot rename an account without the password, and keeps the typed values", async () => {
    const paul = await site.services.auth.createAccount(PAUL, "trois mots au hasard");
    const mine = (await site.services.auth.findAccountId(ADMIN.email)) ?? "";
    aQuarterPasses();
    for (const [id, confirmation, asked] of [
      [mine, "", ASKED],
      [paul?.id ?? "", "faux mot", WRONG],
    ] as const) {
      const response = await act({ intention: "rename", id, firstName: "Élodie", confirmation });
      const html = await response.clone().text();
      expect(await question(response)).toBe(asked);
      expect(html).toMatch(/<details[^>]*class="rename"[^>]*open="".*?value="Élodie".*?name="confirmation"/s);
      expect(html).not.toContain("faux mot");
    }
    const names = async () => (await site.services.auth.listAccounts()).map(({ firstName }) => firstName);
    expect(await names()).toEqual(["", ""]);
    const done = await act({ intention: "rename", id: mine, firstName: "Élodie", confirmation: ADMIN.password });
    expect([done.status, await names()]).toEqual([302, ["Élodie", ""]]);
  });

  it.each(["/inscriptions.csv", "/messages.csv"])(
    "cannot download %s, and returns to it after the password",
    async (file) => {
      aQuarterPasses();
      const wanted = `${file}?filtre=nouveau`;
      const asked = await site.get(wanted);
      const page = asked.headers.get("location") ?? "";
      expect([asked.status, page]).toEqual([302, `/confirmer?suite=${encodeURIComponent(wanted)}`]);
      expect((await site.get(page)).status).toBe(200);
      for (const [confirmation, sentence] of Object.entries({ "": ASKED, faux: WRONG }))
        expect(await question(await site.send(page, { confirmation }, site.cookie))).toBe(sentence);
      const confirmed = await site.send(page, { confirmation: ADMIN.password }, site.cookie);
      expect(await confirmed.text()).toContain(`href="${wanted}"`);
      expect((await site.get(wanted)).headers.get("content-type")).toContain("text/csv");
    },
  );

  it("is confirmed for 15 minutes by the right password, which no page repeats", async () => {
    aQuarterPasses();
    const refused = await settings({ iban: NEW_IBAN, confirmation: "faux mot" });
    const html = await refused.clone().text();
    expect(await question(refused)).toBe(WRONG);
    expect(html).not.toContain("faux mot");
    expect((await settings({ iban: NEW_IBAN, confirmation: ADMIN.password })).status).toBe(302);
    expect((await site.services.settings.get()).iban).toBe(NEW_IBAN.replaceAll(" ", ""));
    later += 14 * MINUTE_MS;
    expect((await act({ intention: "invite", firstName: "Paul", email: PAUL })).status).toBe(200);
    later += MINUTE_MS;
    const anne = { intention: "invite", firstName: "Anne", email: "anne@exemple.ch" };
    expect(await question(await act(anne))).toBe(ASKED);
    expect((await act({ ...anne, confirmation: ADMIN.password })).status).toBe(200);
    expect(await accounts()).toEqual(["anne@exemple.ch", ADMIN.email, PAUL]);
  });

  it("first shows other errors, an absent account, and a conflict with another person's change", async () => {
    aQuarterPasses();
    expect(await (await act({ intention: "remove", id: "personne" })).text()).toContain("Ce compte n’existe plus.");
    const wrong = await settings({ iban: "CH00", postcode: "1" });
    expect(sentences(await wrong.text()).map(([field]) => field)).toEqual(["iban", "postcode"]);
    expect((await settings({ iban: NEW_IBAN, version: "42" })).status).toBe(409);
    expect(sentences(await (await act({ intention: "invite", firstName: "Paul", email: "paul" })).text())).toEqual([
      ["email", "Indiquez une adresse e-mail complète."],
    ]);
  });

  it("is not confirmed by a request to continue at a page of another site or at a page without a download", async () => {
    const elsewhere = ["https://evil.example/inscriptions.csv", "//evil.example/messages.csv", "/reglages"];
    const spelled = ["/inscriptions.csv/", "/inscriptions.csv.data", "/INSCRIPTIONS.csv", "/inscriptions%2ecsv"];
    const hidden = ["/x/../inscriptions.csv", "/\tinscriptions.csv", "\\inscriptions.csv", " /inscriptions.csv"];
    for (const rest of [...elsewhere, ...spelled, ...hidden]) {
      const response = await site.get(`/confirmer?suite=${encodeURIComponent(rest)}`);
      expect([rest, response.headers.get("location")]).toEqual([rest, "/a-faire"]);
    }
    const visitor = await site.request("/confirmer?suite=/messages.csv");
    expect(visitor.headers.get("location")).toContain("/login");
  });
});

describe("attempts to confirm the password", () => {
  const attempt = (confirmation: string, address?: string) =>
    act({ intention: "invite", firstName: "Paul", email: PAUL, confirmation }, address);

  it("end after ten in a session, from whatever address; a new session starts at zero", async () => {
    aQuarterPasses();
    for (let i = 0; i < 10; i++) expect(await question(await attempt(`faux ${i}`, `198.51.100.${i}`))).toBe(WRONG);
    const refused = await attempt(ADMIN.password, "198.51.100.99");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await question(refused, 429)).toMatch(/^Trop d’essais\..*Réessayez dans 15 minutes\.$/);
    const change = { current: ADMIN.password, newPassword: "trois mots au hasard" };
    expect((await site.send("/mot-de-passe", change, site.cookie)).status).toBe(429);
    expect(await accounts()).toEqual([ADMIN.email]);
    // The owner signs in again, without a limit.
    site.cookie = await signIn();
    aQuarterPasses();
    expect((await attempt(ADMIN.password)).status).toBe(200);
  });

  it("count together with those of the login", async () => {
    aQuarterPasses();
    const login = (password: string) =>
      site.send("/login", { username: ADMIN.email, password }, "", HOME).then(({ status }) => status);
    for (let i = 0; i < 5; i++) {
      expect(await question(await attempt(`faux ${i}`, HOME))).toBe(WRONG);
      expect(await login(`faux ${i}`)).toBe(400);
    }
    expect(await login(ADMIN.password)).toBe(429);
    expect(await question(await attempt(ADMIN.password, HOME), 429)).toContain("Réessayez dans 5 minutes.");
  });

  it("do not count while the provider is unavailable, nor do those of a login or a change of password", async () => {
    aQuarterPasses();
    const { auth } = site.services;
    const methods = (["confirm", "signIn", "changePassword"] as const).map((name) =>
      vi.spyOn(auth, name).mockRejectedValue(new Error("away")),
    );
    // One more attempt is allowed at this address.
    for (let i = 0; i < 9; i++) site.limiter(HOME).login(ADMIN.email);
    const login = { username: ADMIN.email, password: "un mot" };
    const change = { current: "un mot", newPassword: "trois mots au hasard" };
    for (let i = 0; i < 11; i++) {
      expect((await site.send("/mot-de-passe", change, site.cookie, HOME)).status).toBe(503);
      if (i > 1) continue;
      expect((await attempt("un mot", HOME)).status).toBe(503);
      expect((await site.send("/login", login, "", HOME)).status).toBe(503);
    }
    for (const method of methods) method.mockRestore();
    expect((await attempt(ADMIN.password, HOME)).status).toBe(200);
    expect(await signIn()).toContain("session=");
  });
});
