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
import { createEmlMailer } from "#adapters/embedded/eml-mailer.ts";
import { essai, FROM, inscription, message, SITE, TO, writtenMailContract } from "./mailer.contract.ts";

function bureau() {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, "data", "outbox");
  const fichiers = () => (existsSync(directory) ? readdirSync(directory).sort() : []);
  return { parent, directory, fichiers, mailer: createEmlMailer({ directory, from: FROM, to: TO, publicUrl: SITE }) };
}

writtenMailContract("mail kept as files", async () => {
  const { mailer, directory, fichiers } = bureau();
  return { mailer, partis: async () => fichiers().map((nom) => readFileSync(join(directory, nom))) };
});

describe("the folder of mails", () => {
  it("names each mail by the village's clock, its kind and its entry", async () => {
    const { mailer, fichiers } = bureau();
    await mailer.send(message);
    await mailer.send(inscription);
    await mailer.send(essai);
    expect(mailer.remise).toBe("fichier");
    expect(fichiers()).toEqual([
      "20250805-140307-essai-aB_9-essai.eml",
      "20250805-140307-inscription-aB_9-inscription.eml",
      "20250805-140307-message-aB_9-message.eml",
    ]);
  });

  it("holds one file for a mail that was sent twice, even at the same moment", async () => {
    const { mailer, fichiers } = bureau();
    const issues = await Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)]);
    expect(issues).toEqual(Array(3).fill({ issue: "envoye" }));
    expect(fichiers()).toEqual(["20250805-140307-message-aB_9-message.eml"]);
  });

  it("is for the site's own account only", async () => {
    const { mailer, directory, fichiers } = bureau();
    await mailer.send(message);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const nom of fichiers()) expect(statSync(join(directory, nom)).mode & 0o777).toBe(0o600);
  });

  it("holds lines that end as mail programs expect", async () => {
    const { mailer, directory, fichiers } = bureau();
    await mailer.send(message);
    const texte = readFileSync(join(directory, String(fichiers()[0])), "latin1");
    expect(texte).toContain("\r\n");
    expect(texte.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(texte).toMatch(/^[\x20-\x7e\r\n]*$/);
  });

  it("keeps a mail also when nobody is named to receive it", async () => {
    const { directory, fichiers } = bureau();
    const mailer = createEmlMailer({ directory, from: FROM, to: [], publicUrl: SITE });
    expect(await mailer.send(message)).toEqual({ issue: "envoye" });
    const mail = await PostalMime.parse(readFileSync(join(directory, String(fichiers()[0]))));
    expect(mail.to).toBeUndefined();
    expect(mail.subject).toContain("La fête d’août");
  });

  it("asks to try again when the disk does not take the mail, and takes it later", async () => {
    const { parent, directory, mailer, fichiers } = bureau();
    writeFileSync(join(parent, "data"), "a file where the folder should be");
    const issue = await mailer.send(message);
    expect(issue).toMatchObject({ issue: "reessayer", raison: expect.stringMatching(/^Le courrier .*\(E\w+\)\.$/) });
    expect(JSON.stringify(issue)).not.toContain(directory);
    rmSync(join(parent, "data"));
    expect(await mailer.send(message)).toEqual({ issue: "envoye" });
    expect(fichiers()).toHaveLength(1);
  });

  it("holds nothing half-written when a mail could not get its name", async () => {
    const { directory, mailer, fichiers } = bureau();
    mkdirSync(join(directory, "20250805-140307-message-aB_9-message.eml", "dedans"), { recursive: true });
    expect((await mailer.send(message)).issue).toBe("reessayer");
    expect(fichiers()).toEqual(["20250805-140307-message-aB_9-message.eml"]);
  });
});
