import { describe, expect, it } from "vitest";
import { fillWithDemo, upcomingDemoEvents } from "#cli/demo/fill.ts";
import { demoMember, fillRegister } from "#cli/demo/members.ts";
import { addDays, momentInZurich } from "#domain/dates.ts";
import { endOfEvent, isAnnounced, isEventOver } from "#domain/events/planned-event.ts";
import { sumFeeTotals } from "#domain/fees/fee-list.ts";
import { MAILING_WAYS } from "#domain/mailings/ways.ts";
import { memberAsTyped, memberSchema } from "#domain/register/member-form.ts";
import { readMarkdown } from "#domain/text/markdown.server.ts";
import { finish } from "#tests/steps.ts";
import { desk } from "#tests/usecases/desk.ts";
import { readMailingState } from "#usecases/mailings/recipients.ts";

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 20, 12)));

describe("the demo", () => {
  it.each(MONTHS)("has four events to come in the twelve months after %s, the first of them soon", (now) => {
    const moment = momentInZurich(now);
    const events = upcomingDemoEvents(now).map(({ fields }) => fields);
    expect(events).toHaveLength(4);
    for (const event of events) {
      expect([isAnnounced(event), isEventOver(event, moment)]).toEqual([true, false]);
      expect(endOfEvent(event).day <= addDays(moment.day, 370)).toBe(true);
    }
    const full = events.filter((event) =>
      [event.details, event.price, event.minimumAge, event.tickets, event.firstDay, event.startTime, event.place].every(
        (text) => text !== "",
      ),
    );
    expect(full.length).toBeGreaterThan(0);
    expect(endOfEvent(events[0] as (typeof events)[number]).day <= addDays(moment.day, 125)).toBe(true);
  });

  it("shows the planning of 2025, with the posters of 2025 on the events to come, once however often it starts", async () => {
    const services = { ...desk(), clock: { now: () => new Date("2026-11-20T12:00:00Z") } };
    for (let start = 0; start < 2; start++)
      await fillWithDemo(services as unknown as Parameters<typeof fillWithDemo>[0]);
    const { events, settings, pictures } = services;
    expect((await events.list()).filter(({ month }) => month > "2026")).toHaveLength(4);
    expect(await settings.get()).toMatchObject({ planningYear: 2025, planningYearAutomatic: false });
    const [before, after] = [await events.get("Noël1225"), await events.get("Noël1226")];
    expect(after).toMatchObject({ firstDay: "2026-12-12", picture: before?.picture, publication: "" });
    expect(await pictures.find({ collection: "evenements", id: "Noël1226" })).not.toBeNull();
  });

  it("has messages that went by all ways, with somebody who still waits, and a convocation", async () => {
    const services = { ...desk(), clock: { now: () => new Date() } };
    await fillWithDemo(services as unknown as Parameters<typeof fillWithDemo>[0]);
    await fillRegister(services as unknown as Parameters<typeof fillRegister>[0]);
    const all = await services.mailings.list(new Date(0));
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(["convocation", "event", "info"]);
    for (const mailing of all) {
      const { counts } = await readMailingState(services, mailing);
      const reached = MAILING_WAYS.filter((way) => counts[way].sent > 0);
      const waiting = MAILING_WAYS.map((way) => counts[way].all - counts[way].sent).reduce((a, b) => a + b, 0);
      if (mailing.kind === "info") expect([reached, waiting]).toEqual([["email", "group", "mobile", "paper"], 2]);
      if (mailing.kind === "convocation") expect([reached, waiting]).toEqual([["email", "mobile", "paper"], 0]);
      if (mailing.kind === "event") expect(waiting).toBe(1);
      expect(readMarkdown(mailing.text, () => true).ok).toBe(true);
    }
  });

  it("has a register of valid members, with fees of the present year, once however often it starts", async () => {
    const services = desk();
    for (let start = 0; start < 2; start++)
      await fillRegister(services as unknown as Parameters<typeof fillRegister>[0]);
    const [year, ...others] = await services.fees.listYears();
    expect([(await services.register.list()).length, others]).toEqual([44, []]);
    expect((await services.inbox.count("inscription")).unhandled).toBe(5);
    expect((await services.optOuts.list()).size).toBe(1);
    const totals = finish(sumFeeTotals(await services.fees.listYear(year?.year ?? "")));
    expect([totals.paid, totals.open, totals.waived]).toEqual([30, 10, 1]);
    for (let i = 0; i < 40; i++)
      expect(memberSchema("2026-01-01").safeParse(memberAsTyped(demoMember(i, 2026))).error, `${i}`).toBeUndefined();
  });
});
