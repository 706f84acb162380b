/** Runs the steps of the Dockerfile without a daemon: a folder replaces the root of each stage. */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, start } from "./command.ts";
import { context, type Instruction, type Stage, stages } from "./dockerfile.ts";
import { emptyFolder, layOut, sources } from "./sources.ts";

/** Left out here, because it needs root and the users of the image. */
const FOLDER_OF_THE_DATA = "install -d -o node -g node -m 700 /storage";
/** Folder of Node 24, the version in the image and of these tests. */
const path = [dirname(process.execPath)];

const host = emptyFolder();
const rootOf = (stage: string) => join(host.folder, stage);

/** The state of a stage during the build. */
type Built = { name: string; folder: string; env: Record<string, string> };

const under = (root: string, from: string, target: string) =>
  target.startsWith("/") ? join(root, target) : join(from, target);

function copy({ name, folder }: Built, rest: string): void {
  const words = rest.split(" ");
  const options = words.filter((word) => word.startsWith("--"));
  const files = words.filter((word) => !word.startsWith("--"));
  const target = under(rootOf(name), folder, files.pop() ?? "");
  const from = options.find((option) => option.startsWith("--from="))?.slice("--from=".length);
  for (const file of files)
    if (!from) layOut(context(file === "." ? sources() : [file]), target);
    else
      cpSync(join(rootOf(from), file), rest.endsWith("/") ? join(target, basename(file)) : target, { recursive: true });
}

async function follow(built: Built, { verb, rest }: Instruction): Promise<void> {
  if (verb === "WORKDIR") {
    built.folder = join(rootOf(built.name), rest);
    mkdirSync(built.folder, { recursive: true });
  } else if (verb === "ENV") {
    for (const [, name = "", value = ""] of rest.matchAll(/(\S+)=(\S+)/g))
      built.env[name] = value.startsWith("/") ? join(rootOf(built.name), value) : value;
  } else if (verb === "COPY") copy(built, rest);
  else if (verb === "RUN" && rest !== FOLDER_OF_THE_DATA)
    await run(["/bin/sh", "-c", rest], { folder: built.folder, path, env: built.env });
}

async function build(stage: Stage): Promise<Built> {
  const built = { name: stage.name, folder: rootOf(stage.name), env: {} };
  for (const instruction of stage.instructions) await follow(built, instruction);
  return built;
}

/** @returns the words of an instruction in JSON form, which needs no shell */
const words = (stage: Stage, verb: string): string[] => {
  const rest = stage.instructions.find((instruction) => instruction.verb === verb)?.rest ?? "";
  return JSON.parse(rest.slice(rest.indexOf("[")));
};

describe("the container", () => {
  const [first, last] = stages() as [Stage, Stage];
  let image: Built;

  beforeAll(async () => {
    await build(first);
    image = await build(last);
  });
  afterAll(host.remove);

  it("excludes data and settings of a site from the build context", () => {
    const private_ = [".env", "data/site.db", ".git/config", "node_modules/zod/index.js", "test-results/unit.json"];
    expect(context(private_)).toEqual([]);
  });

  it("uses port 80, stores everything in /storage, and listens before the site is open", () => {
    const env = { ...image.env, DATA_DIR: image.env.DATA_DIR?.slice(rootOf(last.name).length) };
    expect(env).toMatchObject({ PORT: "80", HOST: "0.0.0.0", DATA_DIR: "/storage", CONTAINER: "on" });
    expect(last.instructions).toContainEqual({ verb: "VOLUME", rest: "/storage" });
    expect(
      stages()
        .flatMap(({ from, instructions }) => [from, ...instructions.map(({ rest }) => rest)])
        .join("\n"),
    ).not.toMatch(/--platform|amd64|(?<!node-linux-)arm64/);
  });

  it("starts, passes its health check, makes a backup by its hook, and lists its accounts", async () => {
    const env = { ...image.env, PUBLIC_URL: "https://jeunesse.exemple.ch", ADMIN_EMAIL: "comite@exemple.ch" };
    const where = { folder: image.folder, path, env };
    const site = await start(words(last, "CMD"), where);
    for (const page of ["up", "healthz"]) expect((await fetch(`${site.url}/${page}`)).status).toBe(200);
    await run([join(rootOf(last.name), "hooks/pre-backup")], where);
    expect(existsSync(join(image.env.DATA_DIR ?? "", "copie-once.db"))).toBe(true);
    await run(words(last, "HEALTHCHECK"), { ...where, env: { ...image.env, PORT: new URL(site.url).port } });
    expect(await site.stop("SIGTERM")).toBe(0);
    const list = ["node", "cli/accounts.ts", "list"];
    expect(await run(list, { ...where, env: image.env })).toContain("comite@exemple.ch");
  });

  it("runs as the user node, who owns the program and the data folder", () => {
    const copies = last.instructions.filter(({ verb }) => verb === "COPY");
    expect(copies.filter(({ rest }) => !rest.includes("--chown=node:node "))).toEqual([
      { verb: "COPY", rest: "--from=build --chown=root:root --chmod=755 /site/deploy/hooks /hooks" },
    ]);
    expect(last.instructions).toContainEqual({ verb: "RUN", rest: FOLDER_OF_THE_DATA });
    expect(last.instructions).toContainEqual({ verb: "USER", rest: "node" });
  });
});
