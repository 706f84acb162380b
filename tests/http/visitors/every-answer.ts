/** What visitors are answered wherever they may ask: at every route of the build, as a page and as its data, by form too. */
import { listRoutes } from "#tests/http/routes.ts";
import type { TestSite } from "#tests/http/site.ts";

export type Answer = {
  /** `GET /planning` */
  readonly asked: string;
  /** Status, where it leads, and all that it says, without what differs each time. */
  readonly said: string;
};

/** What stands in the place of the identifier that was asked for. */
const ASKED = "#";

/**
 * Asks everything, each time as somebody else.
 * @param id of a document: it fills every place of an address, and does not count as said where it only comes back
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
