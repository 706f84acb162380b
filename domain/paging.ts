export const ROWS_PER_PAGE = 50;

export type ListPortion = { readonly start: number; readonly count: number };

/** Takes page `wanted` of a list. The first page is 1. Takes the last page if `wanted` is too high. */
export function listPageOf<One>(all: readonly One[], wanted: number) {
  const pages = Math.max(1, Math.ceil(all.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  return { shown: all.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE), total: all.length, page, pages };
}

/** Reads page `wanted` of a list. The first page is 1. Reads the last page if `wanted` is too high. */
export async function readListPage<Found extends { readonly total: number }>(
  wanted: number,
  read: (portion: ListPortion) => Promise<Found>,
): Promise<Found & { page: number; pages: number }> {
  const portion = (page: number) => ({ start: (page - 1) * ROWS_PER_PAGE, count: ROWS_PER_PAGE });
  const requested = await read(portion(wanted));
  const pages = Math.max(1, Math.ceil(requested.total / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  return { ...(page === wanted ? requested : await read(portion(page))), page, pages };
}
