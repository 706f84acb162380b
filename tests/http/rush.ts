/** Many visitors reply at once to a slot, while people withdraw. */
import { expect } from "vitest";
import { isComing } from "#domain/slots/reply.ts";
import type { Services } from "#usecases/services.ts";
import { addEvent, EVENT, FORM_PATH } from "./slot-event.ts";

const PLACES = 10;
/** People who come before the rush, and withdraw in it. */
const LEAVING = 4;

type Door = {
  /** Sends the form of a new visitor. */
  send: (path: string, fields: Record<string, string>) => Promise<Response>;
  get: (path: string) => Promise<Response>;
  services: Pick<Services, "events" | "slots" | "replies" | "placeLinks">;
};

/** @returns the door of a site in a process of its own. `services`: of this process, on the same data */
export const doorOf = (url: string, services: Door["services"]): Door => {
  let visitors = 0;
  return {
    services,
    get: (path) => fetch(url + path),
    send: (path, fields) => {
      const headers = { origin: url, "x-forwarded-for": `2001:db8:${(visitors++).toString(16)}::1` };
      return fetch(url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
    },
  };
};

/**
 * Expects that exactly as many people come as are needed, that all others are told so in the answer, and that no reply is
 * lost.
 * @param onReady called when the rush begins
 * @returns the time of the slowest answer, in milliseconds
 */
export async function rush({ send, get, services }: Door, visitors: number, onReady = () => {}): Promise<number> {
  const [slot = "", other = ""] = await addEvent(services, [
    { hour: 42, needed: PLACES },
    { hour: 42, needed: 1, post: "Entrée" },
  ]);
  const answer = async (name: string, phone: string) => {
    const response = await send(FORM_PATH, { poste: slot, nom: name, telephone: phone, hp: "" });
    return { name, status: response.status, html: await response.text(), location: response.headers.get("location") };
  };
  for (let i = 0; i < LEAVING; i++) expect((await answer(`Parti ${i}`, "0791111111")).status).toBe(302);
  const { subject = "" } = (await services.events.get(EVENT)) ?? {};
  const before = await services.replies.list(subject);
  onReady();

  const start = performance.now();
  const reply = (i: number) => answer(`Personne ${i}`, `079${String(2_000_000 + i)}`);
  const everybody = Array.from({ length: visitors }, (_, i) => i);
  const last = Math.floor(visitors / 10);
  const first = everybody.slice(last).map(reply);
  await Promise.race(first);
  await Promise.all(before.map(({ id }) => services.replies.withdraw([id], "person", null)));
  // Those who came while all places were taken were refused. The last visitors take the places that became free.
  const answers = await Promise.all([...first, ...everybody.slice(0, last).map(reply)]);
  const ms = performance.now() - start;

  const coming = (await services.replies.list(subject)).filter(isComing);
  expect(coming.map(({ name }) => name).toSorted()).toEqual(
    answers
      .filter(({ status }) => status === 302)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(coming).toHaveLength(PLACES);
  for (const { status, html, location, name } of answers)
    if (status === 302) {
      const token = /^\/mes-places\/([\w-]+)/.exec(location ?? "")?.[1] ?? "";
      expect(await services.placeLinks.find(token)).toMatchObject([{ name, slot }]);
    } else {
      expect([status, html]).toEqual([400, expect.stringContaining("C’est complet")]);
      // The free slot at the same hours can be ticked in the same page, with what was typed.
      expect(html).toContain("Il reste une place aux mêmes heures");
      expect(html).toMatch(new RegExp(`<input type="checkbox"[^>]* value="${other}"`));
      expect(html).toContain(`value="${name}"`);
    }
  expect(await (await get(`/planning/${EVENT}`)).text()).toContain("complet");
  return ms;
}
