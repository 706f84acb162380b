import { describe, expect, it } from "vitest";
import { type HandoverFacts, handoverChecks } from "#domain/handover/ready-checks.ts";

const NOW = new Date("2027-02-01T12:00:00Z");
const LEA = { name: "Léa", lastSignIn: NOW, hasPasskey: true } as const;
const TOM = { name: "Tom", lastSignIn: NOW, hasPasskey: true } as const;
const READY: HandoverFacts = {
  accounts: [LEA, TOM],
  canHavePasskey: true,
  hasTestMailLeft: true,
  backups: { last: new Date("2027-02-01T03:00:00Z"), failedAt: null, kept: 7 },
  now: NOW,
};

const checkOf = (id: string, facts: Partial<HandoverFacts>) =>
  handoverChecks({ ...READY, ...facts }).find((check) => check.id === id);
const open = (id: string, text: string) => ({ id, text, isDone: false });

it("all points are done when the next committee is in, mail leaves and a backup exists", () => {
  expect(handoverChecks(READY)).toEqual([
    { id: "sign-ins", text: "Déjà entrés sur le site\u00a0: Léa et Tom.", isDone: true },
    { id: "second-person", text: "Deux personnes qui restent peuvent entrer\u00a0: l’une aide l’autre.", isDone: true },
    { id: "passkeys", text: "Tous ceux qui restent ont Face ID ou une clé.", isDone: true },
    { id: "test-mail", text: "Un courrier d’essai est parti aux destinataires.", isDone: true },
    { id: "backup", text: "Dernière sauvegarde\u00a0: 01.02.2027, 04:00.", isDone: true },
  ]);
});

describe("the accounts that stay", () => {
  it("names those who never signed in", () => {
    const accounts = [LEA, { name: "Tom", lastSignIn: null }];
    expect(checkOf("sign-ins", { accounts })).toEqual(open("sign-ins", "Pas encore entrés sur le site\u00a0: Tom."));
    expect(checkOf("second-person", { accounts })?.isDone).toBe(false);
    expect(checkOf("passkeys", { accounts })).toEqual(open("passkeys", "Sans Face ID ni clé\u00a0: Tom."));
  });

  it("without an account, nothing about accounts is done", () => {
    const ids = ["sign-ins", "second-person", "passkeys"];
    for (const id of ids) expect(checkOf(id, { accounts: [] })?.isDone, id).toBe(false);
    expect(checkOf("sign-ins", { accounts: [] })?.text).toContain("invitez d’abord la relève");
  });

  it("asks for no passkey where browsers allow none", () => {
    expect(checkOf("passkeys", { canHavePasskey: false, accounts: [TOM] })).toBeUndefined();
  });
});

it("a test mail must have left", () => {
  expect(checkOf("test-mail", { hasTestMailLeft: false })?.isDone).toBe(false);
});

it.each([
  ["elsewhere", { last: null, failedAt: null, kept: null }, true],
  ["fresh", { last: NOW, failedAt: null, kept: 7 }, true],
  ["none yet", { last: null, failedAt: null, kept: 7 }, false],
  ["off", { last: NOW, failedAt: null, kept: 0 }, false],
  ["failed", { last: NOW, failedAt: NOW, kept: 7 }, false],
  ["50 hours old", { last: new Date("2027-01-30T10:00:00Z"), failedAt: null, kept: 7 }, true],
  ["older", { last: new Date("2027-01-30T09:59:59Z"), failedAt: null, kept: 7 }, false],
])("a backup that is %s", (_, backups, isDone) => {
  expect(checkOf("backup", { backups })?.isDone).toBe(isDone);
});
