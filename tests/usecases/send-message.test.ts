import { expect, it } from "vitest";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { submitContactMessage } from "#usecases/send-message.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2025-08-01T12:00:00.000Z");
const TYPED = { nom: "Léo Varone", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour\r\nà tous" };

it("the contact form stores the message in the inbox with its mail due before it reports success, and nothing of a refused form", async () => {
  const services = { ...desk(), clock: { now: () => NOW } };
  expect(await submitContactMessage(services, { ...TYPED, nom: "", email: "leo" })).toEqual({
    ok: false,
    reason: { nom: FIELD_SENTENCES.required, email: FIELD_SENTENCES.email },
  });
  expect(await services.inbox.listIds()).toEqual(new Set());
  const outcome = await submitContactMessage(services, TYPED);
  if (!outcome.ok) throw new Error("refused");
  expect(await services.inbox.get(outcome.value.id)).toEqual(outcome.value);
  const content = { name: TYPED.nom, email: TYPED.email, subject: TYPED.sujet, message: "Bonjour\nà tous" };
  const mail = { state: "en-attente", reason: null };
  expect(await services.mails.nextDue()).toEqual(NOW);
  expect(outcome.value).toMatchObject({ type: "message", content, receivedAt: NOW, mail });
});
