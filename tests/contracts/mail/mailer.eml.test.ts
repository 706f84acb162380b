import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmlMailer } from "#adapters/outbox/eml-mailer.ts";
import { FROM, inscription, message, SITE, TO, testMail, writtenMailContract } from "./mailer.contract.ts";

function desktop() {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, "data", "outbox");
  const files = () => (existsSync(directory) ? readdirSync(directory).sort() : []);
  return { parent, directory, files, mailer: createEmlMailer({ directory, from: FROM, to: TO, publicUrl: SITE }) };
}

writtenMailContract("mail kept as files", async () => {
  const { mailer, directory, files } = desktop();
  return { mailer, sentMail: async () => files().map((name) => readFileSync(join(directory, name))) };
});

describe("the folder of mails", () => {
  it("names each file by local time, type and id of the mail", async () => {
    const { mailer, files } = desktop();
    for (const mail of [message, inscription, testMail]) await mailer.send(mail);
    expect(mailer.delivery).toBe("file");
    expect(files()).toEqual([
      "20250805-140307-inscription-aB_9-inscription.eml",
      "20250805-140307-message-aB_9-message.eml",
      "20250805-140307-test-aB_9-essai.eml",
    ]);
  });

  it("holds one file of ASCII text with CRLF, which only the site's system user can read, for several attempts", async () => {
    const { mailer, directory, files } = desktop();
    const outcomes = await Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)]);
    expect(outcomes).toEqual(Array(3).fill({ outcome: "sent" }));
    expect(files()).toEqual(["20250805-140307-message-aB_9-message.eml"]);
    const file = join(directory, String(files()[0]));
    expect([statSync(directory).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    const text = readFileSync(file, "latin1");
    expect(text).toContain("\r\n");
    expect(text.replaceAll("\r\n", "")).toMatch(/^[\x20-\x7e]*$/);
  });

  it("saves a mail also without recipients", async () => {
    const { directory, files } = desktop();
    const mailer = createEmlMailer({ directory, from: FROM, to: [], publicUrl: SITE });
    expect(await mailer.send(message)).toEqual({ outcome: "sent" });
    const mail = await PostalMime.parse(readFileSync(join(directory, String(files()[0]))));
    expect(mail.to).toBeUndefined();
    expect(mail.subject).toContain("La fête d’août");
  });

  it("asks for a retry when the mail cannot be written, and saves it later", async () => {
    const { parent, directory, mailer, files } = desktop();
    writeFileSync(join(parent, "data"), "a file where the folder should be");
    const outcome = await mailer.send(message);
    expect(outcome).toMatchObject({ outcome: "retry", reason: expect.stringMatching(/^Le courrier .*\(E\w+\)\.$/) });
    expect(JSON.stringify(outcome)).not.toContain(directory);
    rmSync(join(parent, "data"));
    expect(await mailer.send(message)).toEqual({ outcome: "sent" });
    expect(files()).toHaveLength(1);
  });

  it("holds no temporary file when a mail cannot be renamed", async () => {
    const { directory, mailer, files } = desktop();
    mkdirSync(join(directory, "20250805-140307-message-aB_9-message.eml", "dedans"), { recursive: true });
    expect((await mailer.send(message)).outcome).toBe("retry");
    expect(files()).toEqual(["20250805-140307-message-aB_9-message.eml"]);
  });
});
