import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import { jpeg } from "./pictures.ts";

const FILS = "/proc/self/task";
const nomDe = (fil: string) => readFileSync(`${FILS}/${fil}/comm`, "utf8").trim();

it.runIf(process.platform === "linux")(
  "the threads that make pictures give way to the one that answers visitors",
  async () => {
    const avant = getPriority();
    await createImagerie().preparer(await jpeg(40, 30), { aPartager: false });
    const priorites = readdirSync(FILS).map((fil) => ({ nom: nomDe(fil), priorite: getPriority(Number(fil)) }));
    const fond = priorites.filter(({ nom }) => /^libuv-worker$|^libvips/.test(nom));
    expect(fond.length).toBeGreaterThan(0);
    for (const { priorite } of fond) expect(priorite).toBeGreaterThan(avant);
    expect(getPriority()).toBe(avant);
  },
);
