import { describe, expect, it } from "vitest";
import { emailRefusedAt, workingEmail } from "#domain/register/member.ts";
import { ACCOUNTS_COLLECTION } from "#stores/account-document.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { type MailKind, type NewLetter, queueLetters } from "#stores/mail-document.ts";
import { createMailStore, type LeasedMail, type MailResult } from "#stores/mails.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);

const SENT: MailResult = { state: "envoye", at: NOON };
const SAVED: MailResult = { state: "garde", at: NOON };
const REFUSED: MailResult = { state: "echec", reason: "Non." };
const later = (ms: number, more: object = {}): MailResult => ({
  state: "en-attente",
  reason: "Pas de réponse",
  nextAttempt: afterNoon(ms),
  ...more,
});
const heldUntil = (ms: number) => later(ms, { reason: "La clé manque", held: true });

const letter = (kind: NewLetter["kind"], name: string): NewLetter => ({
  kind,
  cause: `account-${name}`,
  recipient: `${name}@exemple.ch`,
  subject: `Été ${name}`,
  text: "Un\n\n« deux » 🎺\n",
  html: "<p>Un</p><p>« deux » 🎺</p>",
});

export function mailsContract(makeDocuments: MakeDocuments): void {
  /** Each call of the result opens the stores again, as another process would. */
  const make = async () => {
    const open = await makeDocuments();
    return async () => {
      const documents = await open();
      const [mails, inbox] = [createMailStore(documents, () => NOON), createInboxStore(documents)];
      return {
        documents,
        mails,
        inbox,
        queue: (at: Date, ...letters: NewLetter[]) =>
          documents.transaction(async (transaction) => queueLetters(transaction, letters, at)),
        write: async (subject: string, at = NOON) => (await inbox.add(aMessage({ subject }), at)).entry.id,
        stateOf: async (id: string) => (await inbox.get(id))?.mail,
        claim: (at = NOON, ms = MINUTE) => mails.leaseDue(at, ms),
        /** @returns the causes of all letters that are due, in the order of the claim */
        async claimAll(at = NOON, ms = MINUTE): Promise<string[]> {
          const claimed: string[] = [];
          for (let mail = await mails.leaseDue(at, ms); mail; mail = await mails.leaseDue(at, ms))
            claimed.push(mail.cause);
          return claimed;
        },
      };
    };
  };
  const openOne = async () => (await make())();
  const claimed = async (mail: Promise<LeasedMail | null>): Promise<LeasedMail> => {
    const found = await mail;
    if (!found) throw new Error("No letter is due.");
    return found;
  };

  describe("the queue of mail", () => {
    it("keeps mails unchanged until they are due, oldest first, one at a time, for one process until its lease ends", async () => {
      const open = await make();
      const [here, elsewhere] = [await open(), await open()];
      expect(await here.mails.nextDue()).toBeNull();
      await here.queue(afterNoon(5), letter("notice", "b"));
      await here.queue(afterNoon(3), letter("link", "a"));
      expect([await here.mails.nextDue(), await here.claim(afterNoon(2))]).toEqual([afterNoon(3), null]);
      const { subject, text, html } = letter("link", "a");
      expect(await elsewhere.claim(afterNoon(5))).toMatchObject({
        kind: "link",
        cause: "account-a",
        letter: { subject, text, html },
        addresses: [{ address: "a@exemple.ch", state: "waiting", reason: "" }],
        attempts: 0,
      });
      expect(await here.claimAll(afterNoon(5))).toEqual(["account-b"]);
      expect(await here.claimAll(afterNoon(MINUTE + 4))).toEqual([]);
      expect((await here.claimAll(afterNoon(MINUTE + 5))).toSorted()).toEqual(["account-a", "account-b"]);
      expect(await here.mails.count()).toBe(2);
    });

    it("takes the second queue only when the first has no mail due", async () => {
      const { queue, write, claimAll, mails } = await openOne();
      await queue(NOON, letter("bill", "1"), letter("bill", "2"));
      await queue(afterNoon(1), letter("link", "a"));
      const message = await write("Bal", afterNoon(2));
      await queue(afterNoon(HOUR), letter("notice", "b"));
      expect(await mails.nextDue()).toEqual(NOON);
      const [first, second, ...bills] = await claimAll(afterNoon(3));
      expect([first, second, bills.toSorted()]).toEqual(["account-a", message, ["account-1", "account-2"]]);
    });

    it("takes letters of mailings only when no other mail is due, or leaves them until their turn", async () => {
      const { queue, claim, claimAll, mails } = await openOne();
      await queue(NOON, letter("mailing", "1"), letter("mailing", "2"));
      await queue(afterNoon(1), letter("bill", "3"));
      expect(await mails.nextDue()).toEqual(NOON);
      const inTurn = () => mails.isLetterInTurn(afterNoon(1));
      const others = () => mails.leaseDue(afterNoon(1), MINUTE, ["dueFirst", "dueAt"]);
      expect([(await others())?.cause, await others(), await inTurn()]).toEqual(["account-3", null, true]);
      const first = await claimed(claim(afterNoon(1)));
      await mails.record(first, heldUntil(HOUR));
      expect((await claimAll(afterNoon(1))).length).toBe(1);
      expect(await inTurn()).toBe(false);
      await mails.releaseHeld(afterNoon(2));
      expect([await inTurn(), (await claim(afterNoon(2)))?.cause]).toEqual([true, first.cause]);
    });

    it("has the letters of a Monday once, also when several processes queue them together", async () => {
      const open = await make();
      const processes = await Promise.all([open(), open(), open()]);
      const letters = ["a", "b"].map((name) => ({ ...letter("to-do", name), toDos: ["x", "y"] }));
      const [first] = processes;
      expect(await first?.mails.areToDoLettersQueued("2025-08-04")).toBe(false);
      const queued = await Promise.all(processes.map(({ mails }) => mails.queueToDoLetters("2025-08-04", letters)));
      expect(queued.toSorted()).toEqual([false, false, true]);
      expect(await first?.mails.areToDoLettersQueued("2025-08-04")).toBe(true);
      await first?.queue(afterNoon(1), letter("notice", "c"));
      expect((await first?.claim(afterNoon(1)))?.cause).toBe("account-c");
      expect(await first?.claim(afterNoon(1))).toMatchObject({
        kind: "to-do",
        toDos: ["x", "y"],
        queuedAt: NOON.toISOString(),
      });
      expect(await first?.mails.count()).toBe(3);
      expect(await first?.mails.queueToDoLetters("2025-08-11", [])).toBe(true);
    });

    it("gives each mail to one worker only", async () => {
      const open = await make();
      const workers = await Promise.all([open(), open(), open()]);
      const names = Array.from({ length: 12 }, (_, i) => String(i));
      await workers[0]?.queue(NOON, ...names.map((name) => letter("notice", name)));
      const all = await Promise.all([...workers, ...workers].map((one) => one.claimAll()));
      expect(all.flat().toSorted()).toEqual(names.map((name) => `account-${name}`).toSorted());
    });

    it("says when the next mail is due", async () => {
      const { write, queue, claim, mails } = await openOne();
      await write("un");
      await queue(afterNoon(SECOND), letter("bill", "a"));
      expect(await mails.nextDue()).toEqual(NOON);
      const first = await claimed(claim());
      expect(await mails.nextDue()).toEqual(afterNoon(SECOND));
      const second = await claimed(claim(afterNoon(SECOND), HOUR));
      expect(await mails.nextDue()).toEqual(afterNoon(MINUTE));
      await mails.record(first, later(10 * MINUTE));
      expect(await mails.nextDue()).toEqual(afterNoon(10 * MINUTE));
      await mails.record(first, SENT);
      expect(await mails.nextDue()).toEqual(afterNoon(HOUR + SECOND));
      await mails.record(second, REFUSED);
      expect([await mails.nextDue(), await mails.count()]).toEqual([null, 0]);
    });

    it("leases a mail that is due a day ahead, because the clock was set back, but no mail whose lease ends in an hour", async () => {
      const { queue, claimAll } = await openOne();
      await queue(afterNoon(24 * HOUR), letter("link", "a"), letter("bill", "b"));
      expect(await claimAll(NOON, HOUR)).toEqual(["account-a", "account-b"]);
      for (const at of [NOON, afterNoon(-HOUR)]) expect(await claimAll(at)).toEqual([]);
    });
  });

  describe("the result of an attempt", () => {
    it("is recorded with the inbox entry; a mail that is sent, saved or refused leaves the queue", async () => {
      const { write, claim, mails, stateOf } = await openOne();
      const results: [MailResult, object][] = [
        [SENT, { state: "envoye", at: NOON }],
        [SAVED, { state: "garde", at: NOON }],
        [REFUSED, { state: "echec", reason: "Non." }],
      ];
      for (const [result, expected] of results) {
        const id = await write(result.state);
        await mails.record(await claimed(claim()), result);
        expect([await stateOf(id), await mails.count()]).toStrictEqual([expected, 0]);
      }
      const id = await write("en-attente");
      await mails.record(await claimed(claim()), later(5 * MINUTE));
      expect(await stateOf(id)).toStrictEqual({ state: "en-attente", reason: "Pas de réponse" });
      expect(await claim(afterNoon(5 * MINUTE - 1))).toBeNull();
      expect(await claim(afterNoon(5 * MINUTE))).toMatchObject({ cause: id, attempts: 1 });
    });

    it("counts as final, except that a late success replaces a refusal", async () => {
      const { write, claim, mails, stateOf } = await openOne();
      const ids: string[] = [];
      const letters: LeasedMail[] = [];
      for (const result of [SENT, SAVED, REFUSED]) {
        ids.push(await write(result.state));
        letters.push(await claimed(claim()));
        await mails.record(letters.at(-1) as LeasedMail, result);
      }
      const states = () => Promise.all(ids.map(stateOf));
      const final = [
        { state: "envoye", at: NOON },
        { state: "garde", at: NOON },
        { state: "echec", reason: "Non." },
      ];
      const [out, kept, refused] = letters as [LeasedMail, LeasedMail, LeasedMail];
      for (const mail of letters) await mails.record(mail, later(0));
      for (const mail of [out, kept]) await mails.record(mail, { ...REFUSED, reason: "Trop tard." } as MailResult);
      for (const mail of [out, kept]) await mails.record(mail, { state: "garde", at: afterNoon(MINUTE) });
      expect(await states()).toStrictEqual(final);
      for (const mail of [out, refused]) await mails.record(mail, { state: "envoye", at: afterNoon(MINUTE) });
      expect(await states()).toStrictEqual([final[0], final[1], { state: "envoye", at: afterNoon(MINUTE) }]);
      expect(await mails.nextDue()).toBeNull();
    });

    it("of a worker whose lease has ended is ignored if it is a failure, and counts if it is a success", async () => {
      const open = await make();
      const [slow, fast] = [await open(), await open()];
      const id = await slow.write("Bal");
      const first = await claimed(slow.claim());
      const second = await claimed(fast.claim(afterNoon(MINUTE)));
      await slow.mails.record(first, later(0));
      await slow.mails.record(first, REFUSED);
      expect([await slow.claim(afterNoon(MINUTE)), await slow.stateOf(id)]).toEqual([
        null,
        { state: "en-attente", reason: null },
      ]);
      await slow.mails.record(first, SENT);
      await fast.mails.record(second, later(5 * MINUTE));
      expect([await fast.stateOf(id), await fast.mails.count()]).toEqual([{ state: "envoye", at: NOON }, 0]);
    });

    it("keeps the state of each address until the mail is sent to all", async () => {
      const { write, claim, mails, stateOf, inbox } = await openOne();
      const id = await write("Bal");
      const has = { address: "anne@exemple.ch", state: "sent" } as const;
      const waits = { address: "bob@exemple.ch", state: "waiting", reason: "Plus tard." } as const;
      const refused = { address: "zoe@exemple.ch", state: "refused", reason: "Non." } as const;
      const addresses = [has, waits, refused];
      await mails.record(await claimed(claim()), later(MINUTE, { addresses }));
      await mails.record(await claimed(claim(afterNoon(MINUTE))), later(2 * MINUTE));
      const third = await claimed(claim(afterNoon(2 * MINUTE)));
      expect(third).toMatchObject({ attempts: 2, addresses });
      expect(await stateOf(id)).toMatchObject({ state: "en-attente", addresses });
      await mails.record(third, {
        ...REFUSED,
        addresses: [has, { ...waits, state: "refused" }, refused],
      } as MailResult);
      const refusedAddresses = expect.arrayContaining([waits.address, refused.address]);
      expect(await inbox.countRefused()).toEqual({ refused: 1, refusedAddresses });
      await inbox.resend(id, NOON);
      expect(await stateOf(id)).toEqual({ state: "en-attente", reason: null, addresses: [has] });
      const again = await claimed(claim());
      expect(again).toMatchObject({ attempts: 0, addresses: [has] });
      await mails.record(again, SENT);
      expect(await stateOf(id)).toEqual({ state: "envoye", at: NOON });
      expect(await inbox.countRefused()).toEqual({ refused: 0, refusedAddresses: [] });
    });

    it("stays with the fee whose bill is refused, which then waits for a bill again", async () => {
      const { documents, claim, mails } = await openOne();
      const [register, fees] = [createRegisterStore(documents), createFeeStore(documents, () => NOON)];
      const [member = ""] = await saveMembers(register, aMember({}));
      await fees.open({ year: "2025", amount: 5000, joinedBy: "2025-10-01" }, null);
      const [fee] = await fees.listYear("2025");
      const bill = { ...letter("bill", "a"), cause: fee?.id ?? "" };
      const sendings = async () => (await fees.listOfMember(member))[0]?.sendings;
      expect(await fees.recordSent(new Map([[bill.cause, bill]]), "email", null)).toBe(1);
      await mails.record(await claimed(claim()), later(0));
      expect(await sendings()).toEqual([{ way: "email", reminder: false, at: NOON, by: null }]);
      await mails.record(await claimed(claim()), REFUSED);
      const refused = { way: "email", reminder: false, at: NOON, by: null, refused: "Non." };
      expect([await sendings(), await mails.count()]).toEqual([[refused], 0]);
      expect(await fees.recordSent(new Map([[bill.cause, bill]]), "email", null)).toBe(1);
      expect(await sendings()).toMatchObject([refused, { reminder: false }]);
    });

    it("marks the address of a member that was refused for good, until a letter to it succeeds or the address changes", async () => {
      const { documents, queue, claim, mails } = await openOne();
      const register = createRegisterStore(documents);
      const [id = ""] = await saveMembers(register, aMember({ email: "Ana@exemple.ch" }));
      const member = async () => (await register.get(id)) ?? expect.fail("The member is gone.");
      const send = async (result: MailResult, recipient = "ana@exemple.ch") => {
        await queue(NOON, { ...letter("bill", "gone"), recipient, member: id });
        await mails.record(await claimed(claim()), result);
        return workingEmail(await member());
      };
      const refuse = (address: string): MailResult => ({
        state: "echec",
        reason: "Non.",
        addresses: [{ address, state: "refused", reason: "Non." }],
      });
      // A refused message, an address of before, and a failure that may pass say nothing about the address.
      expect(await send(REFUSED)).toBe("Ana@exemple.ch");
      expect(await send(refuse("old@exemple.ch"), "old@exemple.ch")).toBe("Ana@exemple.ch");
      expect(await send(later(HOUR))).toBe("Ana@exemple.ch");
      const { version } = await member();
      expect(await send(refuse("ana@exemple.ch"))).toBe("");
      expect(emailRefusedAt(await member())).toEqual(NOON);
      expect(workingEmail({ ...(await member()), email: "new@exemple.ch" })).toBe("new@exemple.ch");
      // A form that was opened before can be saved: nothing that it shows has changed.
      expect((await member()).version).toBe(version);
      expect(await send(SENT, "old@exemple.ch")).toBe("");
      expect(await send(SENT)).toBe("Ana@exemple.ch");
      await send(refuse("ana@exemple.ch"));
      expect([await register.retryEmail("none", null), await register.retryEmail(id, null)]).toEqual([false, true]);
      expect(workingEmail(await member())).toBe("Ana@exemple.ch");
    });

    it.each(["goes to the recycle bin with an untouched fee", "is erased with a fee that has lines"])(
      "of a bill is ignored once the member %s, and its mail is deleted",
      async (how) => {
        const { documents, claim, mails } = await openOne();
        const [register, fees] = [createRegisterStore(documents), createFeeStore(documents, () => NOON)];
        const [member = ""] = await saveMembers(register, aMember({}));
        await fees.open({ year: "2025", amount: 5000, joinedBy: "2025-10-01" }, null);
        const [fee] = await fees.listYear("2025");
        const bill = { ...letter("bill", "a"), cause: fee?.id ?? "" };
        await fees.recordSent(new Map([[bill.cause, bill]]), "email", null);
        const isErased = how.startsWith("is erased");
        if (isErased) await fees.settle([bill.cause], { is: "waived", reason: "Aide", date: "2025-08-01" }, null);
        const claimedBill = await claimed(claim());
        const deletion = aDeletion();
        await register.moveToBin(member, (await register.get(member))?.version ?? "", deletion);
        expect(await mails.count()).toBe(isErased ? 1 : 0);
        await createRecycleBinStore(documents).erase(deletion.key);
        await mails.record(claimedBill, REFUSED);
        expect([await mails.count(), await mails.nextDue()]).toEqual([0, null]);
      },
    );

    it("stays with the account whose link is refused, and with nothing for a notice", async () => {
      const { documents, queue, claim, mails } = await openOne();
      await documents.transaction(async (transaction) =>
        transaction.create(ACCOUNTS_COLLECTION, "account-a", { entry: true }),
      );
      await queue(NOON, letter("link", "a"));
      await mails.record(await claimed(claim()), REFUSED);
      expect((await documents.get(ACCOUNTS_COLLECTION, "account-a"))?.content).toMatchObject({ linkRefused: "Non." });
      await queue(NOON, letter("notice", "gone"));
      await mails.record(await claimed(claim()), REFUSED);
      expect([await mails.count(), await documents.get(ACCOUNTS_COLLECTION, "account-gone")]).toEqual([0, null]);
    });
  });

  describe("mail that a setting blocks", () => {
    it("counts no attempt and gives its reason until it fails for another reason", async () => {
      const { write, claim, mails, stateOf } = await openOne();
      const id = await write("un");
      await mails.record(await claimed(claim()), later(0));
      expect(await mails.heldReason()).toBeNull();
      await mails.record(await claimed(claim()), heldUntil(0));
      expect(await stateOf(id)).toStrictEqual({ state: "en-attente", reason: "La clé manque", held: true });
      expect(await mails.heldReason()).toBe("La clé manque");
      const next = await claimed(claim());
      expect(next.attempts).toBe(0);
      await mails.record(next, later(HOUR));
      expect([await mails.heldReason(), await stateOf(id)]).toStrictEqual([
        null,
        { state: "en-attente", reason: "Pas de réponse" },
      ]);
    });

    it.each<[string, MailResult | "deleted"]>([
      ["was sent", SENT],
      ["was saved", SAVED],
      ["was refused", REFUSED],
      ["was deleted", "deleted"],
    ])("is no longer held after it %s", async (_, result) => {
      const { write, claim, mails, inbox } = await openOne();
      const id = await write("un");
      await mails.record(await claimed(claim()), heldUntil(0));
      if (result === "deleted") await inbox.moveToBin([id], aDeletion());
      else await mails.record(await claimed(claim()), result);
      expect(await mails.heldReason()).toBeNull();
    });

    it("is due at once when it is released, by kind or all together, oldest first; other mail keeps waiting", async () => {
      const { write, queue, inbox, claim, claimAll, mails } = await openOne();
      const [first, second] = [await write("un"), await write("deux", afterNoon(SECOND))];
      const { entry } = await inbox.add(aSignUp(), NOON);
      await queue(NOON, letter("bill", "a"));
      const at = afterNoon(MINUTE);
      for (let mail = await claim(at); mail; mail = await claim(at)) await mails.record(mail, heldUntil(HOUR));
      await write("trois", at);
      await mails.record(await claimed(claim(at)), later(HOUR));
      await mails.releaseHeld(at, (kind: MailKind) => kind === "inscription");
      expect(await claimAll(at)).toEqual([entry.id]);
      await mails.releaseHeld(at, (kind: MailKind) => kind === "message");
      expect(await claimAll(at)).toEqual([first, second]);
      // These letters are still claimed.
      await mails.releaseHeld(afterNoon(2 * MINUTE - SECOND));
      expect(await claimAll(afterNoon(2 * MINUTE - SECOND))).toEqual(["account-a"]);
      expect(await mails.heldReason()).toBe("La clé manque");
    });
  });

  describe("mail of a deleted inbox entry", () => {
    it("is gone at once, and its result changes nothing", async () => {
      const { write, claim, mails, inbox } = await openOne();
      const id = await write("un");
      const mail = await claimed(claim());
      await inbox.moveToBin([id], aDeletion());
      expect([await mails.count(), await mails.nextDue()]).toEqual([0, null]);
      for (const result of [later(0), REFUSED, SENT]) await mails.record(mail, result);
      expect([await inbox.get(id), await mails.count()]).toEqual([null, 0]);
    });

    it("waits again once the entry is restored, for the same addresses, unless it was sent, saved or refused", async () => {
      const { write, claim, claimAll, mails, inbox, stateOf } = await openOne();
      const addresses = [{ address: "anne@exemple.ch", state: "sent" }] as const;
      const ids: string[] = [];
      const results = [null, later(0, { addresses }), heldUntil(0), SENT, SAVED, REFUSED];
      for (const [i, result] of results.entries()) {
        ids.push(await write(`Sujet ${i}`));
        if (result) await mails.record(await claimed(claim(NOON, HOUR)), result);
        const [key = ""] = await inbox.moveToBin([ids.at(-1) ?? ""], aDeletion());
        ids[i] = `${ids[i]} ${key}`;
      }
      const [entries, keys] = [ids.map((one) => one.split(" ")[0] ?? ""), ids.map((one) => one.split(" ")[1] ?? "")];
      expect([await mails.count(), await mails.heldReason()]).toEqual([0, null]);
      expect(await inbox.restore(keys)).toBe(results.length);
      expect(await Promise.all(entries.map(stateOf))).toEqual([
        { state: "en-attente", reason: null },
        { state: "en-attente", reason: "Pas de réponse", addresses },
        { state: "en-attente", reason: "La clé manque", held: true },
        { state: "envoye", at: NOON },
        { state: "garde", at: NOON },
        { state: "echec", reason: "Non." },
      ]);
      expect(await mails.heldReason()).toBe("La clé manque");
      const now = new Date(Date.now() + MINUTE);
      expect((await claimAll(now)).toSorted()).toEqual(entries.slice(0, 3).toSorted());
      expect((await inbox.count("message")).refused).toBe(1);
    });
  });
}
