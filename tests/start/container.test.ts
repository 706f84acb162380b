/** The container's steps without a daemon: each in a folder that stands for the root of its stage. */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, start } from "./command.ts";
import { context, type Instruction, type Stage, stages } from "./dockerfile.ts";
import { emptyFolder, layOut, sources } from "./sources.ts";

/** Needs the image's own users and root. */
const FOLDER_OF_THE_DATA = "install -d -o node -g node -m 700 /storage";
/** The image brings Node 24, which is what these tests run on. */
const path = [dirname(process.execPath)];

const host = emptyFolder();
const rootOf = (stage: string) => join(host.folder, stage);

/** A stage as far as it is built. */
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

/** @returns the words of a command in the form that no shell reads */
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

  it("gives the builder neither data nor settings of a site", () => {
    const private_ = [".env", "data/site.db", ".git/config", "node_modules/zod/index.js", "test-results/unit.json"];
    expect(context(private_)).toEqual([]);
  });

  it("follows the contract: port 80, everything in /storage, listening before it is open", () => {
    const env = { ...image.env, DATA_DIR: image.env.DATA_DIR?.slice(rootOf(last.name).length) };
    expect(env).toMatchObject({ PORT: "80", HOST: "0.0.0.0", DATA_DIR: "/storage", CONTAINER: "on" });
    expect(last.instructions).toContainEqual({ verb: "VOLUME", rest: "/storage" });
    expect(
      stages()
        .flatMap(({ from, instructions }) => [from, ...instructions.map(({ rest }) => rest)])
        .join("\n"),
    ).not.toMatch(/--platform|amd64|(?<!node-linux-)arm64/);
  });

  it("starts, is up by its own check, makes a copy by its own hook, and lists its accounts", async () => {
    const env = { ...image.env, PUBLIC_URL: "https://jeunesse.exemple.ch", ADMIN_EMAIL: "comite@exemple.ch" };
    const where = { folder: image.folder, path, env };
    const site = await start(words(last, "CMD"), where);
    for (const page of ["up", "healthz"]) expect((await fetch(`${site.url}/${page}`)).status).toBe(200);
    await run([join(rootOf(last.name), "hooks/pre-backup")], where);
    expect(existsSync(join(image.env.DATA_DIR ?? "", "copie-once.tar"))).toBe(true);
    await run(words(last, "HEALTHCHECK"), { ...where, env: { ...image.env, PORT: new URL(site.url).port } });
    expect(await site.stop("SIGTERM")).toBe(0);
    const list = ["node", "cli/accounts.ts", "list"];
    expect(await run(list, { ...where, env: image.env })).toContain("comite@exemple.ch");
  });

  it("belongs to node, who runs it, and so does the folder of the data", () => {
    const copies = last.instructions.filter(({ verb }) => verb === "COPY");
    expect(copies.filter(({ rest }) => !rest.includes("--chown=node:node "))).toEqual([
      { verb: "COPY", rest: "--from=build --chown=root:root --chmod=755 /site/deploy/hooks /hooks" },
    ]);
    expect(last.instructions).toContainEqual({ verb: "RUN", rest: FOLDER_OF_THE_DATA });
    expect(last.instructions).toContainEqual({ verb: "USER", rest: "node" });
  });
});
