/** Checks the HTML of pages with the W3C's checker, and reads their texts. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";

/** A page in one of its states. */
export type State = { name: string; html: string };

const JAR = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

export const hasJava = (): boolean => spawnSync("java", ["-version"]).status === 0;

type Message = { type: string; url: string; lastLine?: number; message: string; extract?: string };

/** Starts Java once for all states. @returns the errors, each with its state */
export async function errorsIn(states: readonly State[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-html-"));
  for (const [i, { html }] of states.entries()) writeFileSync(join(folder, `${i}.html`), html);
  // A short run does not repay an optimised compilation; the checker needs a deeper stack without it.
  const java = ["-Xmx512m", "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR];
  const options = [...java, "--errors-only", "--format", "json", "--stdout", "--exit-zero-always"];
  const { stdout } = await promisify(execFile)("java", [...options, folder], { maxBuffer: 64 * 1024 * 1024 });
  rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { messages: Message[] }).messages.map(({ url, lastLine, message, extract }) => {
    const state = states[Number(/(\d+)\.html$/.exec(url)?.[1])];
    return `${state?.name}, line ${lastLine}: ${message} (${extract?.trim()})`;
  });
}

/** @returns the texts that people read or hear: visible text block by block, and texts of attributes */
export const textsOf = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((source) => {
    const { body, head } = new DOMParser().parseFromString(source, "text/html");
    for (const other of body.querySelectorAll("script, style, svg, code, input, textarea, [lang=en], .iban"))
      if (other.tagName !== "INPUT" && other.tagName !== "TEXTAREA") other.remove();
    const attributes = ["alt", "title", "aria-label", "placeholder"].flatMap((name) =>
      [...body.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ""),
    );
    const meta = ["title", 'meta[name="description"]', 'meta[property="og:image:alt"]'].flatMap((selector) =>
      [...head.querySelectorAll(selector)].map((one) => one.getAttribute("content") ?? one.textContent ?? ""),
    );
    const BLOCKS =
      "p, li, h1, h2, h3, dt, dd, label, legend, button, figcaption, summary, option, address, td, th, div, a";
    const blocks = [...body.querySelectorAll(BLOCKS)].filter(
      (block) => !block.querySelector("p, li, h1, h2, h3, dt, div"),
    );
    return [...blocks.map(({ textContent }) => textContent ?? ""), ...attributes, ...meta];
  }, html);
