import { describe, expect, it } from "vitest";
import { CONTACT_DETAIL_SENTENCES, SIGN_UP_TOKEN_FIELD } from "#domain/contact-details.ts";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { monthInFrench, nextMonth } from "#domain/events/french-dates.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";

const NOW = new Date();
const MINOR = {
  nom: "Fendant",
  prenom: "Léa",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "079 123 45 67",
  dateAnniv: yearsBefore(dayInZurich(NOW), 16),
  charte: "on",
  charteMineur: "on",
  hp: "",
};
const DETAILS = { email: "lea@exemple.ch", guardianName: "Anne Fendant", guardianPhone: "079 222 33 44" };
const PAGE = "/inscription/merci";

const site = setUpSite({ committee: true, each: true, now: NOW });

const tokenIn = (html: string): string =>
  new RegExp(`name="${SIGN_UP_TOKEN_FIELD}" value="([^"]+)"`).exec(html)?.[1] ?? "";

/** Signs up as a browser without JavaScript. @returns the answer of the thank-you's form */
async function signUp(fields: Partial<typeof MINOR> = {}) {
  const html = await (await site.send("/inscription", { ...MINOR, ...fields })).text();
  const token = tokenIn(html);
  const [entry] = (await site.services.inbox.search({ type: "inscription", text: "", filter: "tout", day: "" }))
    .entries;
  const send = (details: Record<string, string> = DETAILS) =>
    site.send(PAGE, { ...details, [SIGN_UP_TOKEN_FIELD]: token });
  return { html, token, id: entry?.id ?? "", send };
}

describe("the thank-you without JavaScript", () => {
  it("asks once more: the details reach the committee, and the page that says so keeps the consent form", async () => {
    const { html, id, send } = await signUp();
    for (const name of Object.keys(DETAILS)) expect(html).toContain(`name="${name}"`);
    const answer = await send();
    const page = await answer.text();
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.getSetCookie()]).toEqual([
      200,
      expect.stringContaining("no-store"),
      [],
    ]);
    for (const text of ["C’est noté, merci.", `href="/autorisation/${id}"`]) expect(page).toContain(text);
    // The answer repeats nothing that was written.
    expect(page).not.toContain("lea@exemple.ch");
    const inbox = await site.html("/inscriptions");
    for (const text of ["lea@exemple.ch", "Anne Fendant", 'href="tel:+41792223344"']) expect(inbox).toContain(text);
    // The second thank-you of the same sign-up neither asks nor shows the details.
    const again = await signUp();
    expect([
      again.token,
      again.html.includes("Anne Fendant"),
      again.html.includes("Merci de votre inscription"),
    ]).toEqual(["", false, true]);
  });

  it("names the next public event, as it is now, and says what comes next; so does the page after it", async () => {
    const next = /Votre prochaine date\s:.*?<a [^>]*href="([^"]*)"[^>]*><b>([^<]*)<\/b>, <bdi>([^<]*)/s;
    const month = nextMonth(dayInZurich(NOW));
    const name = async (fields: Partial<typeof MINOR>) => next.exec((await signUp(fields)).html)?.slice(1);
    expect(await name({})).toBeUndefined();
    await site.services.events.create("Loto", anEvent({ name: "Loto", month, publication: "draft" }));
    expect(await name({ prenom: "Eva" })).toBeUndefined();
    await site.services.events.create("Bal", anEvent({ name: "Bal", month }));
    const { html, send } = await signUp({ prenom: "Luc" });
    for (const page of [html, await (await send()).text()]) {
      expect(next.exec(page)?.slice(1)).toEqual(["/planning/Bal", monthInFrench(month), "Bal"]);
      expect(page).toContain("Vous serez ajouté·e à la liste des membres prochainement.");
    }
  });

  it("asks an adult only for the e-mail", async () => {
    const { html } = await signUp({ dateAnniv: yearsBefore(dayInZurich(NOW), 20) });
    expect([html.includes('name="email"'), html.includes('name="guardianPhone"')]).toEqual([true, false]);
  });

  it("keeps what was typed, with a sentence beside each refused field", async () => {
    const { send } = await signUp();
    const answer = await send({ email: "lea@", guardianName: "Anne", guardianPhone: "12" });
    const html = await answer.text();
    expect([answer.status, sentences(html).map(([field]) => field)]).toEqual([400, ["email", "guardianPhone"]]);
    for (const value of ["lea@", "Anne", "12"]) expect(html).toContain(`value="${value}"`);
    expect((await site.send(PAGE, { ...DETAILS, [SIGN_UP_TOKEN_FIELD]: tokenIn(html) })).status).toBe(200);
  });

  it("is refused with a sentence by another content, a handled sign-up, one in the bin, and a foreign id", async () => {
    const { id, send } = await signUp();
    const said = async (answer: Promise<Response>) => {
      const response = await answer;
      const html = await response.text();
      return [response.status, Object.values(CONTACT_DETAIL_SENTENCES).find((sentence) => html.includes(sentence))];
    };
    expect(await said(site.send(PAGE, { ...DETAILS, [SIGN_UP_TOKEN_FIELD]: id }))).toEqual([
      404,
      CONTACT_DETAIL_SENTENCES.gone,
    ]);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(await said(send({ ...DETAILS, email: "" }))).toEqual([409, CONTACT_DETAIL_SENTENCES.written]);
    const other = await signUp({ prenom: "Max" });
    await site.send("/inscriptions", { intention: "handle", id: other.id }, site.cookie);
    expect(await said(other.send())).toEqual([409, CONTACT_DETAIL_SENTENCES.handled]);
    await site.send("/inscriptions", { intention: "remove", id: other.id }, site.cookie);
    expect(await said(other.send())).toEqual([404, CONTACT_DETAIL_SENTENCES.gone]);
    const opened = await site.request(PAGE);
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/inscription"]);
  });

  it("accepts the details of many guests on one IP address, each once", async () => {
    const { send } = await signUp();
    for (let i = 0; i < 63; i++) site.limiter("127.0.0.1").attempt("contact-details");
    expect((await send()).status).toBe(200);
  });
});
