/** The job of the letters of Monday, around the changes of the clocks. */
import { expect, it, onTestFinished, vi } from "vitest";
import { startToDoLetters } from "#server/jobs/to-do-letters.ts";
import type { Services } from "#usecases/services.ts";

const HOUR_MS = 3_600_000;

/** Runs the job from one time to another. @returns the Mondays whose letters it queued, and when */
async function run(from: string, hours: number, more: { hasServer?: boolean; isTrusted?: () => boolean } = {}) {
  const { hasServer = true, isTrusted = () => true } = more;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: new Date(from) });
  onTestFinished(() => void vi.useRealTimers());
  const queued: string[] = [];
  const services = {
    clock: { now: () => new Date() },
    clockGuard: { check: async () => isTrusted() },
    mailer: hasServer ? { sendLetter: async () => ({ outcome: "sent" }) } : {},
    mails: {
      // Queued before: then the job reads nothing else.
      async areToDoLettersQueued(monday: string) {
        queued.push(`${monday} ${new Date().toISOString()}`);
        return true;
      },
    },
  } as unknown as Services;
  const job = startToDoLetters(services, "https://exemple.ch", (error) => expect(error).toBeNull());
  await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
  await job.stop();
  return queued;
}

it("sends at 07:00 in Zurich, also after the change to summer time, and once a week", async () => {
  expect(await run("2027-03-20T12:00:00Z", 11 * 24)).toEqual([
    "2027-03-22 2027-03-22T06:00:00.000Z",
    "2027-03-29 2027-03-29T05:00:00.000Z",
  ]);
  expect(await run("2027-10-24T12:00:00Z", 9 * 24)).toEqual([
    "2027-10-25 2027-10-25T05:00:00.000Z",
    "2027-11-01 2027-11-01T06:00:00.000Z",
  ]);
});

it("sends on Monday afternoon if the site was down at 07:00, and not on Tuesday", async () => {
  expect(await run("2027-03-29T13:37:12Z", 48)).toEqual(["2027-03-29 2027-03-29T13:37:12.000Z"]);
  expect(await run("2027-03-30T05:00:00Z", 48)).toEqual([]);
});

it("waits for a trusted clock, and does nothing without a mail server", async () => {
  const isTrusted = () => new Date().toISOString() >= "2027-03-29T08:00:00.000Z";
  expect(await run("2027-03-29T04:00:00Z", 12, { isTrusted })).toEqual(["2027-03-29 2027-03-29T08:00:00.000Z"]);
  expect(await run("2027-03-29T04:00:00Z", 12, { hasServer: false })).toEqual([]);
});
