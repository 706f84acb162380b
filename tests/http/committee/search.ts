/** The search form of the committee's lists, as a browser without script sends it. */
import { expect } from "vitest";
import type { TestSite } from "#tests/http/site.ts";

type Asked = { q: string; filter?: string };

/**
 * @param cookie of the session, with what was searched for before
 * @returns the address of what was found, without the words, and the cookies to read it with
 */
export async function searchFor(site: TestSite, page: string, { q, filter = "tout" }: Asked, cookie: string) {
  const answer = await site.send(page, { intention: "search", q, filtre: filter }, cookie);
  expect(answer.status).toBe(302);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0] ?? "");
  const others = cookie.split("; ").filter((one) => !cookies.some((own) => own.split("=")[0] === one.split("=")[0]));
  return { address: answer.headers.get("location") ?? "", cookie: [...others, ...cookies].join("; "), answer };
}
