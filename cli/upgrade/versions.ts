/** Which release is newer, and what the changelog says of it. Releases are tags `vX.Y.Z`. */

const TAG = /^v\d+\.\d+\.\d+$/;

export const isRelease = (tag: string): boolean => TAG.test(tag);

/** @returns below 0 when the first is the older one */
export const compareReleases = (one: string, other: string): number =>
  one.localeCompare(other, "en", { numeric: true });

/** @returns the newest release among tags; null when none is one */
export const newest = (tags: readonly string[]): string | null =>
  tags.filter(isRelease).sort(compareReleases).at(-1) ?? null;

/**
 * @param changelog with a heading `## X.Y.Z …` for each release
 * @returns what it says of the releases after one, up to another; empty when it knows none of them
 */
export function newsBetween(changelog: string, from: string, to: string): string {
  return changelog
    .split(/^(?=## )/m)
    .filter((section) => {
      const tag = `v${/^## (\S+)/.exec(section)?.[1]}`;
      return isRelease(tag) && compareReleases(tag, from) > 0 && compareReleases(tag, to) <= 0;
    })
    .join("")
    .trim();
}
