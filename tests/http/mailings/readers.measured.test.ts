/** The time in which the personal page answers after a year of many mailings: 50 to 2,000 people, each shared and read. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { openSite, type TestSite } from "#tests/http/site.ts";
import { slowness } from "#tests/machine.ts";
import { readMailingsToMember } from "#usecases/mailings/read-mailings.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { addMailing, addZoe, BOB, toMember } from "./a-mailing.ts";

const [MAILINGS, PEOPLE] = [50, 2000];
const HELD_MS = 100;

let site: TestSite;
let [zoe, page] = ["", ""];
beforeAll(async () => {
  site = await openSite();
  zoe = await addZoe(site);
  page = await readMemberLink(site.services, { id: zoe, returnedOn: "" });
  const others = Array.from({ length: PEOPLE - 1 }, (_, i) => i.toString(16).padStart(32, "0"));
  const recipients = [...others, zoe];
  for (let i = 0; i < MAILINGS; i++) {
    const text = `${"Rendez-vous à **8 h**, à la halle. ".repeat(50)}`;
    const id = await addMailing(site, { recipients: recipients.map(toMember), subject: `Message ${i}`, text });
    await site.services.mailings.share(id, "group", recipients, BOB);
  }
}, 600_000);
afterAll(() => site.close());

it(`shows ${MAILINGS} messages to ${PEOPLE} people without making another visitor wait`, async () => {
  const slow = slowness();
  const visit = async () => {
    const response = await site.request(page);
    const html = await response.text();
    expect([response.status, html.split('id="message-').length - 1]).toEqual([200, MAILINGS]);
  };
  await visit();
  const runs: { read: number; shown: number; worked: number }[] = [];
  for (let i = 0; i < 10; i++) {
    const read = await holding(() => readMailingsToMember(site.services, zoe, "https://jeunesse.exemple.ch"));
    const shown = await holding(visit);
    runs.push({ read: read.held, shown: shown.held, worked: shown.worked });
  }
  const least = (key: keyof (typeof runs)[number]) => Math.round(Math.min(...runs.map((run) => run[key])));
  writeFigures("own-messages", {
    promise: "The personal page shows a year of mailings without making others wait",
    figures: `${MAILINGS} mailings to ${PEOPLE} people: ${least("read")} ms at most at a time to read, ${least("shown")} ms with the page, ${least("worked")} ms of work`,
  });
  expect(least("read")).toBeLessThan(HELD_MS * slow);
  expect(least("shown")).toBeLessThan(HELD_MS * slow);
});
