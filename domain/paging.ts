export const PER_PAGE = 50;

export type Portion = { readonly start: number; readonly count: number };

/** Takes page `wanted` of a list. The first page is 1. Takes the last page if `wanted` is too high. */
export function pageOf<One>(all: readonly One[], wanted: number) {
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const page = Math.min(wanted, pages);
  return { shown: all.slice((page - 1) * PER_PAGE, page * PER_PAGE), total: all.length, page, pages };
}

/** Reads page `wanted` of a list. The first page is 1. Reads the last page if `wanted` is too high. */
export async function readPage<Found extends { readonly total: number }>(
  wanted: number,
  read: (portion: Portion) => Promise<Found>,
): Promise<Found & { page: number; pages: number }> {
  const portion = (page: number) => ({ start: (page - 1) * PER_PAGE, count: PER_PAGE });
  const requested = await read(portion(wanted));
  const pages = Math.max(1, Math.ceil(requested.total / PER_PAGE));
  const page = Math.min(wanted, pages);
  return { ...(page === wanted ? requested : await read(portion(page))), page, pages };
}
