import PostalMime, { type Email } from "postal-mime";
import { describe, expect, it } from "vitest";
import type { ContactMessage } from "#domain/contact-message.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { CommitteeMail, Mailer } from "#ports/mailer.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";

export const FROM = "La Jeunesse <site@jeunesse.exemple.ch>";
export const SITE = "https://jeunesse.exemple.ch";
export const TO = ["caisse@exemple.ch", "comite@exemple.ch"];

/** Makes a mailer that sends from `FROM` to `TO`. `sentMail` returns every mail that it has sent, as raw bytes. */
type MakeMails = () => Promise<{ mailer: Mailer; sentMail: () => Promise<Uint8Array[]> }>;

const { content: ZOE } = aSignUp({ lastName: "Héritier-Dubuis", firstName: "Zoé 🎺", birthDate: "05.08.2008" });

const PAUL: ContactMessage = {
  name: "Paul Luyet",
  email: "paul.o'neill+fete@exemple.ch",
  subject: "La fête d’août : à quelle heure ? 🎆",
  message: "Bonjour,\n\n.\n..un point\nFrom moi\n-- \nà bientôt  \n=C3=A9 &eacute; <b>gras</b> 👩‍👩‍👧",
};

const mailOf = (id: string, submission: CommitteeMail["submission"]): CommitteeMail => ({
  id: `aB_9-${id}`,
  submission,
  receivedAt: new Date("2025-08-05T12:03:07Z"),
  recipients: [],
  addresses: [],
});
export const inscription = mailOf("inscription", { type: "inscription", content: ZOE });
export const message = mailOf("message", { type: "message", content: PAUL });
export const testMail = mailOf("essai", { type: "test", content: { askedBy: "anne@exemple.ch" } });

const addresses = (list: Email["to"]) => list?.map(({ address }) => address);

const mailAbout = (content: Partial<ContactMessage>): CommitteeMail => ({
  ...message,
  submission: { type: "message", content: { ...PAUL, ...content } },
});

/** 10,000 characters, numbered, so that a lost one shows. */
const LONG = Array.from({ length: 2000 }, (_, i) => `é${String(i).padStart(4, "0")}`).join("");
const SUBJECT = "à l’école ".repeat(50).trim();
export const longest = mailAbout({ message: LONG, subject: SUBJECT });

/** @returns the payload of docs/specification.md section 3 */
export const payloadOf = (content: SignUp | ContactMessage) =>
  "email" in content
    ? { nom: content.name, email: content.email, sujet: content.subject, message: content.message }
    : {
        nom: content.lastName,
        prenom: content.firstName,
        adresse: content.address,
        tel: content.phone,
        dateAnniv: content.birthDate,
        charte: content.charter,
        charteMineur: content.minorCharter,
      };

/** The contract of a mailer that writes the mails itself. */
export function writtenMailContract(name: string, make: MakeMails): void {
  const read = async (mail: CommitteeMail) => {
    const { mailer, sentMail } = await make();
    expect(await mailer.send(mail)).toMatchObject({ outcome: "sent" });
    const [rawResponse = new Uint8Array(), ...others] = await sentMail();
    expect(others).toEqual([]);
    return PostalMime.parse(rawResponse);
  };
  describe(`${name}, composed by the site`, () => {
    it("transmits the longest text and subject completely, with the date of the attempt", async () => {
      const before = Math.floor(Date.now() / 1000) * 1000;
      const mail = await read(longest);
      expect(mail.text).toContain(LONG);
      expect(mail.subject).toBe(`Message\u00a0: ${SUBJECT}`);
      expect(Date.parse(String(mail.date))).toBeGreaterThanOrEqual(before);
      expect(Date.parse(String(mail.date))).toBeLessThanOrEqual(Date.now());
    });

    it("sends several mails at the same time", async () => {
      const { mailer, sentMail } = await make();
      const issues = await Promise.all([mailer.send(inscription), mailer.send(message)]);
      expect(issues).toMatchObject([{ outcome: "sent" }, { outcome: "sent" }]);
      const all = await Promise.all((await sentMail()).map((rawResponse) => PostalMime.parse(rawResponse)));
      expect(all).toHaveLength(2);
      for (const name of [ZOE.lastName, PAUL.name])
        expect(all.filter(({ text }) => text?.includes(name))).toHaveLength(1);
    });

    it("is the composed mail, from the site's address to the configured addresses", async () => {
      const mail = await read(message);
      expect(mail.from).toMatchObject({ name: "La Jeunesse", address: "site@jeunesse.exemple.ch" });
      expect(addresses(mail.to)).toEqual(TO);
      expect(mail.subject).toBe(`Message\u00a0: ${PAUL.subject}`);
      expect(addresses(mail.replyTo)).toEqual([PAUL.email]);
      expect(mail.text).toContain(PAUL.message);
      expect(mail.html).toContain("&lt;b&gt;gras&lt;/b&gt;");
      expect(mail.attachments).toEqual([]);
      for (const other of [inscription, testMail]) expect((await read(other)).replyTo).toBeUndefined();
      expect(mail.html).toContain(`href="mailto:paul.o&#39;neill%2Bfete@exemple.ch"`);
    });

    it("goes only to the addresses that the committee has chosen", async () => {
      const mail = await read({ ...inscription, recipients: ["zoe@exemple.ch", "anne@exemple.ch"] });
      expect(addresses(mail.to)).toEqual(["zoe@exemple.ch", "anne@exemple.ch"]);
      expect(mail.cc).toBeUndefined();
      expect(mail.bcc).toBeUndefined();
    });

    it("does not let a visitor's text become a header, an address or another field", async () => {
      const intruder = "x\r\nBcc: intrus@exemple.ch\r\n\r\nmessage :\r\n\r\nfaux";
      const email = `${PAUL.email}, intrus@exemple.ch\r\nX-Faux: oui`;
      const mail = await read(mailAbout({ name: intruder, email, subject: `Salut${intruder}\r\nX-Faux: oui` }));
      expect(mail.subject).toMatch(/^Message\u00a0: Salutx Bcc: intrus@exemple\.ch message : faux X-Faux: oui$/);
      expect(mail.headers.map(({ key }) => key)).not.toContain("x-faux");
      expect(mail.bcc).toBeUndefined();
      expect(addresses(mail.to)).toEqual(TO);
      expect(mail.replyTo?.length).toBe(1);
      expect(mail.text?.split("\n")).not.toContain("message :");
      expect(mail.text).toContain(`\n\n${PAUL.message}\n\n`);
    });

    it("has the same Message-ID when it is sent again", async () => {
      const { mailer, sentMail } = await make();
      await mailer.send(message);
      await mailer.send(message);
      const mails = await Promise.all((await sentMail()).map((rawResponse) => PostalMime.parse(rawResponse)));
      expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(
        new Set(["<message-aB_9-message@jeunesse.exemple.ch>"]),
      );
    });
  });
}
