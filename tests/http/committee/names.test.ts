import { describe, expect, it } from "vitest";
import { ADMIN, linkIn, sentences, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ each: true, committee: true });

const PAUL = { username: "paul@exemple.ch", password: "trois mots au hasard" };
const act = (fields: Record<string, string>) => site.send("/comptes", fields, site.cookie);
const accountOf = async (email: string) => (await site.services.auth.listAccounts()).find((one) => one.email === email);
const rename = async (firstName: string, id?: string) =>
  act({ intention: "rename", id: id ?? (await accountOf(ADMIN.email))?.id ?? "", firstName });

describe("the names of accounts", () => {
  it("are asked for with an invitation, stand above the address, and can be changed", async () => {
    expect((await act({ intention: "invite", firstName: "  Paul  ", email: "paul@exemple.ch" })).status).toBe(200);
    const html = await site.html("/comptes");
    expect(html).toMatch(/<h2><bdi>Paul<\/bdi><\/h2><p[^>]*><bdi>paul@exemple\.ch<\/bdi>/);
    for (const text of [`<h2><bdi>${ADMIN.email}</bdi></h2>`, "Ajouter le prénom"]) expect(html).toContain(text);
    const refused = await rename("Le site");
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/<details[^>]*class="rename"[^>]*open="".*?value="Le site".*Écrivez un prénom\./s),
    ]);
    const response = await rename("Élodie");
    expect([response.status, response.headers.get("location")]).toEqual([302, "/comptes"]);
    expect(await accountOf(ADMIN.email)).toMatchObject({ firstName: "Élodie" });
    expect(await site.html("/comptes")).toContain("Changer le prénom");
    const { entries } = await site.services.journal.list({}, { start: 0, count: 1 });
    expect(entries).toMatchObject([{ action: "changed", subject: "account", by: { name: "Élodie" } }]);
  });

  it("do not take a name that looks like another account's, in a change and in an invitation, but the proposed one", async () => {
    await act({ intention: "invite", firstName: "Léa", email: "lea.bonvin@exemple.ch" });
    const firstName = "Lеа";
    const response = await rename(firstName);
    const html = await response.text();
    expect(response.status).toBe(400);
    const PROPOSAL = /Un autre compte s’appelle déjà ainsi\. Prenez par exemple «\u00a0(.+?)\u00a0»\./u;
    expect(html).toContain(`value="${firstName}"`);
    expect(html.match(/<details[^>]*class="rename"[^>]*open=""/g)).toHaveLength(1);
    const invited = await act({ intention: "invite", firstName, email: "anne@exemple.ch" });
    const form = await invited.text();
    expect([invited.status, sentences(form)]).toEqual([400, [["firstName", expect.stringMatching(PROPOSAL)]]]);
    for (const typed of [firstName, "anne@exemple.ch"]) expect(form).toContain(`value="${typed}"`);
    expect((await site.services.auth.listAccounts()).map((one) => one.firstName)).toEqual(["", "Léa"]);
    expect((await rename(PROPOSAL.exec(html)?.[1] ?? "")).status).toBe(302);
    // Its owner may say the own name again, and be invited again.
    expect((await rename("LÉA", (await accountOf("lea.bonvin@exemple.ch"))?.id)).status).toBe(302);
    expect((await act({ intention: "invite", firstName: "Léa", email: "Lea.Bonvin@exemple.ch" })).status).toBe(200);
  });
});

describe("a browser", () => {
  const enter = (browser = "") => site.send("/login", { username: ADMIN.email, password: ADMIN.password }, browser);
  const markOf = (response: Response) =>
    response.headers.getSetCookie().find((one) => one.startsWith("navigateur=")) ?? "";
  const pairOf = (cookieLine: string) => cookieLine.split(";", 1)[0] ?? "";
  const linesOfSessions = async () =>
    (await site.services.journal.list({ subject: "session" }, { start: 0, count: 9 })).total;

  it("that an account first signs in with, or accepts an invitation with, is noted, and is known afterwards", async () => {
    const before = await linesOfSessions();
    const mark = markOf(await enter());
    expect(mark).toMatch(/; Max-Age=34560000; .*HttpOnly; SameSite=Lax/);
    expect(await linesOfSessions()).toBe(before + 1);
    const again = await enter(pairOf(mark));
    expect([again.status, pairOf(markOf(again))]).toEqual([302, pairOf(mark)]);
    expect(await linesOfSessions()).toBe(before + 1);
    const html = await (await act({ intention: "invite", firstName: "Paul", email: PAUL.username })).text();
    const joined = await site.send(linkIn(html), { newPassword: PAUL.password });
    const joinedLines = await linesOfSessions();
    expect((await site.send("/login", PAUL, pairOf(markOf(joined)))).status).toBe(302);
    expect(await linesOfSessions()).toBe(joinedLines);
  });

  it("keeps the marks of several accounts, and is new to the next one", async () => {
    await site.services.auth.createAccount(PAUL.username, PAUL.password);
    const mine = pairOf(markOf(await enter()));
    const before = await linesOfSessions();
    const both = pairOf(markOf(await site.send("/login", PAUL, mine)));
    expect(await linesOfSessions()).toBe(before + 1);
    await site.send("/login", PAUL, both);
    await enter(both);
    expect(await linesOfSessions()).toBe(before + 1);
  });

  it("counts as new when its cookie is forged", async () => {
    const forge = (value: unknown) =>
      `navigateur=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`;
    const { id = "" } = (await accountOf(ADMIN.email)) ?? {};
    const forged = [[id], { [id]: true }, [[id]], id, 1, null, ["a".repeat(43)], Array(1000).fill("a".repeat(43))];
    const before = await linesOfSessions();
    for (const [i, value] of forged.entries()) {
      const response = await enter(forge(value));
      expect(response.status).toBe(302);
      expect(markOf(response).length).toBeLessThan(1500);
      expect(await linesOfSessions()).toBe(before + i + 1);
    }
    expect((await enter("navigateur=%%%")).status).toBe(302);
  });

  it("counts as new, and lets its owner in, while the secret cannot be read", async () => {
    site.services.siteSecret = () => Promise.reject(new Error("away"));
    const before = await linesOfSessions();
    const response = await enter();
    expect(response.status).toBe(302);
    expect(markOf(response)).toBe("");
    expect(await linesOfSessions()).toBe(before + 1);
  });
});
