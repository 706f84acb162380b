/** A clock that is set back, by an hour or by years: nothing is lost, nothing happens twice, nothing waits for ever. */

import { describe, expect, it } from "vitest";
import { createSavedMail } from "#adapters/outbox/saved-mail.ts";
import type { CommitteeMail, Outcome } from "#ports/mailer.ts";
import { createInbox } from "#stores/inbox.ts";
import { accountsIn } from "#tests/contracts/accounts/place.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { deleteExpired } from "#usecases/inbox/delete-old-entries.ts";
import { deliverMail } from "#usecases/inbox/deliver-mail.ts";
import { mailIdOf } from "#usecases/inbox/mail-id.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const ADVANCED = new Date("2031-06-01T12:00:00Z");
const MESSAGE = {
  type: "message",
  content: { name: "Camille", email: "camille@exemple.ch", subject: "Brisolée", message: "Bonjour" },
} as const;

/** The site's stores with a clock that the test sets, and a mailer that answers what the test says. */
function site() {
  const db = embeddedFile().open();
  let instant = ADVANCED;
  let outcome: Outcome = { outcome: "sent" };
  const sentMail: string[] = [];
  const mailer = {
    delivery: "server" as const,
    send: async ({ id }: CommitteeMail) => {
      if (outcome.outcome === "sent") sentMail.push(id);
      return outcome;
    },
  };
  const inbox = createInbox(documentsOf(db));
  const clock = { now: () => instant };
  return {
    db,
    inbox,
    sentMail,
    services: { ...desk(), inbox, mailer, savedMail: createSavedMail({ directory: `${db.location()}-outbox` }), clock },
    set: (a: Date) => {
      instant = a;
    },
    reply: (following: Outcome) => {
      outcome = following;
    },
  };
}

describe("after the clock was set back", () => {
  it("mail that was put off goes out, once", async () => {
    const { services, inbox, sentMail, set, reply } = site();
    const { entry } = await inbox.add(MESSAGE, ADVANCED);
    reply({ outcome: "retry", reason: "Pas de réponse" });
    await deliverMail(services);
    reply({ outcome: "sent" });
    set(NOW);
    await deliverMail(services);
    await deliverMail(services);
    expect(sentMail).toEqual([await mailIdOf(entry.id)]);
  });

  it("mail that a process held when it died goes out", async () => {
    const { services, inbox, sentMail, set } = site();
    const { entry } = await inbox.add(MESSAGE, ADVANCED);
    await inbox.claimDue(ADVANCED, 120_000, 1);
    set(NOW);
    await deliverMail(services);
    expect(sentMail).toEqual([await mailIdOf(entry.id)]);
  });

  it("mail that another worker has just claimed, an hour ahead at most, stays with it", async () => {
    const { services, inbox, sentMail, set } = site();
    await inbox.add(MESSAGE, NOW);
    await inbox.claimDue(NOW, 120_000, 1);
    set(new Date(NOW.getTime() - 60 * 60 * 1000));
    await deliverMail(services);
    expect(sentMail).toEqual([]);
  });

  it("the same message sent again is still the one that exists", async () => {
    const { inbox } = site();
    const { entry } = await inbox.add(MESSAGE, ADVANCED);
    const again = await inbox.add(MESSAGE, NOW);
    expect([again.isNew, again.entry.id]).toEqual([false, entry.id]);
    expect((await inbox.count("message")).total).toBe(1);
  });

  it("nothing is deleted before its time", async () => {
    const { services, inbox, set } = site();
    const { entry } = await inbox.add(MESSAGE, ADVANCED);
    await inbox.setHandled(entry.id, ADVANCED);
    set(NOW);
    expect(await deleteExpired(services)).toBe(0);
    expect(await inbox.get(entry.id)).not.toBeNull();
  });

  it("whoever is signed in stays so, and others can sign in", async () => {
    let instant = ADVANCED;
    const db = embeddedFile().open();
    const auth = accountsIn(db, { now: () => instant });
    await auth.createAccount("comite@exemple.ch", "raclette-1965");
    const before = await auth.signIn("comite@exemple.ch", "raclette-1965");
    instant = new Date(ADVANCED.getTime() - 3 * 60 * 60 * 1000);
    expect(await auth.findSession(before?.token ?? "")).toMatchObject({ email: "comite@exemple.ch" });
    const after = await auth.signIn("comite@exemple.ch", "raclette-1965");
    expect(await auth.findSession(after?.token ?? "")).toMatchObject({ email: "comite@exemple.ch" });
  });
});
