import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import type { Handle } from "#app/route-handle.ts";
import { setUpSite } from "#tests/http/site.ts";

const ROOT = join(import.meta.dirname, "../../..");
const source = readFileSync(join(ROOT, "docs/guide-comite.md"), "utf8");

const site = setUpSite({ committee: true });
let page: string;
let ids: readonly string[];
beforeAll(async () => {
  page = await site.html("/aide");
  ids = [...page.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id = ""]) => id);
});

it("the help page shows every heading of the guide once, and every link within the guide finds its heading", () => {
  const headings = source.match(/^##+ .+$/gm) ?? [];
  expect(headings.length).toBeGreaterThan(20);
  expect(ids).toHaveLength(headings.length);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/<a href="#([^"]+)"/g)].map(([, id = ""]) => decodeURIComponent(id));
  expect(links.filter((id) => !["contenu", "sommaire", ...ids].includes(id))).toEqual([]);
});

it("every screen of the committee names a chapter, and every named chapter exists", async () => {
  const { routes } = (await import(join(ROOT, "build/server/index.js"))) as ServerBuild;
  const all = Object.values(routes).filter((route) => route !== undefined);
  const ofCommittee = all.filter(
    ({ parentId, module, path }) =>
      path !== "aide" &&
      module.default !== undefined &&
      (/committee-(?:form|screen)$/.test(parentId ?? "") || (module.handle as Handle | undefined)?.screen),
  );
  const helpOf = ({ module }: (typeof all)[number]) => (module.handle as Handle | undefined)?.help;
  expect(ofCommittee.length).toBeGreaterThan(40);
  expect(ofCommittee.filter((route) => !helpOf(route)).map(({ path }) => path)).toEqual([]);
  expect(all.map(helpOf).filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
});

it("a screen links to its chapter in a new tab; visitors see no link", async () => {
  const link = /<a href="\/aide#([^"]+)" target="_blank"/;
  expect(link.exec(await site.html("/annonce"))?.[1]).toBe("annoncer-quelque-chose-tout-de-suite");
  expect(link.exec(await site.html("/planning"))?.[1]).toBeDefined();
  expect(page).not.toMatch(link);
  expect(await (await site.request("/planning")).text()).not.toContain("/aide");
});

it("the help page shows the pictures in their own shape, loaded late, and the text with French spaces", async () => {
  const pictures = [
    ...page.matchAll(/<img src="(\/assets\/guide-[^"]+)" width="(\d+)" height="(\d+)" alt="[^"]+" loading="lazy"/g),
  ];
  expect(pictures).toHaveLength(source.match(/<img /g)?.length ?? 0);
  for (const [, url = "", width, height] of pictures) {
    const real = await sharp(join(ROOT, "build/client", url)).metadata();
    expect([url, Number(height)]).toEqual([url, Math.round((Number(width) * real.height) / real.width)]);
  }
  const text = page.slice(page.indexOf("<section"), page.lastIndexOf("</section>")).replace(/<[^>]+>/g, " ");
  expect(text.match(/ [:;?!»]/g)).toBeNull();
});
