/** The whole site with a running outbox, a clock that the test advances, and submissions of visitors. */
import { expect, onTestFinished, vi } from "vitest";
import type { SubmissionType } from "#domain/submission.ts";
import { startOutbox } from "#server/jobs/outbox.ts";
import { formOf } from "#tests/http/hostile/long-forms.ts";
import { openSite } from "#tests/http/site.ts";

const MINUTE_MS = 60_000;

/** @param env as for `openSite` */
export async function openMailSite(env: Record<string, string>) {
  const here = await openSite(env);
  const { services } = here;
  let advanced = 0;
  Object.assign(services.clock, { now: () => new Date(Date.now() + advanced) });
  // A delivery ends when no further mail is due.
  let isIdle = false;
  const { leaseDue } = services.mails;
  services.mails.leaseDue = async (...claim) => {
    isIdle = false;
    const claimed = await leaseDue(...claim);
    isIdle = claimed === null;
    return claimed;
  };
  const outbox = startOutbox(services, (error, position) => here.log.push({ error, position }));
  const wake = () => {
    isIdle = false;
    outbox.wake();
  };
  onTestFinished(async () => {
    await outbox.stop();
    await here.close();
  });

  const cookie = await here.signIn();
  const read = async (path: string) => (await here.request(path, { headers: { cookie } })).text();
  const states = async () => {
    const read = (type: SubmissionType) => services.inbox.search({ type, text: "", filter: "tout", day: "2026-01-01" });
    const lists = await Promise.all([read("inscription"), read("message")]);
    return lists.flatMap(({ entries }) => entries.map(({ mail }) => mail));
  };
  return {
    ...here,
    cookie,
    read,
    states,
    wake,
    /**
     * Advances the clock; an hour is the longest pause between two attempts. Waits for the end of a delivery first: it
     * would put off the mail that it still has from the new time.
     */
    async wait(minutes: number) {
      await vi.waitUntil(() => isIdle, { timeout: 20_000, interval: 20 });
      advanced += minutes * MINUTE_MS;
      wake();
    },
    /** Submits sign-ups and messages while the outbox runs. @returns the texts of the answers */
    async receive(count: number): Promise<string[]> {
      const pages: string[] = [];
      for (let i = 0; i < count; i++) {
        for (const [path, fields] of [
          ["/inscription", { ...formOf("/inscription"), nom: `Nom${i}`, prenom: "Zoé" }],
          ["/contact", { ...formOf("/contact"), nom: "Léo", sujet: `Sujet${i}` }],
        ] as const) {
          const response = await here.send(path, fields);
          wake();
          expect(response.status).toBe(200);
          pages.push(await response.text());
        }
      }
      return pages;
    },
  };
}
