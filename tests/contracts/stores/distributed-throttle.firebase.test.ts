import { expect, it } from "vitest";
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import { createDistributedThrottle } from "#adapters/firestore/distributed-throttle.ts";
import { startEmailJsServer } from "#tests/contracts/mail/emailjs-server.ts";
import { message } from "#tests/contracts/mail/mailer.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { firestoreProject } from "./firestore-project.ts";

const ACCOUNT = {
  publicKey: "cle_publique",
  privateKey: null,
  serviceId: "service_jeunesse",
  templates: { message: "template_contact", inscription: "template_inscription" },
};

describeHosted("the turns of several instances", () => {
  it("keep requests to EmailJS at most one a second, whichever instance sends", async () => {
    const arrivals: number[] = [];
    const { url } = await startEmailJsServer((answer) => {
      arrivals.push(performance.now());
      answer.writeHead(200).end("OK");
    });
    const { openOne } = firestoreProject();
    const mailers = [openOne(), openOne(), openOne()].map((db) =>
      createEmailJsMailer({ ...ACCOUNT, url, throttle: createDistributedThrottle(db, "emailjs") }),
    );
    await Promise.all(
      [...mailers, ...mailers].map(async (mailer) => {
        // As the outbox does with what has to be tried again.
        while ((await mailer.send(message)).outcome !== "sent");
      }),
    );
    const gaps = arrivals.slice(1).map((instant, i) => instant - (arrivals[i] ?? 0));
    expect(gaps).toHaveLength(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  });

  it("are taken anew when a clock that has been set back since took one far ahead", async () => {
    const db = firestoreProject().openOne();
    const turn = createDistributedThrottle(db, "emailjs");
    await turn(86_400_000);
    expect(await turn(1000)).toBeLessThan(1000);
  });

  it("have a mail wait for another attempt when nobody can say whose turn it is", async () => {
    const { url, requests } = await startEmailJsServer();
    const turn = () => Promise.reject(new Error("the store is away"));
    const outcome = await createEmailJsMailer({ ...ACCOUNT, url, throttle: turn }).send(message);
    expect(outcome).toMatchObject({ outcome: "retry" });
    expect(requests).toEqual([]);
  });
});
