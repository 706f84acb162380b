/** Reads the Dockerfile and .dockerignore as a builder does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import dockerignore from "@balena/dockerignore";
import { ROOT } from "./sources.ts";

export type Instruction = { verb: string; rest: string };
export type Stage = { name: string; from: string; instructions: Instruction[] };

/** @returns the stages of the Dockerfile, in their order */
export function stages(): Stage[] {
  const text = readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  const all: Stage[] = [];
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [verb = "", ...words] = line.split(" ");
    const rest = words.join(" ");
    if (verb === "FROM") all.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? "last", from: rest, instructions: [] });
    else all.at(-1)?.instructions.push({ verb, rest });
  }
  return all;
}

/** @returns the files that .dockerignore does not exclude from the build context */
export const context = (names: readonly string[]): string[] =>
  dockerignore
    .default()
    .add(readFileSync(join(ROOT, ".dockerignore"), "utf8"))
    .filter([...names]);
