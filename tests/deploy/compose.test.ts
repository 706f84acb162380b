/** Compose's Caddy serves the file of way (a), with another domain and another place of the site in it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const DEPLOY = join(import.meta.dirname, "../../deploy");

it("leaves nothing of the example in Caddy's file", () => {
  const compose = readFileSync(join(DEPLOY, "compose.yaml"), "utf8");
  const [, script = ""] = /sed "([^"]+)" \/Caddyfile/.exec(compose) ?? [];
  const example = readFileSync(join(DEPLOY, "Caddyfile"), "utf8");
  const own = execFileSync("sed", [script.replace("$$DOMAIN", "fete.example.org")], { input: example }).toString();
  expect(own).toMatch(/^fete\.example\.org \{$/m);
  expect(own).toMatch(/^\treverse_proxy site:80\b/m);
  expect(own).toContain("redir https://fete.example.org{uri}");
  expect(own).not.toMatch(/exemple\.ch|127\.0\.0\.1|localhost/);
});
