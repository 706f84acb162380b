import { describe, expect, it } from "vitest";
import type { Day } from "#domain/dates.ts";
import { type FeeTarget, feeBalance } from "#domain/fees/fee.ts";
import { EMPTY_MEMBER, IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import type { Proposal } from "#domain/register/proposal.ts";
import { createAttendanceStore } from "#stores/assemblies/attendance.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import type { ConsentSubject } from "#stores/register/consent.ts";
import { createMemberImportStore } from "#stores/register/member-imports.ts";
import { createMemberLinkStore } from "#stores/register/member-links.ts";
import { createProposalStore, type ProposalState, versionsShown } from "#stores/register/proposals.ts";
import { createRegisterStore, type RegisterStore } from "#stores/register/register.ts";
import type { MemberChange } from "#stores/register/save-members.ts";
import { aDeletion, ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";

const NOW = new Date("2027-02-01T12:00:00Z");
const DAY = "2027-02-01";
const NEXT_DAY = "2027-02-02";

export const aMember = (fields: Partial<MemberData> = {}): MemberData => ({
  ...EMPTY_MEMBER,
  firstName: "Zoé",
  lastName: "Héritier",
  birthDate: "2000-08-05",
  since: "2020-03-01",
  street: "Rue du Stade",
  buildingNumber: "4",
  postcode: "1965",
  place: "Savièse",
  phone: "0791234567",
  ...fields,
});

/** @returns the id of a new member, or of a changed one @throws if the register refuses the member */
export async function saveMember(register: RegisterStore, data: MemberData, change: Partial<MemberChange> = {}) {
  const saved = await register.save([{ id: null, data, ...change }], ELODIE);
  if (!saved.ok) throw new Error(saved.reason.reason);
  return saved.value[0] as string;
}

/** @returns the ids of new members */
export async function saveMembers(register: RegisterStore, ...members: MemberData[]): Promise<string[]> {
  const saved = await register.save(
    members.map((data) => ({ id: null, data })),
    ELODIE,
  );
  if (!saved.ok) throw new Error(saved.reason.reason);
  return saved.value;
}

const MARC = aMember({ firstName: "Marc", lastName: "Varone", birthDate: "2010-01-15" });
const LEFT = aMember({ firstName: "Léa", lastName: "Luyet", leftOn: "2026-12-31" });
const LATE = aMember({ firstName: "Ana", lastName: "Debons", since: "2027-10-02", place: "" });

export function registerContract(make: MakeDocuments): void {
  const openOne = async () => {
    const documents = await (await make())();
    const now = () => NOW;
    const register = createRegisterStore(documents, now);
    const fees = createFeeStore(documents, now);
    const save = async (...changes: MemberChange[]) => register.save(changes, ELODIE);
    const add = (...all: MemberData[]) => saveMembers(register, ...all);
    const change = async (id: string, fields: Partial<MemberData>, more: Partial<MemberChange> = {}) => {
      const member = await register.get(id);
      if (!member) throw new Error(`No member ${id}`);
      return save({ id, version: member.version, data: { ...member, ...fields }, ...more });
    };
    const balances = async (id: string) => (await fees.listOfMember(id)).map((fee) => [fee.year, feeBalance(fee)]);
    return { documents, register, fees, save, add, change, balances };
  };
  const YEAR = { year: "2027", amount: 5000, joinedBy: "2027-10-01" };
  const PAID: FeeTarget = { is: "paid", way: "twint", date: DAY };
  const OPEN = { state: "due", paid: 0, waived: 0, open: 5000 };

  describe("the group chat", () => {
    it("is a state of each member, with revisions; the second request of a double tap writes nothing", async () => {
      const { add, register, documents } = await openOne();
      const [zoe = "", marc = ""] = await add(aMember(), { ...MARC, inGroupChat: IN_GROUP_CHAT });
      const anne = { id: "anne", name: "Anne" };
      const set = (isIn: boolean, by = anne) => register.setInGroupChat([zoe, zoe, marc, "none"], isIn, by);
      expect(await set(true)).toEqual([zoe]);
      const { version } = (await register.get(zoe)) ?? {};
      const lines = () => createJournalStore(documents).listAbout(zoe);
      const written = (await lines()).length;
      expect([await set(true), (await register.get(zoe))?.version, (await lines()).length]).toEqual([
        [zoe],
        version,
        written,
      ]);
      expect(await set(true, { id: "leo", name: "Léo" })).toEqual([]);
      const changes = (await lines()).filter(({ action }) => action === "changed");
      expect(changes.map(({ fields }) => fields)).toEqual([["inGroupChat"]]);
      expect((await set(false)).toSorted()).toEqual([zoe, marc].toSorted());
      expect((await register.list()).map(({ inGroupChat }) => inGroupChat)).toEqual(["", ""]);
      expect((await register.listRevisions(marc)).map(({ content }) => content.inGroupChat)).toEqual([IN_GROUP_CHAT]);
    });

    it("keeps its value when a member leaves, goes to the recycle bin and comes back", async () => {
      const { add, register, change } = await openOne();
      const [id = ""] = await add({ ...MARC, inGroupChat: IN_GROUP_CHAT });
      await change(id, { leftOn: DAY });
      const deletion = aDeletion();
      await register.moveToBin(id, (await register.get(id))?.version ?? "", deletion);
      expect(await register.restore(deletion.key, ELODIE)).toBe("restored");
      expect(await register.get(id)).toMatchObject({ leftOn: DAY, inGroupChat: IN_GROUP_CHAT });
    });
  });

  describe("the register and the fees", () => {
    it("refuses a member who has the name and birth date of another, and then saves nothing", async () => {
      const { add, save, register, change } = await openOne();
      const [zoe = ""] = await add(aMember());
      const again = { id: null, data: aMember({ firstName: "ZOE", lastName: "heritier" }) };
      const taken = { index: 1, reason: "taken", same: zoe };
      expect(await save({ id: null, data: MARC }, again)).toEqual({ ok: false, reason: taken });
      expect(await save({ id: null, data: MARC }, { id: null, data: MARC })).toMatchObject({ reason: { index: 1 } });
      expect((await register.list()).length).toBe(1);
      expect((await register.findSame(again.data))?.id).toBe(zoe);
      await change(zoe, { lastName: "Varone" });
      expect(await register.findSame(aMember())).toBeNull();
      await add(aMember());
      expect((await change(zoe, { lastName: "Héritier" })).ok).toBe(false);
    });

    it("keeps revisions, and refuses a change of an outdated version or of an unknown member", async () => {
      const { add, save, change, register } = await openOne();
      const [id = ""] = await add(aMember());
      const { version = "" } = (await register.get(id)) ?? {};
      await change(id, { note: "Tambour" });
      expect(await save({ id, version, data: aMember() })).toMatchObject({ reason: { reason: "outdated" } });
      expect(await save({ id: "none", version, data: MARC })).toMatchObject({ reason: { reason: "absent" } });
      expect((await register.listRevisions(id)).map(({ content }) => content.note)).toEqual([""]);
    });

    it("accepts a sign-up together with its member and the fees of open years, or refuses it with a reason", async () => {
      const { documents, save, fees, balances, register } = await openOne();
      const inbox = createInboxStore(documents);
      await fees.open(YEAR, ELODIE);
      const { entry } = await inbox.add(aSignUp(), NOW);
      const saved = await save({ id: null, data: aMember(), signUp: entry.id });
      const [id = ""] = saved.ok ? saved.value : [];
      expect((await inbox.get(entry.id))?.decision).toMatchObject({ is: "accepted", member: id });
      expect((await inbox.get(entry.id))?.handledAt).toEqual(NOW);
      expect((await register.get(id))?.signUps).toEqual([entry.id]);
      expect(await balances(id)).toEqual([["2027", OPEN]]);
      expect(await save({ id: null, data: MARC, signUp: "none" })).toMatchObject({ reason: { reason: "no-sign-up" } });

      const { entry: other } = await inbox.add(aSignUp({ firstName: "Max" }), NOW);
      const author = { by: ELODIE, at: NOW };
      expect(await inbox.refuse(other.id, "Trop jeune", author)).toBe(true);
      expect((await inbox.get(other.id))?.decision).toMatchObject({ is: "refused", reason: "Trop jeune" });
      expect(await inbox.refuse(entry.id, "", author)).toBe(false);
    });

    it("has the parents' authorisation in one place: on the sign-up until it is accepted, then on the member", async () => {
      const { documents, register, save } = await openOne();
      const inbox = createInboxStore(documents);
      const [{ entry }, { entry: late }] = [
        await inbox.add(aSignUp(), NOW),
        await inbox.add(aSignUp({ firstName: "Max" }), NOW),
      ];
      const signUp = entry.id;
      const set = (on: Day | "", subject: ConsentSubject = { signUp }) => register.setConsent(subject, on, ELODIE);
      expect(await set(DAY, { signUp: "none" })).toBe(false);
      // A second tap, and a colleague, change nothing.
      for (const day of ["2027-01-30", DAY]) expect(await set(day)).toBe(true);
      expect((await inbox.get(signUp))?.consentOn).toBe("2027-01-30");
      // The committee opened the sign-up before the paper came back, or noted it in the form.
      const id = await saveMember(register, aMember(), { signUp });
      await set(DAY, { signUp: late.id });
      const max = await saveMember(register, MARC, { signUp: late.id, late: [] });
      const places = async () => [(await inbox.get(signUp))?.consentOn, (await register.get(id))?.consentOn];
      expect([await places(), (await register.get(max))?.consentOn]).toEqual([["", "2027-01-30"], ""]);

      // Both screens now set the field of the member, which keeps its revisions and its journal.
      expect(await set("")).toBe(true);
      expect(await set(DAY, { member: id })).toBe(true);
      expect(await set(NEXT_DAY)).toBe(true);
      expect(await places()).toEqual(["", DAY]);
      const lines = (await createJournalStore(documents).listAbout(id)).map(({ action, fields }) => [action, fields]);
      expect(lines).toEqual([
        ["changed", ["consentOn"]],
        ["changed", ["consentOn"]],
      ]);

      // While the member is in the recycle bin, the sign-up has the authorisation again.
      const deletion = aDeletion({ by: ELODIE });
      await register.moveToBin(id, (await register.get(id))?.version ?? "", deletion);
      expect(await places()).toEqual([DAY, undefined]);
      await set("");
      await set(NEXT_DAY);
      await register.restore(deletion.key, ELODIE);
      expect(await places()).toEqual(["", NEXT_DAY]);
      // The form that accepts it, sent again.
      expect(await save({ id: null, data: MARC, signUp })).toEqual({ ok: true, value: [id] });
    });

    it("opens a year of fees once, and adds its fee to members who join later", async () => {
      const { add, fees, balances, documents } = await openOne();
      const [zoe = "", left = "", late = ""] = await add(aMember(), LEFT, LATE);
      expect(await fees.open(YEAR, ELODIE)).toBe(1);
      expect(await fees.open({ ...YEAR, amount: 9900 }, ELODIE)).toBeNull();
      expect([await balances(zoe), await balances(left), await balances(late)]).toEqual([[["2027", OPEN]], [], []]);
      const [marc = ""] = await add(MARC);
      expect(await balances(marc)).toEqual([["2027", OPEN]]);
      expect([await fees.addFee("2027", late, null), await fees.addFee("2027", late, null)]).toEqual([true, true]);
      expect(await balances(late)).toEqual([["2027", OPEN]]);
      const { entries } = await createJournalStore(documents).list({ subject: "fee" }, { start: 0, count: 9 });
      expect(entries.map(({ action }) => action)).toEqual(["added", "opened"]);
    });

    it("settles several fees at once and idempotently, or none if one is missing", async () => {
      const { add, fees } = await openOne();
      const ids = (await add(aMember(), MARC)).map((id) => `2027-${id}`);
      await fees.open(YEAR, null);
      expect(await fees.settle([...ids, "2027-none"], PAID, ELODIE)).toEqual({ ok: false, reason: "absent" });
      expect(await fees.settle(ids, PAID, ELODIE)).toEqual({ ok: true, value: 2 });
      expect(await fees.settle(ids, PAID, null)).toEqual({ ok: true, value: 0 });
      const less = { ...PAID, is: "partly", before: 0, paid: 100 } as const;
      expect(await fees.settle(ids, less, null)).toEqual({ ok: false, reason: "outdated" });
      const [fee] = await fees.listYear("2027");
      const line = { id: expect.any(String), kind: "payment", amount: 5000, date: DAY, way: "twint" };
      const rest = { reference: "", reason: "", corrects: null, afterClosing: false, at: NOW, by: ELODIE };
      expect(fee?.lines).toEqual([{ ...line, ...rest }]);
      expect([(await fees.listYear("2027")).length, await fees.listOpen("2027")]).toEqual([2, []]);
    });

    it("marks lines after the closing of a year, and adds no fees to it", async () => {
      const { add, fees } = await openOne();
      const [id = ""] = await add(aMember());
      await fees.open(YEAR, null);
      expect([await fees.close("2027", ELODIE), await fees.close("2031", null)]).toEqual([true, false]);
      await fees.settle([`2027-${id}`], PAID, ELODIE);
      expect((await fees.listOfMember(id))[0]?.lines.map(({ afterClosing }) => afterClosing)).toEqual([true]);
      const [marc = "", late = ""] = await add(MARC, LATE);
      expect(await fees.listOfMember(marc)).toEqual([]);
      expect(await fees.addFee("2027", late, null)).toBe(false);
    });

    it("stores an import as a whole, and applies it once, also after a crash, to the register at that time", async () => {
      const { documents, add, change, register, fees } = await openOne();
      const [zoe = "", gone = ""] = await add(aMember(), LEFT);
      await fees.open(YEAR, null);
      const imports = () => createMemberImportStore(documents, () => NOW);
      const many = Array.from({ length: 60 }, (_, i) => ({ id: null, fields: aMember({ firstName: `P${i}` }) }));
      const fields = { phone: "0780000000" };
      await imports().keep([{ id: zoe, fields }, { id: gone, fields }, ...many, { id: null, fields: MARC }], ELODIE);
      expect((await register.list()).length).toBe(2);
      await change(zoe, { note: "Tambour" });
      await register.moveToBin(gone, (await register.get(gone))?.version ?? "", aDeletion());
      await add(MARC);
      await Promise.all([imports().finish(), imports().finish()]);
      expect([(await register.list()).length, (await fees.listYear("2027")).length]).toEqual([62, 62]);
      expect(await register.get(zoe)).toMatchObject({ ...fields, note: "Tambour", updatedBy: ELODIE });
      expect(await documents.count("register-imports")).toBe(0);
      const { entries } = await createJournalStore(documents).list({ subject: "register" }, { start: 0, count: 99 });
      expect(entries.filter(({ action }) => action === "imported")).toMatchObject([{ by: ELODIE, subjectId: "" }]);
    });

    it("records idempotently which members were at which assembly", async () => {
      const { documents, add } = await openOne();
      const attendance = createAttendanceStore(documents, () => NOW);
      const [zoe = "", marc = ""] = await add(aMember(), MARC);
      const present = (day: string, member: string) => attendance.set(day, member, true, ELODIE);
      expect([await present(DAY, zoe), await present(DAY, zoe)]).toEqual([true, true]);
      expect([await present("2027-01-15", zoe), await present(DAY, marc)]).toEqual([true, true]);
      const days = (await attendance.listDays()).map(({ day, count }) => [day, count]);
      expect(days).toEqual([
        [DAY, 2],
        ["2027-01-15", 1],
      ]);
      expect((await attendance.list(DAY)).map(({ name }) => name)).toEqual(["Zoé Héritier", "Marc Varone"]);
      for (let n = 0; n < 2; n++) await attendance.set(DAY, marc, false, null);
      expect((await attendance.list(DAY)).map(({ member }) => member)).toEqual([zoe]);
      expect(await attendance.listDaysOf(zoe)).toEqual(["2027-01-15", DAY]);
      expect(await attendance.set(DAY, "none", true, null)).toBe(false);
    });

    it("keeps or waives the debts of a member who leaves, and adds the fee of a member who returns", async () => {
      const { add, change, fees, balances } = await openOne();
      const [zoe = "", marc = ""] = await add(aMember(), MARC);
      await fees.open(YEAR, null);
      await change(zoe, { leftOn: DAY });
      await change(marc, { leftOn: DAY }, { waiveDebts: "Départ" });
      const waived = { state: "waived", paid: 0, waived: 5000, open: 0 };
      expect([await balances(zoe), await balances(marc)]).toEqual([[["2027", OPEN]], [["2027", waived]]]);
      await fees.open({ ...YEAR, year: "2028", joinedBy: "2028-10-01" }, null);
      await change(zoe, { leftOn: "", returnedOn: "2028-03-01", lastName: "Luyet" });
      expect(await balances(zoe)).toEqual([
        ["2027", OPEN],
        ["2028", OPEN],
      ]);
      expect((await fees.listOfMember(zoe)).map((fee) => fee.name)).toEqual(["Zoé Luyet", "Zoé Luyet"]);
    });

    it("restores a member from the recycle bin with revisions and fees; paid fees stay in the accounts", async () => {
      const { documents, register, add, change, fees, balances } = await openOne();
      const bin = createRecycleBinStore(documents, () => NOW);
      const [id = "", marc = ""] = await add(aMember(), MARC);
      await fees.open(YEAR, null);
      await fees.settle([`2027-${marc}`], PAID, null);
      await change(id, { note: "Tambour" });
      const remove = async (member: string) => {
        const deletion = aDeletion({ by: ELODIE });
        await register.moveToBin(member, (await register.get(member))?.version ?? "", deletion);
        return deletion.key;
      };
      const [key, keyOfMarc] = [await remove(id), await remove(marc)];
      expect((await bin.list()).map(({ kind }) => kind)).toEqual(["register", "register"]);
      expect(await register.list()).toEqual([]);
      expect((await fees.listYear("2027")).map((fee) => fee.name)).toEqual(["Marc Varone"]);
      expect(await register.restore(key, ELODIE)).toBe("restored");
      expect([await register.restore(key, null), await balances(id)]).toEqual(["absent", [["2027", OPEN]]]);
      expect(await register.listRevisions(id)).toHaveLength(1);
      await add(MARC);
      expect(await register.restore(keyOfMarc, null)).toBe("taken");
      await bin.erase(keyOfMarc);
      const left = (await fees.listYear("2027")).map((fee) => [fee.name, fee.lines.length]);
      expect(left).toContainEqual(["Marc Varone", 1]);
    });

    it("stores one proposal of a member per kind and year, and deletes them with the member", async () => {
      const { documents, register, add } = await openOne();
      const proposals = createProposalStore(documents, () => NOW);
      const [id = "", other = ""] = await add(aMember(), MARC);
      const twint = { kind: "twint", year: "2027", fields: {} } as const;
      const correction = { kind: "correction", year: "", fields: { place: "Sion" } } as const;
      for (const one of [twint, twint, correction]) expect(await proposals.add(id, one)).toBe(true);
      await proposals.add(other, twint);
      const [first, ...more] = await proposals.listOf(id);
      expect([first, more.length]).toMatchObject([{ member: id, at: NOW, ...correction }, 1]);
      expect([await proposals.count(), (await proposals.list()).length]).toEqual([3, 3]);
      const deletion = aDeletion();
      await register.moveToBin(id, (await register.get(id))?.version ?? "", deletion);
      expect([await proposals.count(), await proposals.add(id, twint)]).toEqual([1, false]);
    });

    const openEmail = async () => {
      const { documents, register, add } = await openOne();
      const proposals = createProposalStore(documents, () => new Date(NOW.getTime() + 1000));
      const journal = createJournalStore(documents);
      const [id = ""] = await add(aMember());
      const member = async () => (await register.get(id)) ?? expect.fail();
      return {
        id,
        documents,
        proposals,
        member,
        actions: async () => (await journal.listAbout(id)).map(({ action, by }) => [action, by?.id ?? null]),
        revisions: () => register.listRevisions(id),
        save: async (fields: Partial<MemberData>) => {
          const { version, ...data } = await member();
          return register.save([{ id, version, data: { ...data, ...fields } }], ELODIE);
        },
        open: async () => (await proposals.list()).map(({ kind, fields }) => [kind, fields]),
        bring: async (state: ProposalState) => {
          const added = (await proposals.get(`${id}-email`)) ?? expect.fail();
          return proposals.bring({ id: added.id, state, seen: versionsShown(added, await member()) }, ELODIE);
        },
      };
    };
    const [OWN, OTHER] = ["zoe@exemple.ch", "autre@exemple.ch"];

    it("stores the e-mail address of a member without one at once; a second address is a proposal", async () => {
      const { id, proposals, member, actions, revisions, open } = await openEmail();
      await Promise.all([OWN, OTHER, OWN].map((email) => proposals.addEmail(id, email)));
      const { email } = await member();
      const second = email === OWN ? OTHER : OWN;
      expect(await open()).toEqual([
        ["correction", { email: second }],
        ["email", { email }],
      ]);
      for (const _ of ["again", "once more"]) await proposals.addEmail(id, email);
      expect([await proposals.count(), await revisions()]).toMatchObject([2, [{ content: { email: "" }, by: ELODIE }]]);
      expect(await actions()).toEqual([
        ["added", ELODIE.id],
        ["email-added", null],
      ]);
    });

    it("removes an added e-mail address once, undoes this, and afterwards takes an address as a proposal only", async () => {
      const { id, proposals, member, bring, save, open } = await openEmail();
      await proposals.add(id, { kind: "correction", year: "", fields: { place: "Sion" } });
      await proposals.addEmail(id, OWN);
      await save({ phone: "0797654321" });
      for (const state of ["refused", "refused", "open", "open", "refused"] as const) {
        expect(await bring(state)).toBe("done");
        expect(await member()).toMatchObject({ email: state === "open" ? OWN : "", phone: "0797654321" });
      }
      await proposals.addEmail(id, OWN);
      expect([(await member()).email, await open()]).toEqual(["", [["correction", { place: "Sion", email: OWN }]]]);
    });

    it("does not replace an address that the committee has typed by an added one, and closes the proposal once it is accepted", async () => {
      const { id, proposals, member, actions, bring, save } = await openEmail();
      await proposals.addEmail(id, OWN);
      await save({ email: OTHER });
      expect([await bring("refused"), (await member()).email, await proposals.count()]).toEqual([
        "other-email",
        OTHER,
        1,
      ]);
      for (const _ of ["once", "twice"]) expect(await bring("accepted")).toBe("done");
      expect([await bring("refused"), (await member()).email, await proposals.count()]).toEqual(["gone", OTHER, 0]);
      expect(await actions()).toContainEqual(["accepted", ELODIE.id]);
      await save({ email: "" });
      await proposals.addEmail(id, OWN);
      expect([(await member()).email, await proposals.count()]).toEqual([OWN, 1]);
    });

    it("makes an added e-mail address a proposal when the link is replaced, unless the committee has looked at it", async () => {
      const { id, documents, proposals, member, bring, open } = await openEmail();
      const links = createMemberLinkStore(documents, async () => "un-secret-de-test");
      await proposals.addEmail(id, OWN);
      for (const _ of ["once", "twice"]) {
        await links.renew({ id, returnedOn: "" }, ELODIE);
        expect([(await member()).email, await open()]).toEqual(["", [["correction", { email: OWN }]]]);
      }
      await proposals.addEmail(id, OTHER);
      expect([(await member()).email, await open()]).toEqual(["", [["correction", { email: OTHER }]]]);
      const proposed = (await proposals.get(`${id}-correction`)) ?? expect.fail();
      await proposals.bring(
        { id: proposed.id, state: "refused", seen: versionsShown(proposed, await member()) },
        ELODIE,
      );
      await proposals.addEmail(id, OWN);
      await bring("accepted");
      await links.renew({ id, returnedOn: "" }, ELODIE);
      expect((await member()).email).toBe(OWN);
    });

    it("accepts a proposal or refuses it once, undoes this, and deletes it a month later", async () => {
      const { documents, register, fees, add } = await openOne();
      const proposals = createProposalStore(documents, () => NOW);
      await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
      const [id = ""] = await add(aMember());
      const twint = { kind: "twint", year: "2027", fields: {} } as const;
      const correction = { kind: "correction", year: "", fields: { place: "Sion", lastName: "Zermatten" } } as const;
      for (const one of [twint, correction]) await proposals.add(id, one);
      const bring = async (one: Proposal, state: ProposalState) => {
        const wanted = (await proposals.get(`${id}-${one.kind}${one.year}`)) ?? expect.fail();
        return proposals.bring({ id: wanted.id, state, seen: versionsShown(wanted, await member()) }, ELODIE);
      };
      const member = async () => (await register.get(id)) ?? expect.fail();
      const paid = async () => (await fees.listOfMember(id)).map((fee) => feeBalance(fee).paid);
      const { place, lastName, version } = await member();
      for (const _ of ["once", "twice"]) expect(await bring(correction, "accepted")).toBe("done");
      for (const _ of ["once", "twice"]) expect(await bring(twint, "accepted")).toBe("done");
      expect([await member(), await paid(), await proposals.count()]).toMatchObject([correction.fields, [5000], 0]);
      expect([await bring(correction, "refused"), await register.listRevisions(id)]).toMatchObject(["gone", [{}]]);
      for (const _ of ["once", "twice"]) expect(await bring(correction, "open")).toBe("done");
      for (const _ of ["once", "twice"]) expect(await bring(twint, "open")).toBe("done");
      expect([await member(), await paid(), await proposals.count()]).toMatchObject([{ place, lastName }, [0], 2]);
      expect((await fees.listOfMember(id))[0]?.lines).toHaveLength(2);
      const stale = { id: `${id}-correction`, seen: `x ${version}` };
      expect(await proposals.bring({ ...stale, state: "accepted" }, ELODIE)).toBe("gone");
      await bring(correction, "accepted");
      const later = await member();
      await register.save([{ id, version: later.version, data: { ...later, place: "Sierre" } }], null);
      expect([await bring(correction, "open"), await member()]).toMatchObject(["gone", { place: "Sierre" }]);
      await proposals.purge(NOW);
      expect(await proposals.listOf(id)).toHaveLength(2);
      await proposals.purge(new Date(NOW.getTime() + 31 * 24 * 3_600_000));
      expect(await proposals.listOf(id)).toMatchObject([twint]);
    });
  });
}
