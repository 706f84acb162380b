import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { envoyerEssai } from "#usecases/envoyer-essai.ts";

const MAINTENANT = new Date("2025-08-05T12:03:07Z");

async function site(to: string[]) {
  const { url, recus } = await serveurSmtp();
  const db = embeddedFile().open();
  const services = {
    reglages: createReglagesStore(db),
    mailer: createSmtpMailer({ url, from: "site@exemple.ch", to, publicUrl: "https://jeunesse.exemple.ch" }),
    clock: { now: () => MAINTENANT },
  };
  return { services, recus, inbox: createInbox(db) };
}

it("a trial goes to the recipients of the settings at once, and leaves nothing in the inbox", async () => {
  const { services, recus, inbox } = await site(["config@exemple.ch"]);
  const destinataires = ["anne@exemple.ch", "bob@exemple.ch"];
  const { version } = await services.reglages.get();
  const auteur = { email: "anne@exemple.ch", le: MAINTENANT };
  await services.reglages.save({ ...REGLAGES_DE_DEPART, destinataires }, version, auteur);
  expect(await envoyerEssai(services, "anne@exemple.ch")).toEqual({
    issue: { issue: "envoye" },
    remise: "serveur",
    destinataires,
  });
  expect(recus).toMatchObject([{ a: destinataires }]);
  expect(await inbox.nextDue()).toBeNull();
});

it("a trial without recipients in the settings goes to those of the configuration", async () => {
  const { services, recus } = await site(["config@exemple.ch"]);
  expect(await envoyerEssai(services, "anne@exemple.ch")).toMatchObject({ issue: { issue: "envoye" } });
  expect(recus).toMatchObject([{ a: ["config@exemple.ch"] }]);
});

it("a trial without any recipient says so", async () => {
  const { services, recus } = await site([]);
  expect((await envoyerEssai(services, "anne@exemple.ch")).issue).toEqual({
    issue: "reessayer",
    raison: "Aucune adresse de destination n’est configurée.",
  });
  expect(recus).toEqual([]);
});

it("two trials are two mails", async () => {
  const { services, recus } = await site(["config@exemple.ch"]);
  await envoyerEssai(services, "anne@exemple.ch");
  await envoyerEssai(services, "anne@exemple.ch");
  const [un, deux] = recus.map(({ brut }) => /^Message-ID: (.*)$/m.exec(Buffer.from(brut).toString())?.[1]);
  expect(un).toMatch(/^<essai-/);
  expect(deux).not.toBe(un);
});
