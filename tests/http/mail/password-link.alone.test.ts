/** A password link leaves before bills that wait, through a real mail server and the site's own worker. */
import { expect, it, vi } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { writeFigures } from "#tests/figures.ts";
import { openMailSite } from "#tests/http/mail/mail-site.ts";
import { sendBills } from "#usecases/fees/send-bills.ts";

const BILLS = 2000;
const ALLOWED_MS = 2000;

it(`with ${BILLS} bills due, a password link leaves within ${ALLOWED_MS} ms`, async () => {
  const { url, received } = await startSmtpServer();
  const site = await openMailSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });
  const { register, fees, mails } = site.services;
  const member = (i: number) => ({ ...EMPTY_MEMBER, firstName: "Léa", lastName: `N${i}`, email: `m${i}@exemple.ch` });
  const people = Array.from({ length: BILLS }, (_, i) => ({ id: null, data: { ...member(i), since: "2020-01-01" } }));
  const saved = await register.save(people, null);
  await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-12-31" }, null);
  const ids = saved.ok ? saved.value.map((id) => `2027-${id}`) : [];
  await sendBills(site.services, { year: "2027", days: null, way: "email", ids }, site.config.publicUrl, null);
  expect(await mails.count()).toBe(BILLS);
  site.wake();
  await vi.waitUntil(() => received.length > 5, { timeout: 20_000, interval: 5 });

  const start = performance.now();
  const fields = { intention: "invite", firstName: "Paul", email: "paul@exemple.ch" };
  expect((await site.send("/comptes", fields, site.cookie)).status).toBe(200);
  await vi.waitUntil(() => received.some(({ a }) => a.includes("paul@exemple.ch")), { timeout: 20_000, interval: 5 });
  const took = performance.now() - start;
  expect(received.length).toBeLessThan(BILLS);
  expect(took).toBeLessThan(ALLOWED_MS);
  writeFigures("password-link", {
    promise: "A password link does not wait for bills",
    figures: `with ${BILLS} bills due, it was with the mail server after ${Math.round(took)} ms`,
  });
}, 180_000);
