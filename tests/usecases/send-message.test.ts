import { expect, it } from "vitest";
import { SENTENCES } from "#domain/fields.ts";
import { createInbox } from "#stores/inbox.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { sendMessage } from "#usecases/send-message.ts";

const NOW = new Date("2025-08-01T12:00:00.000Z");
const TYPED = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour\r\nà tous" };

const site = () => {
  const inbox = createInbox(documentsOf(embeddedFile().open()));
  return { inbox, clock: { now: () => NOW }, waiting: () => inbox.claimDue(NOW, 1, 100) };
};

it("stores a message in the inbox, due to be mailed", async () => {
  const { inbox, clock } = site();
  const outcome = await sendMessage({ inbox, clock }, TYPED);
  if (!outcome.ok) throw new Error("refused");
  expect(await inbox.get(outcome.value.id)).toEqual(outcome.value);
  expect(outcome.value).toMatchObject({
    type: "message",
    content: { name: TYPED.nom, email: TYPED.email, subject: TYPED.sujet, message: "Bonjour\nà tous" },
    receivedAt: NOW,
    mail: { state: "en-attente", nextAttempt: NOW },
  });
});

it("stores nothing of a refused form, and returns a reason for each field", async () => {
  const { inbox, clock, waiting } = site();
  expect(await sendMessage({ inbox, clock }, { ...TYPED, nom: "", email: "leo" })).toEqual({
    ok: false,
    reason: { nom: SENTENCES.required, email: SENTENCES.email },
  });
  expect(await waiting()).toEqual([]);
});
