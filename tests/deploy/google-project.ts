/** A checkout of the site, and a Google Cloud in a folder for deploy/google.sh (tests/deploy/google). */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "#tests/server/process.ts";

const ROOT = join(import.meta.dirname, "../..");
export const PRIVATE = ["clé privée d'EmailJS", "motdepasse%40smtp"] as const;
export const SETTINGS = {
  ADMIN_EMAIL: "presidence@exemple.ch",
  MAIL: "emailjs",
  MAIL_TO: "comite@exemple.ch,caisse@exemple.ch",
  EMAILJS_PUBLIC_KEY: '"it\'s public"',
  EMAILJS_PRIVATE_KEY: `"${PRIVATE[0]}"`,
  SMTP_URL: `smtps://site:${PRIVATE[1]}@mail.exemple.ch`,
};

/** A checkout with the settings beside the script, and a project in which everything was done that needs a person. */
export function project() {
  const folder = dataFolder();
  const cloud = join(folder, "cloud");
  const site = join(folder, "la jeunesse");
  execFileSync("mkdir", [cloud, site]);
  cpSync(join(ROOT, "deploy"), join(site, "deploy"), { recursive: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@exemple.ch", ...words], { cwd: site, stdio: "pipe" });
  const commit = () => git("commit", "--allow-empty", "-qm", "version");
  writeFileSync(join(site, ".gitignore"), "deploy/site.env\n");
  git("init", "-q");
  git("add", ".");
  commit();
  const file = (name: string) => join(cloud, name);
  const set = (lines: Record<string, string>) =>
    writeFileSync(
      join(site, "deploy/site.env"),
      `# Settings\n${Object.entries(lines)
        .map((line) => line.join("="))
        .join("\n")}\n`,
    );
  set(SETTINGS);
  const keep = (name: string, text: string) => writeFileSync(file(name), text);
  for (const [name, text] of Object.entries({
    ...{ project: "trial\n", billing: "True\n", domains: "exemple.ch\n", calls: "", changes: "" },
    services: "storage.googleapis.com\n",
    "sign-in": '{\n  "signIn": {\n    "email": {\n      "enabled": true\n    }\n  }\n}\n',
  }))
    keep(name, text);
  const env = { ...process.env, STAND_IN: cloud, PATH: `${join(ROOT, "tests/deploy/google")}:${process.env.PATH}` };

  /** @returns its outcome, and what it changed */
  function run(options: string[] = [], more: Record<string, string> = {}) {
    keep("changes", "");
    const words = [join(site, "deploy/google.sh"), "trial", "--domain", "jeunesse.exemple.ch", ...options];
    const { status, stdout, stderr } = spawnSync("sh", words, { encoding: "utf8", env: { ...env, ...more } });
    return { status, output: stdout + stderr, changes: changes() };
  }
  const changes = () => readFileSync(file("changes"), "utf8").split("\n").slice(0, -1);
  const shell = (script: string) => spawnSync("bash", ["-c", script], { encoding: "utf8", env: { ...env } });
  const calls = () => readFileSync(file("calls"), "utf8");
  const forget = (name: string) => rmSync(file(name));
  return {
    run,
    set,
    commit,
    keep,
    forget,
    calls,
    changes,
    shell,
    holds: (name: string) => existsSync(file(name)),
    file,
  };
}
