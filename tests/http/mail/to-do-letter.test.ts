/** The letter of Monday through a real mail server, the site's own jobs, and the switch of the accounts' page. */
import PostalMime from "postal-mime";
import { expect, it, onTestFinished, vi } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { startToDoLetters } from "#server/jobs/to-do-letters.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { ADMIN } from "#tests/http/site.ts";
import { openMailSite } from "./mail-site.ts";

const PAUL = "paul@exemple.ch";
const BOB = { id: "bob", name: "Bob" };
const SEVEN = new Date("2027-03-29T05:00:00Z");

it("an account gets the letter on Monday, switches it off on its page, and gets none on the next", async () => {
  const { url, received } = await startSmtpServer();
  const site = await openMailSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });
  const { services, log } = site;
  const paul = await services.auth.createAccount(PAUL, "trois mots au hasard");
  await services.auth.rename(paul?.id ?? "", "Paul");
  await services.tasks.add(ASSOCIATION, [{ text: "Payer le domaine", due: { day: "2027-03-30" }, who: "Paul" }], BOB);
  services.clockGuard.check = async () => true;

  /** Runs the job at a time until its letters are sent. @returns their recipients */
  const monday = async (at: Date, count: number) => {
    const before = received.length;
    services.clock.now = () => at;
    const job = startToDoLetters(services, site.config.publicUrl, (error, position) => log.push({ error, position }));
    onTestFinished(() => job.stop());
    await vi.waitUntil(() => services.mails.areToDoLettersQueued(at.toISOString().slice(0, 10)), { timeout: 20_000 });
    site.wake();
    await vi.waitUntil(async () => (await services.mails.count()) === 0, { timeout: 20_000 });
    await job.stop();
    expect(received).toHaveLength(before + count);
    return received
      .slice(before)
      .flatMap(({ a }) => a)
      .toSorted();
  };

  expect(await site.read("/comptes")).toContain('aria-pressed="true"');
  expect(await monday(SEVEN, 2)).toEqual([ADMIN.email, PAUL]);
  const mail = await PostalMime.parse(received[0]?.rawResponse ?? "");
  expect(mail.subject).toBe("À faire\u00a0: 1 dans les sept jours");
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(mail.to).toHaveLength(1);
  for (const body of [mail.text ?? "", mail.html ?? ""]) {
    expect(body).toContain("Payer le domaine, Association (Paul)");
    for (const path of ["/a-faire", "/comptes#rappels"]) expect(body).toContain(site.config.publicUrl + path);
  }

  // The session of the present has expired by then.
  const cookie = await site.signIn();
  const page = async () => (await site.request("/comptes", { headers: { cookie } })).text();
  const off = await site.send("/comptes", { intention: "letter-off" }, cookie);
  expect([off.status, off.headers.get("location")]).toEqual([302, "/comptes#rappels"]);
  expect(await page()).toContain('aria-pressed="false"');
  expect(await monday(new Date(SEVEN.getTime() + 7 * 86_400_000), 1)).toEqual([PAUL]);
  await site.send("/comptes", { intention: "letter-on" }, cookie);
  expect(await page()).toContain('aria-pressed="true"');
  expect(JSON.stringify(log)).not.toMatch(/domaine|Paul|@/);
});
