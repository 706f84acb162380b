/**
 * On Android webcal: leads nowhere: the ways into an agenda that work there come first, the address open. A page that
 * React runs is React's, and keeps its order.
 */
export function putAndroidCalendarFirst(): void {
  if (!/Android/.test(navigator.userAgent) || "__reactRouterContext" in window) return;
  const ways = [...document.querySelectorAll<HTMLElement>(".subscription > [data-android]")].reverse();
  ways[0]?.parentElement?.prepend(...ways);
  for (const way of ways) way.setAttribute("open", "");
}
