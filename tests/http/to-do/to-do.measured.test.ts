import { expect, it } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { setUpSite } from "#tests/http/site.ts";
import { slowness } from "#tests/machine.ts";

const WORK_MAX_MS = 50;
const [TASKS, EVENTS, TIMES] = [300, 60, 9];

const site = setUpSite({ committee: true, now: new Date("2026-11-20T10:00:00Z") });

it(`« À faire » with ${TASKS} tasks of ${EVENTS} events takes at most ${WORK_MAX_MS} ms of work`, async () => {
  const { events, tasks, auth } = site.services;
  const [account] = await auth.listAccounts();
  await auth.rename(account?.id ?? "", "Sophie");
  for (let n = 0; n < EVENTS; n++) {
    const month = `202${6 + Math.floor(n / 30)}-${String((n % 12) + 1).padStart(2, "0")}`;
    await events.create(`Fete${n}`, anEvent({ name: `Fête ${n}`, month, firstDay: n % 3 === 0 ? "" : `${month}-12` }));
    const { subject = ASSOCIATION } = (await events.get(`Fete${n}`)) ?? {};
    const added = Array.from({ length: TASKS / EVENTS }, (_, i) => ({
      ...{ text: `Boissons\u00a0: commande et reprise ${i}`, due: { days: -15 * i }, who: i % 2 === 0 ? "Sophie" : "" },
      former: { name: "Léo", since: "2025-12-01" },
    }));
    await tasks.add(subject, added, null);
  }
  const worked: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const measured = await holding(() => site.html("/a-faire"));
    expect(measured.result.match(/list__row/g)?.length).toBe(ROWS_PER_PAGE);
    worked.push(measured.worked);
  }
  if (process.env.SHOW) process.stdout.write(`${worked.map(Math.round)}\n`);
  const median = worked.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
  writeFigures("to-do", {
    promise: "« À faire » is fast",
    figures: `${TASKS} tasks of ${EVENTS} events: ${Math.round(median)} ms of work`,
  });
  expect(median).toBeLessThan(WORK_MAX_MS * slowness());
});
