import { createCookie } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { setUpSite } from "#tests/http/site.ts";

const MANY = 150;
const PER_PAGE = 50;
const TRAP = "<script>alert(1)</script>";

const site = setUpSite({ committee: true });
beforeAll(async () => {
  const { committee } = site.services;
  for (let i = 0; i < MANY; i++) {
    await committee.create(`M${i}`, { firstName: TRAP, lastName: `${i}`, role: "Membre", displayedRole: "" });
    const by = { id: "compte", name: `</bdi>${TRAP}` };
    await moveCard(committee, `M${i}`, { at: new Date(Date.now() - (MANY - i) * 1000), by });
  }
});

const namesIn = (html: string) =>
  [...html.matchAll(/<h2><bdi>.*?(\d+)<\/bdi><\/h2>/g)].map(([, number]) => Number(number));

it("the recycle bin shows fifty entries on a page, newest first, with HTML in names as plain text", async () => {
  for (const [query, page] of [
    ["", 1],
    ["?page=2", 2],
    ["?page=999999", 3],
    ["?page=-1", 1],
    ["?page=%3Cscript%3E", 1],
  ] as const) {
    const html = await site.html(`/corbeille${query}`);
    const newest = MANY - 1 - (page - 1) * PER_PAGE;
    expect([query, namesIn(html)]).toEqual([query, Array.from({ length: PER_PAGE }, (_, i) => newest - i)]);
    expect(html).toContain(`Page ${page} sur ${MANY / PER_PAGE}`);
    expect(html).not.toContain(TRAP);
  }
});

it("the toast after a deletion offers to undo it, and offers nothing for an invalid key or text", async () => {
  const KEY = "0123456789abcdef0123456789abcdef";
  const shown = async (value: unknown) => {
    const toast = (await createCookie("avis").serialize(value)).split(";", 1)[0];
    return site.html("/inscriptions", `${site.cookie}; ${toast}`);
  };
  const html = await shown({ code: "membre-deleted", undo: KEY });
  for (const text of [`${KEY}`, "Membre supprimé"]) expect(html).toContain(text);
  for (const undo of [`"><script>alert(1)</script>`, "../../../etc/passwd", "x".repeat(65), null, [KEY]]) {
    const without = await shown({ code: "membre-deleted", undo });
    expect(without).toContain("Membre supprimé");
    expect(without).not.toMatch(/name="key"|<script>alert/);
  }
  for (const value of ["membre-effacé", { code: "constructor", undo: KEY }, null])
    expect(await shown(value)).not.toMatch(new RegExp(`Membre supprimé|${KEY}`));
});

it.each([
  "0123456789abcdef0123",
  "..%2F..%2Fsite.db",
  "%2e%2e/%2e%2e/site.db",
  "%2e%2e%2f%2e%2e",
  "membres/M1/a.jpg",
  "%00",
  "x".repeat(5000),
  "a/%F0%9F%8D%B7/'%20OR%201=1",
])("the small picture of a deleted card is 404 if the recycle bin has none: %s", async (path) => {
  expect((await site.read(`/corbeille/photo/${path}`)).status).toBe(404);
  expect(site.log).toEqual([]);
});
