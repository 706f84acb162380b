import { describe, expect, it } from "vitest";
import type { NewLetter } from "#stores/mail-document.ts";
import { createMailStore } from "#stores/mails.ts";
import { createLostLinkStore } from "#stores/register/lost-links.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMember } from "./register.contract.ts";

const AT = new Date("2027-02-01T12:00:00Z");
const LATER = new Date("2027-02-11T12:00:01Z");

const letterTo = (cause: string): NewLetter => ({
  kind: "own-link",
  cause,
  recipient: "zoe@exemple.ch",
  subject: "Ma fiche",
  text: "Ma fiche",
  html: "<p>Ma fiche</p>",
});

export function lostLinksContract(make: MakeDocuments): void {
  const openOne = async () => {
    const documents = await (await make())();
    let now = AT;
    const register = createRegisterStore(documents, () => now);
    const lostLinks = createLostLinkStore(
      documents,
      async () => "un-secret",
      () => now,
    );
    const ask = async () => {
      await lostLinks.ask((await lostLinks.hasher())("phone 0791234567"));
      return (await lostLinks.listQuestions()).map(({ id }) => id);
    };
    const wait = (until: Date) => {
      now = until;
    };
    const member = await saveMember(register, aMember({ email: "zoe@exemple.ch" }));
    return { documents, register, lostLinks, mails: createMailStore(documents), member, ask, wait };
  };

  describe("the requests for a lost link", () => {
    it("are stored with their letter, once, also if two processes answer the same question, which is then deleted", async () => {
      const { lostLinks, mails, member, ask } = await openOne();
      const [question = "", ...others] = await ask();
      expect(others).toEqual([]);
      const found = [{ member, letter: letterTo(member) }];
      await Promise.all([1, 2, 3].map(() => lostLinks.answer([{ question, found }])));
      expect(await lostLinks.listQuestions()).toEqual([]);
      expect([...(await lostLinks.list())]).toEqual([
        [member, { at: AT, ofCommittee: false, letters: [AT], refused: "" }],
      ]);
      expect(await mails.count()).toBe(1);
    });

    it("go to the committee if the member's address was removed from the record before the letter is queued", async () => {
      const { register, lostLinks, mails, member, ask } = await openOne();
      const [question = ""] = await ask();
      const { version = "" } = (await register.get(member)) ?? {};
      await register.save([{ id: member, version, data: aMember({ email: "autre@exemple.ch" }) }], ELODIE);
      await lostLinks.answer([{ question, found: [{ member, letter: letterTo(member) }] }]);
      expect([(await lostLinks.get(member))?.ofCommittee, await mails.count()]).toEqual([true, 0]);
    });

    it("come back to the committee when the letter is refused, and are deleted with the letter when the member is deleted", async () => {
      const { register, lostLinks, mails, member, ask } = await openOne();
      for (const question of await ask())
        await lostLinks.answer([{ question, found: [{ member, letter: letterTo(member) }] }]);
      const leased = await mails.leaseDue(AT, 60_000);
      if (!leased) throw new Error("no letter is due");
      await mails.record(leased, { state: "echec", reason: "Inconnu." });
      expect(await lostLinks.get(member)).toEqual({ at: AT, ofCommittee: true, letters: [AT], refused: "Inconnu." });
      const { version = "" } = (await register.get(member)) ?? {};
      await register.moveToBin(member, version, { key: "0123456789abcdef", at: AT, by: ELODIE });
      expect([await lostLinks.get(member), await mails.count()]).toEqual([null, 0]);
    });

    it("of a deleted member are not stored, and all others are deleted after ten days", async () => {
      const { documents, lostLinks, member, ask, wait } = await openOne();
      for (const question of await ask())
        await lostLinks.answer([{ question, found: [{ member: "gone", letter: null }] }]);
      expect((await lostLinks.list()).size).toBe(0);
      for (const question of await ask()) await lostLinks.answer([{ question, found: [{ member, letter: null }] }]);
      expect(await lostLinks.purge(AT)).toBe(0);
      wait(LATER);
      expect([await lostLinks.purge(LATER), await documents.count("link-requests")]).toEqual([1, 0]);
    });
  });
}
