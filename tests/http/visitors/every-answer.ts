/** The responses to a visitor on every route of the build: as a page, as data, and to a form. */
import { listRoutes } from "#tests/http/routes.ts";
import type { TestSite } from "#tests/http/site.ts";

export type Answer = {
  /** `GET /planning` */
  readonly asked: string;
  /** Status, redirect and body, without the nonce of each response. */
  readonly said: string;
};

/** Replaces the requested identifier in a response. */
const ASKED = "#";

/**
 * Sends every request, each from a new visitor.
 * @param id of a document: the value of every parameter of an address; where the site only repeats it, it is replaced
 */
export async function everyAnswer(site: TestSite, id: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string, init?: RequestInit) => {
    const response = await site.request(path, init);
    const said = [response.status, response.headers.get("location"), await response.text()].join("\n");
    const asked = `${init?.method ?? "GET"} ${path}`;
    answers.push({ asked: withoutId(asked, id), said: withoutId(said.replaceAll(/ nonce="[^"]*"/g, ""), id) });
  };
  const places: Record<string, string> = { collection: "evenements", file: `${id}.jpg`, "*": id };
  for (const { path, writes } of await listRoutes((place) => encodeURIComponent(places[place] ?? id))) {
    await ask(path);
    await ask(path === "/" ? "/_.data" : `${path}.data`);
    if (writes)
      await ask(path, {
        method: "POST",
        body: new URLSearchParams({ id }),
        headers: { origin: site.config.publicUrl },
      });
  }
  return answers;
}

const withoutId = (text: string, id: string): string =>
  text.replaceAll(encodeURIComponent(id), ASKED).replaceAll(id, ASKED);
