/** Names of the committee at every width, and equal sizes of co-presidents; on a site of its own. */

import { join } from "node:path";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { newCommitteeMemberId } from "#domain/committee-member.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectNoSidewaysScroll, nothingIsCut, type Page, signIn } from "#tests/e2e/test.ts";

const HEADS = [
  ["Christophe", "Varone"],
  ["Marie-Antoinette", "Héritier-Roten-Debons"],
  ["Camille", "Luyet"],
] as const;
const OTHERS = [
  ["Christopher-Maximilien", "Zimmermann", "Caissier"],
  ["Marie-Antoinette", "Héritier-Roten-Debons", "Réseaux Sociaux"],
  ["Venkatasubramanian", "Constantinopoulos", "Secrétaire"],
  ["EMMANUELLE", "SCHWESTERMANN", "Membre"],
  ["Jo", "Li", "Membre"],
] as const;

/** As long as a displayed role may be. */
const LONG_ROLE = "Responsable du matériel, des camions et du montage de tentes";

/** Replaces the committee. @param heads number of co-presidents */
async function committee(dataDir: string, heads: number): Promise<void> {
  const documents = openSqliteDocuments(join(dataDir, "site.db"));
  const members = createCommitteeStore(documents);
  for (const { id } of await members.list()) await moveCard(members, id);
  const all = [...HEADS.slice(0, heads).map((name) => [...name, "Co-président"] as const), ...OTHERS];
  for (const [firstName, lastName, role] of all) {
    const fields = { firstName, lastName, role, displayedRole: role === "Membre" ? LONG_ROLE : "" };
    await members.create(newCommitteeMemberId(fields), fields);
  }
  documents.close();
}

/** @returns the words of names that are broken over several lines; a break after a hyphen is allowed */
const brokenWords = (page: Page) =>
  page.locator(".membre__name").evaluateAll((names) =>
    names.flatMap((name) => {
      const [text] = name.childNodes;
      const words = [...(name.textContent ?? "").matchAll(/[^\s-]+-?/g)];
      const broken = words.filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text as Text, index);
        range.setEnd(text as Text, index + word.length);
        return range.getClientRects().length !== 1;
      });
      return broken.map(([word]) => `${word} at ${innerWidth}`);
    }),
  );

async function expectWholeNames(page: Page, widths: readonly number[]): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.locator(".membre__name").count()).toBeGreaterThan(0);
    expect(await brokenWords(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await nothingIsCut(page);
  }
}

/** @returns the distinct widths, heights, positions and font sizes of the co-presidents’ cards */
const measuresOfHeads = (page: Page) =>
  page.locator(".membre--head").evaluateAll((heads) => {
    const rounded = (all: number[]) => [...new Set(all.map(Math.round))];
    const frames = heads.map((head) => head.querySelector(".print")?.getBoundingClientRect() as DOMRect);
    return {
      widths: rounded(frames.map(({ width }) => width)),
      heights: rounded(frames.map(({ height }) => height)),
      tops: rounded(frames.map(({ top }) => top)),
      names: [...new Set(heads.map((head) => getComputedStyle(head.querySelector("h2") as Element).fontSize))],
    };
  });

test("no name is broken inside a word at any width", { tag: "@long" }, async ({ page, dataDir }) => {
  await committee(dataDir, 3);
  await page.goto("/comite");
  await expect(page.locator(".membre")).toHaveCount(8);
  await expectWholeNames(
    page,
    Array.from({ length: 33 }, (_, step) => 320 + 50 * step),
  );
  await signIn(page, "/comite");
  await expectWholeNames(page, [320, 390, 820, 1440]);
});

test("one, two or three co-presidents are in one row, in the same size", { tag: "@long" }, async ({
  page,
  dataDir,
}) => {
  await signIn(page, "/comite");
  for (const heads of [1, 2, 3]) {
    await committee(dataDir, heads);
    await page.goto("/comite");
    await expect(page.locator(".membre--head")).toHaveCount(heads);
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { widths, heights, tops, names } = await measuresOfHeads(page);
      expect([widths.length, heights.length, tops.length, names.length], `${heads} at ${width}`).toEqual([1, 1, 1, 1]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await measuresOfHeads(page)).widths).toHaveLength(1);
  }
});
