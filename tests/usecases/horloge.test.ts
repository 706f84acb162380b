/** A clock that is set back, by an hour or by years: nothing is lost, nothing happens twice, nothing waits for ever. */
import { describe, expect, it } from "vitest";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createKeptMail } from "#adapters/embedded/kept-mail.ts";
import type { Courrier, Issue } from "#ports/mailer.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { effacerAnciens } from "#usecases/conservation.ts";
import { livrerCourrier } from "#usecases/livrer-courrier.ts";
import { mailIdOf } from "#usecases/mail-id.ts";
import { desk } from "./desk.ts";

const MAINTENANT = new Date("2026-11-21T12:00:00Z");
const AVANCE = new Date("2031-06-01T12:00:00Z");
const MESSAGE = {
  type: "message",
  contenu: { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour" },
} as const;

/** The site's stores with a clock that the test sets, and a mailer that answers what the test says. */
function site() {
  const db = embeddedFile().open();
  let instant = AVANCE;
  let issue: Issue = { issue: "envoye" };
  const partis: string[] = [];
  const mailer = {
    remise: "serveur" as const,
    send: async ({ id }: Courrier) => {
      if (issue.issue === "envoye") partis.push(id);
      return issue;
    },
  };
  const inbox = createInbox(db);
  const clock = { now: () => instant };
  return {
    db,
    inbox,
    partis,
    services: { ...desk(), inbox, mailer, keptMail: createKeptMail({ directory: `${db.location()}-outbox` }), clock },
    regler: (a: Date) => {
      instant = a;
    },
    repondre: (suivante: Issue) => {
      issue = suivante;
    },
  };
}

describe("after the clock was set back", () => {
  it("mail that was put off goes out, once", async () => {
    const { services, inbox, partis, regler, repondre } = site();
    const { entree } = await inbox.add(MESSAGE, AVANCE);
    repondre({ issue: "reessayer", raison: "Pas de réponse" });
    await livrerCourrier(services);
    repondre({ issue: "envoye" });
    regler(MAINTENANT);
    await livrerCourrier(services);
    await livrerCourrier(services);
    expect(partis).toEqual([await mailIdOf(entree.id)]);
  });

  it("mail that a process held when it died goes out", async () => {
    const { services, inbox, partis, regler } = site();
    const { entree } = await inbox.add(MESSAGE, AVANCE);
    await inbox.claimDue(AVANCE, 120_000, 1);
    regler(MAINTENANT);
    await livrerCourrier(services);
    expect(partis).toEqual([await mailIdOf(entree.id)]);
  });

  it("mail that went out does not go out again", async () => {
    const { services, inbox, partis, regler } = site();
    await inbox.add(MESSAGE, AVANCE);
    await livrerCourrier(services);
    regler(MAINTENANT);
    await livrerCourrier(services);
    expect(partis).toHaveLength(1);
  });

  it("mail that another worker has just claimed, an hour ahead at most, stays with it", async () => {
    const { services, inbox, partis, regler } = site();
    await inbox.add(MESSAGE, MAINTENANT);
    await inbox.claimDue(MAINTENANT, 120_000, 1);
    regler(new Date(MAINTENANT.getTime() - 60 * 60 * 1000));
    await livrerCourrier(services);
    expect(partis).toEqual([]);
  });

  it("the same message sent again is still the one that exists", async () => {
    const { inbox } = site();
    const { entree } = await inbox.add(MESSAGE, AVANCE);
    const encore = await inbox.add(MESSAGE, MAINTENANT);
    expect([encore.nouvelle, encore.entree.id]).toEqual([false, entree.id]);
    expect((await inbox.count("message")).total).toBe(1);
  });

  it("nothing is deleted before its time", async () => {
    const { services, inbox, regler } = site();
    const { entree } = await inbox.add(MESSAGE, AVANCE);
    await inbox.setTreated(entree.id, AVANCE);
    regler(MAINTENANT);
    expect(await effacerAnciens(services)).toBe(0);
    expect(await inbox.get(entree.id)).not.toBeNull();
  });

  it("whoever is signed in stays so, and others can sign in", async () => {
    let instant = AVANCE;
    const db = embeddedFile().open();
    const auth = createAuthenticator({ db, secret: "s".repeat(43), now: () => instant });
    await auth.createAccount("comite@exemple.ch", "raclette-1965");
    const avant = await auth.signIn("comite@exemple.ch", "raclette-1965");
    instant = new Date(AVANCE.getTime() - 3 * 60 * 60 * 1000);
    expect(await auth.session(avant?.jeton ?? "")).toMatchObject({ email: "comite@exemple.ch" });
    const apres = await auth.signIn("comite@exemple.ch", "raclette-1965");
    expect(await auth.session(apres?.jeton ?? "")).toMatchObject({ email: "comite@exemple.ch" });
  });
});
