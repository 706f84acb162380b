/** Addresses that password managers read. */
import { describe, expect, it } from "vitest";
import { ADMIN, setUpSite } from "#tests/http/site.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";
const site = setUpSite({ env: { PUBLIC_URL } });

describe("a password manager", () => {
  it("finds the page that changes a password, through the sign-in and back", async () => {
    const change = await site.request("/.well-known/change-password");
    expect([change.status, change.headers.get("location")]).toEqual([303, "/mot-de-passe"]);
    expect(change.headers.get("cache-control")).toContain("no-store");
    const login = (await site.request("/mot-de-passe")).headers.get("location") ?? "";
    const entered = await site.send(login, { username: ADMIN.email, password: ADMIN.password });
    expect(entered.headers.get("location")).toMatch(/^\/login\?suite=%2Fmot-de-passe&/);
  });

  it("learns that another address does not exist, so that it can trust the first", async () => {
    const path = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
    expect((await site.request(path)).status).toBe(404);
  });

  it("finds the place where keys are added and managed, with GET and HEAD, without a redirect", async () => {
    const path = "/.well-known/passkey-endpoints";
    const answer = await site.request(path);
    const header = (name: string) => answer.headers.get(name);
    expect([answer.status, header("content-type"), header("cache-control"), header("set-cookie")]).toEqual([
      200,
      "application/json",
      "public, max-age=86400",
      null,
    ]);
    const keys = `${PUBLIC_URL}/comptes#cles`;
    expect(await answer.json()).toEqual({ enroll: keys, manage: keys });
    expect(await site.html("/comptes", await site.signIn())).toContain('id="cles"');
    expect((await site.request(path, { method: "HEAD" })).status).toBe(200);
    expect((await site.send(path, {})).status).toBe(405);
  });
});

describe("at an IP address", () => {
  const bare = setUpSite({ env: { PUBLIC_URL: "https://192.0.2.7" } });
  it("no place for keys is announced", async () => {
    expect((await bare.request("/.well-known/passkey-endpoints")).status).toBe(404);
  });
});
