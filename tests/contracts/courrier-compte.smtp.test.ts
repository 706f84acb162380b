import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createSmtpCourrierCompte } from "#adapters/smtp/smtp-courrier-compte.ts";
import { composerCourrierDeLien } from "#domain/lien-compte.ts";
import type { AccountMail } from "#ports/courrier-compte.ts";
import { refus, serveurAbsent, serveurBrut, serveurSmtp } from "./smtp-servers.ts";

const FROM = "La Jeunesse <site@jeunesse.exemple.ch>";
const ADRESSE = `https://jeunesse.exemple.ch/invitation/${"aB_9-".repeat(12)}`;
const { sujet, texte, html } = composerCourrierDeLien("invitation", ADRESSE, new Date("2025-08-05T12:30:00Z"));
const courrier: AccountMail = {
  id: "0123456789",
  recipient: "paul.o'neill+fete@exemple.ch",
  subject: sujet,
  text: texte,
  html,
};

describe("the mail with a link to a password", () => {
  it("reaches the person alone, with the link whole on one line", async () => {
    const { url, recus } = await serveurSmtp();
    expect(await createSmtpCourrierCompte({ url, from: FROM }).send(courrier)).toEqual({ issue: "envoye" });
    expect(recus).toMatchObject([{ de: "site@jeunesse.exemple.ch", a: [courrier.recipient] }]);
    const mail = await PostalMime.parse(recus[0]?.brut ?? "");
    expect(mail.subject).toBe("Votre accès au site de la Jeunesse de Savièse");
    expect(mail.text?.split("\n")).toContain(ADRESSE);
    expect(mail.html).toContain(`href="${ADRESSE}"`);
    expect(mail.html).not.toMatch(/<img|url\(/);
    expect(mail.messageId).toBe("<compte-0123456789@jeunesse.exemple.ch>");
  });

  it("that a server refuses says why, without the address", async () => {
    const { url } = await serveurSmtp({ onRcptTo: (_, __, fini) => fini(refus(550)) });
    const issue = await createSmtpCourrierCompte({ url, from: FROM }).send(courrier);
    expect(issue.issue).toBe("refuse");
    expect(JSON.stringify(issue)).not.toContain("exemple.ch");
  });

  it("does not keep somebody waiting for a server that is away or says nothing", async () => {
    const absent = createSmtpCourrierCompte({ url: await serveurAbsent(), from: FROM });
    expect(await absent.send(courrier)).toMatchObject({ issue: "reessayer" });
    const muet = createSmtpCourrierCompte({ url: await serveurBrut(() => {}), from: FROM, timeoutMs: 200 });
    expect(await muet.send(courrier)).toMatchObject({ issue: "reessayer" });
  });
});
