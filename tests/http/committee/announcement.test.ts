import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ANNOUNCEMENT_SENTENCES } from "#domain/announcement.ts";
import { addDays, dayInZurich } from "#domain/dates.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { httpListener } from "#server/http/http-listener.ts";
import { BOB } from "#tests/contracts/bin/deletions.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { sentences, setUpSite, versionIn } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const NOW = new Date();
const site = setUpSite({ each: true, committee: true, now: NOW });
beforeEach(async () => void (await site.services.events.create("Fête0825", anEvent())));

const TOMORROW = addDays(dayInZurich(NOW), 1);
const TYPED = { text: "Ce soir à Binii", link: "/planning", untilDay: TOMORROW, untilTime: "06:00", hp: "" };

const publish = async (fields: Record<string, string> = {}) =>
  site.send("/annonce", { ...TYPED, version: versionIn(await site.html("/annonce")), ...fields }, site.cookie);

const bar = (html: string) => /<a class="skip-link".*?<\/a>(<aside .*?<\/aside>)/s.exec(html)?.[1];
const barOf = async (path: string) => bar(await site.html(path, ""));

const SHOWN_ON = ["/", "/planning", "/planning/2025", "/planning/F%C3%AAte0825"];

describe("an announcement", () => {
  it("is proposed until tomorrow at six, appears on the home page and the planning only, and can be withdrawn", async () => {
    expect(await barOf("/")).toBeUndefined();
    const form = await site.html("/annonce");
    for (const value of [TOMORROW, "06:00"]) expect(form).toContain(`value="${value}"`);
    const twice = { version: versionIn(form) };
    for (const answer of [await publish(twice), await publish(twice)])
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/annonce"]);
    for (const path of SHOWN_ON) {
      expect(await barOf(path)).toContain('aria-label="Annonce"');
      expect(await barOf(path)).toContain('<a href="/planning" data-discover="true">Ce soir à Binii</a>');
    }
    for (const path of ["/comite", "/inscription", "/contact", "/nulle-part"])
      expect(await barOf(path)).toBeUndefined();
    const html = await site.html("/annonce");
    expect(html).toContain("En ligne jusqu’au");
    expect(html).toContain("https://wa.me/?text=Ce%20soir%20%C3%A0%20Binii%0Ahttp");
    const removal = await site.send("/annonce", { intention: "remove", version: versionIn(html) }, site.cookie);
    expect(removal.headers.get("location")).toBe("/annonce");
    expect(await barOf("/")).toBeUndefined();
    const after = await site.html("/annonce");
    expect([after.includes("En ligne jusqu’au"), after.includes(">Ce soir à Binii</textarea>")]).toEqual([false, true]);
    expect(after).not.toContain("wa.me");
    expect(await site.html("/journal")).toContain("l’annonce");
  });

  it("disappears from cached pages at its end, without a write", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { app, cache, config, services } = site;
    services.clock.now = () => new Date();
    const server = createServer(httpListener({ app, cache, ...config }));
    onTestFinished(() => void server.close());
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const barOfHome = async () => bar(await (await fetch(home)).text());
    const { version } = await services.announcement.get();
    const until = new Date(Date.now() + 1500);
    const announcement = { text: "Bientôt fini", link: "", until: until.toISOString() };
    await services.announcement.save(announcement, version, { by: BOB, at: new Date() });
    const get = vi.spyOn(services.announcement, "get");
    for (let times = 0; times < 3; times++) expect(await barOfHome()).toContain(">Bientôt fini</p>");
    expect(get).toHaveBeenCalledTimes(1);
    vi.setSystemTime(until.getTime() + 1);
    expect(await barOfHome()).toBeUndefined();
  });

  it("keeps the typed values when a field is refused or another person has published", async () => {
    const refused = await publish({ link: "javascript:alert(1)", text: "<b>Salut</b>" });
    const html = await refused.text();
    expect([refused.status, sentences(html)]).toEqual([400, [["link", ANNOUNCEMENT_SENTENCES.link]]]);
    expect(html).toContain("&lt;b&gt;Salut&lt;/b&gt;</textarea>");
    expect(sentences(await (await publish({ link: "/nulle-part?a#b" })).text())).toEqual([
      ["link", "Le site n’a pas de page «\u00a0/nulle-part\u00a0»."],
    ]);
    await publish({ text: "La première", link: "/planning/Fête0825#contenu" });
    const late = await publish({ text: "La seconde", version: "0" });
    const conflict = (await late.text()).replaceAll("<!-- -->", "");
    expect(late.status).toBe(409);
    expect(conflict).toContain("Elle dit maintenant\u00a0: «\u00a0La première\u00a0».");
    expect(conflict).toContain(">La seconde</textarea>");
    expect((await publish({ text: "La seconde", version: versionIn(conflict) })).status).toBe(302);
    expect(await barOf("/")).toContain("La seconde");
  });

  it("is shown as text, and does not affect the group photo", async () => {
    const { version } = await site.services.settings.get();
    const photo = { was: null, is: await prepared(site.services, "accueil") };
    await site.services.settings.save(INITIAL_SETTINGS, version, { by: BOB, at: new Date() }, photo);
    await publish({ text: '</p><script>alert(1)</script> [x](javascript:1) &amp; {"a"}', link: "" });
    expect(await barOf("/")).toContain(
      "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:1) &amp;amp; {&quot;a&quot;}",
    );
    expect(await site.html("/", "")).toContain("/images/accueil/groupe/");
  });
});
