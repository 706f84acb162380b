import { expect, it } from "vitest";
import { composeAccountNotice } from "#domain/accounts/account-notice.ts";

it("the notice about a mailing says who, when, how many and the subject, on one line each, and never as HTML", () => {
  const at = new Date("2027-02-01T12:00:00Z");
  const change = { mailing: "Sortie <b>\r\nBcc: tous@exemple.ch", recipients: 134 };
  const { subject, text, html } = composeAccountNotice({ by: "sophie@exemple.ch", at, change });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(subject).toContain("message aux membres (Sortie <b>");
  for (const words of ["134 personnes reçoivent le message", "Sortie <b>", "01.02.2027", "sophie@exemple.ch"])
    expect(text.replaceAll("\u00a0", " ")).toContain(words);
  expect(html).toContain("Sortie &lt;b&gt;");
  const one = composeAccountNotice({ by: null, at, change: { ...change, recipients: 1 } });
  expect(one.text).toContain("1 personne reçoit");
  expect(one.text).toContain("la personne qui s’occupe du serveur");
});
