import { createCookie } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { setUpSite } from "#tests/http/site.ts";

const MANY = 150;
const PER_PAGE = 50;
const TRAP = "<script>alert(1)</script>";

const site = setUpSite({ committee: true });
beforeAll(async () => {
  const { committee } = site.services;
  for (let i = 0; i < MANY; i++) {
    await committee.create(`M${i}`, { firstName: TRAP, lastName: `${i}`, role: "Membre" });
    const by = { id: "compte", name: `</bdi>${TRAP}` };
    await moveCard(committee, `M${i}`, { at: new Date(Date.now() - (MANY - i) * 1000), by });
  }
});

const namesIn = (html: string) =>
  [...html.matchAll(/<h2><bdi>.*?(\d+)<\/bdi><\/h2>/g)].map(([, number]) => Number(number));
const from = (newest: number) => Array.from({ length: PER_PAGE }, (_, i) => newest - i);

describe("a recycle bin with many things", () => {
  it("shows fifty of them, newest first, and names and people as the text they are", async () => {
    for (const [query, page] of [
      ["", 1],
      ["?page=2", 2],
      ["?page=3", 3],
      ["?page=999999", 3],
      ["?page=-1", 1],
      ["?page=%3Cscript%3E", 1],
    ] as const) {
      const html = await site.html(`/corbeille${query}`);
      expect([query, namesIn(html)]).toEqual([query, from(MANY - 1 - (page - 1) * PER_PAGE)]);
      expect(html).toContain(`Page ${page} sur ${MANY / PER_PAGE}`);
      expect(html).not.toContain(TRAP);
    }
  });
});

describe("the toast that takes a deletion back", () => {
  const toastCookie = createCookie("avis");
  const shown = async (value: unknown) => {
    const toast = (await toastCookie.serialize(value)).split(";", 1)[0];
    return (await site.read("/comite", `${site.cookie}; ${toast}`)).html;
  };
  const KEY = "0123456789abcdef0123456789abcdef";

  it("offers it where nothing runs script, and says where it lies", async () => {
    const html = await shown({ code: "membre-deleted", undo: KEY });
    expect(html).toContain(`name="key" value="${KEY}"`);
    expect(html).toContain("Membre supprimé");
    expect(html).toMatch(/Pendant 30\u00a0jours, c’est dans la <a[^>]*href="\/corbeille"/);
  });

  it.each([`"><script>alert(1)</script>`, "../../../etc/passwd", "x".repeat(65), null, { toString: "x" }, [KEY]])(
    "offers nothing for a key that is none: %j",
    async (undo) => {
      const html = await shown({ code: "membre-deleted", undo });
      expect(html).toContain("Membre supprimé");
      expect(html).not.toContain('name="key"');
      expect(html).not.toContain("<script>alert");
    },
  );

  it.each(["membre-effacé", { code: "constructor", undo: KEY }, null])(
    "is not there for a cookie that says something else: %j",
    async (value) => expect(await shown(value)).not.toMatch(new RegExp(`Membre supprimé|${KEY}`)),
  );
});

describe("the small picture of something in the bin", () => {
  it.each([
    ...["0123456789abcdef0123", "..%2F..%2Fsite.db", "%2e%2e/%2e%2e/site.db", "%2e%2e%2f%2e%2e", "membres/M1/a.jpg"],
    ...["%00", "x".repeat(5000), "a/%F0%9F%8D%B7/'%20OR%201=1"],
  ])("is not found where there is none: %s", async (path) => {
    expect((await site.read(`/corbeille/photo/${path}`)).status).toBe(404);
    expect(site.log).toEqual([]);
  });
});
