import { describe, expect, it } from "vitest";
import { compareReleases, newest, newsBetween } from "#cli/upgrade/versions.ts";

describe("the newest release", () => {
  it("is the one with the highest numbers, whatever the order and the other tags", () => {
    expect(newest(["v0.9.1", "v0.10.0", "v0.2.0", "v1", "essai", "v2.0.0-beta", ""])).toBe("v0.10.0");
    expect(newest(["essai"])).toBeNull();
    expect(compareReleases("v1.2.3", "v1.2.3")).toBe(0);
    expect(compareReleases("v1.2.3", "v1.3.0")).toBeLessThan(0);
  });
});

describe("what is new", () => {
  const CHANGELOG = "# Nouveautés\n\n## 0.3.0 — plus tard\n\nTrois.\n\n## 0.2.1\n\nDeux et un.\n\n## 0.2.0\n\nDeux.\n";

  it("is what the changelog says of the releases in between, the last one included", () => {
    expect(newsBetween(CHANGELOG, "v0.2.0", "v0.3.0")).toBe(
      "## 0.3.0 — plus tard\n\nTrois.\n\n## 0.2.1\n\nDeux et un.",
    );
    expect(newsBetween(CHANGELOG, "v0.2.0", "v0.2.1")).toBe("## 0.2.1\n\nDeux et un.");
  });

  it("is nothing where the changelog knows none of them", () => {
    expect(newsBetween("# Nouveautés\n", "v0.2.0", "v0.3.0")).toBe("");
  });
});
