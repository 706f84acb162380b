import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCheckDue, isNewsDue } from "#domain/site-health/check-due.ts";
import { isChangelog, newerRelease } from "#domain/site-health/release-news.ts";

const HOUR = 60 * 60 * 1000;
const CHANGELOG = `# Nouveautés

## 0.10.0 — 1er février 2027
Les photos se **tournent**.

- Le planning va jusqu’à [l’été](https://exemple.ch).

## 0.2.0 — 23 novembre 2026
Le premier.
`;

describe("the news of releases", () => {
  it("are the first release of the list, when it is newer than the one that runs", () => {
    expect(newerRelease(CHANGELOG, "0.2.0")).toEqual({
      version: "0.10.0",
      text: "Les photos se tournent. Le planning va jusqu’à [l’été](https://exemple.ch).",
    });
    expect(newerRelease(CHANGELOG, "0.9.9")?.version).toBe("0.10.0");
    expect(newerRelease(CHANGELOG, "0.10.0")).toBeNull();
    expect(newerRelease(CHANGELOG, "1.0.0")).toBeNull();
  });

  it("are not believed more than a number and a short text", () => {
    expect(newerRelease("<html>nothing</html>", "0.2.0")).toBeNull();
    expect(isChangelog("<html>nothing</html>")).toBe(false);
    expect(newerRelease("## 9.9.9.9", "0.2.0")).toBeNull();
    const long = newerRelease(`## 1.0.0\n${"Une phrase de plus. ".repeat(100)}`, "0.2.0")?.text ?? "";
    expect(long.length).toBeLessThanOrEqual(300);
    expect(long).toMatch(/plus\.$/);
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const text = newerRelease(`## 1.0.0\n${rest}`, "0.2.0")?.text ?? "";
        return text.length <= 301 && !/[\p{Cc}\p{Cf}]/u.test(text);
      }),
    );
  });

  it("are asked for at most daily", () => {
    expect([null, 23 * HOUR, 24 * HOUR].map(isNewsDue)).toEqual([true, false, true]);
  });
});

describe("a check of the site", () => {
  it("follows the first start, the backup of a night, or a day without one", () => {
    expect(isCheckDue(null, false)).toBe(true);
    expect(isCheckDue(11 * HOUR, true)).toBe(false);
    expect(isCheckDue(20 * HOUR, true)).toBe(true);
    expect(isCheckDue(25 * HOUR, false)).toBe(false);
    expect(isCheckDue(26 * HOUR, false)).toBe(true);
  });
});
