/** Addresses of the framework and of files, which `app/routes.ts` does not list, have the site's answers. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setUpSite } from "#tests/http/site.ts";
import { frameworkAddresses } from "#tests/server/http/framework-addresses.ts";

const ASSETS = readdirSync("build/client/assets");
const VERSION = /^manifest-(\w+)\.js$/.exec(ASSETS.find((name) => /^manifest-\w+\.js$/.test(name)) ?? "")?.[1] ?? "";
const MODULE = `/assets/${ASSETS.find((name) => name.endsWith(".js"))}`;

const site = setUpSite({});
const ask = (path: string, method = "GET") =>
  site.app.request(path, { method, headers: method === "POST" ? { origin: site.config.publicUrl } : {} });

const manifest = async (paths: string) => {
  const response = await ask(`/__manifest?version=${VERSION}&paths=${paths}`);
  return { response, ids: Object.keys((await response.json()) as object) };
};

describe("/__manifest", () => {
  it.each([
    ["/", ["home/home"]],
    ["/planning", ["planning/planning", "planning/event"]],
    ["/registre/abc", ["session/committee-screen", "register/member"]],
    ["/carnaval", ["planning/big-event", "layout/errors/not-found-route"]],
    ["/,/comite,/comite/create", ["home/home", "committee/committee", "session/committee-form"]],
  ])("names the routes of %s, with their layouts", async (paths, expected) => {
    const { response, ids } = await manifest(paths);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(ids).toEqual(expect.arrayContaining(expected));
    expect(ids.length).toBeLessThan(25);
  });

  it("tells a page of another release to load the next page as a document", async () => {
    for (const query of ["", "?version=autre&paths=/"]) {
      const response = await ask(`/__manifest${query}`);
      expect([response.status, response.headers.get("x-remix-reload-document")]).toEqual([204, "true"]);
    }
  });
});

describe.each(["GET", "HEAD", "POST", "PUT"])("%s of an address that is no route", (method) => {
  it("has a French page or a file, the site's headers, and no error", async () => {
    for (const path of frameworkAddresses(VERSION, MODULE)) {
      const response = await ask(path.startsWith("/") ? path : `/${path}`, method);
      const at = `${method} ${path.slice(0, 80)}: ${response.status}`;
      expect([200, 202, 204, 302, 308, 400, 404, 405].includes(response.status), at).toBe(true);
      expect(response.headers.get("x-content-type-options"), at).toBe("nosniff");
      const text = await response.text();
      if (response.headers.get("content-type")?.startsWith("text/html"))
        expect(text === "" || text.includes('lang="fr-CH"'), at).toBe(true);
      else if (response.status >= 400 && !path.includes(".data")) expect(text, at).toBe("");
      expect(text, at).not.toMatch(/Bad Request|Not Found|Invalid|node_modules|Error:/);
    }
  });
});
