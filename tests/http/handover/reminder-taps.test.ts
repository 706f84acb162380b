/** A reminder of a fee is sent in three taps from the page after the sign-in, whoever of the committee does it. */
import { expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { saveSettings, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ each: true });
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR = "2026";

it("from « À faire » of another account than the cashier’s, by SMS", async () => {
  const { services } = site;
  const clock = { now: new Date("2026-03-01T10:00:00Z") };
  services.clock.now = () => clock.now;
  await saveSettings(site, { iban: "CH5604835012345678009" });
  const data = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Ançay", since: "2020-01-01", phone: "0791234567" };
  const saved = await services.register.save([{ id: null, data }], null);
  const lea = saved.ok ? saved.value[0] : expect.fail();
  await services.fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-12-31` }, null);
  const cashier = await site.signIn();
  const bill = {
    intention: "sent",
    kind: "bill",
    way: "sms",
    member: `${lea}`,
    fees: `${YEAR}-${lea}`,
    at: clock.now.toISOString(),
  };
  expect((await site.send("/registre/envois", bill, cashier)).status).toBe(204);

  clock.now = new Date(clock.now.getTime() + 31 * DAY_MS);
  await services.auth.createAccount("zoe@exemple.ch", "raclette-1966");
  const signedIn = await site.send("/login", { username: "zoe@exemple.ch", password: "raclette-1966" });
  const zoe = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  // The sign-in redirects to itself first, to see whether the browser keeps cookies.
  const start = (await site.get(signedIn.headers.get("location") ?? "", zoe)).headers.get("location") ?? "";
  const taps: string[] = [];
  const tap = async (path: string, link: RegExp) => {
    const href =
      link.exec(await site.html(path, zoe))?.[1]?.replaceAll("&amp;", "&") ?? expect.fail(`${link} on ${path}`);
    taps.push(href);
    return href;
  };
  const round = await tap(start, /href="([^"]*)"[^>]*><bdi>Envoyer 1\u00a0rappel 2026/);
  await tap(round, /href="(sms:[^"]*)"/);
  taps.push("« Envoyer », in the app of the phone");
  expect(taps).toEqual([
    `/cotisations/${YEAR}/envoyer?rappel=30`,
    expect.stringMatching(/^sms:\+41791234567\?.*body=Bonjour%20L%C3%A9a/),
    expect.any(String),
  ]);
});
