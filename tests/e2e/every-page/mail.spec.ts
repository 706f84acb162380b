/** Mail to the committee on a phone. */
import { dayInZurich, swissDay, yearsBefore } from "#domain/dates.ts";
import { composeCommitteeMail } from "#domain/mail/committee-mail.ts";
import { inscription, message } from "#tests/e2e/inbox.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "#tests/e2e/test.ts";

const NOW = new Date();
const SUBMISSIONS = {
  "a minor’s sign-up": inscription({
    lastName: `<b>Muscat</b> ${"Héritier-".repeat(8)}`,
    birthDate: swissDay(yearsBefore(dayInZurich(NOW), 17)),
    minorCharter: "Validé par la personne",
  }),
  "a message": message({
    subject: `Muscat ${"x".repeat(200)}`,
    message: `Bonjour,\n\n${"une-très-longue-ligne".repeat(30)}\n<script>alert(1)</script>\nLéo`,
  }),
};

for (const [kind, submission] of Object.entries(SUBMISSIONS))
  test(`${kind} is readable on a phone, also in dark mode, and loads nothing`, async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.setContent(
      composeCommitteeMail({ id: "abc", submission, receivedAt: NOW }, "https://jeunesse.exemple.ch").html,
    );
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Muscat");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    expect(requests).toEqual([]);
  });
