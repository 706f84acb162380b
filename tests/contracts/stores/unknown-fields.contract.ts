import { expect, it } from "vitest";
import { NO_ANNOUNCEMENT } from "#domain/announcement.ts";
import { feeBalance, feeId } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import type { Documents } from "#ports/documents.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import type { CardStore } from "#stores/cards.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createDossierStore } from "#stores/dossiers/dossiers.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { createEventStore } from "#stores/events.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createHandoverItemStore } from "#stores/handover-items.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import {
  createAnnouncementStore,
  createRoundTextStore,
  createSettingsStore,
  createTextStore,
} from "#stores/settings.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aDeletion, BOB, ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember } from "#tests/contracts/register/register.contract.ts";
import { SAMPLE_COMMITTEE, SAMPLE_EVENTS } from "./samples.ts";

type Actions = {
  /** Saves the same document again, with another text. */
  save(text: string, by: Person): Promise<unknown>;
  /** Absent for documents that cannot be deleted. */
  remove?: (deletion: Deletion) => Promise<UpdateOutcome>;
  restore?: (key: string) => Promise<RestoreOutcome>;
};

const at = new Date("2026-11-28T12:00:00Z");

/** The field in the document that `save` changes. */
const FIELDS: Record<keyof typeof DOCUMENT_KINDS, string> = {
  membre: "Nom",
  evenement: "Nom",
  settings: "holder",
  announcement: "text",
  text: "closing",
  roundWords: "tu",
  register: "note",
  slot: "note",
  task: "text",
  dossier: "notes",
  result: "closedOn",
  handoverItem: "where",
};

/** A kind without a row here does not compile. */
const ACTIONS: Record<keyof typeof DOCUMENT_KINDS, (documents: Documents) => Actions> = {
  membre: (documents) =>
    cardActions(createCommitteeStore(documents), (lastName) => ({ ...SAMPLE_COMMITTEE.example, lastName })),
  evenement: (documents) => cardActions(createEventStore(documents), (name) => ({ ...SAMPLE_EVENTS.example, name })),
  settings: (documents) => {
    const store = createSettingsStore(documents);
    return {
      save: async (holder, by) => store.save({ ...INITIAL_SETTINGS, holder }, (await store.get()).version, { by, at }),
    };
  },
  announcement: (documents) => {
    const store = createAnnouncementStore(documents);
    return {
      save: async (text, by) => store.save({ ...NO_ANNOUNCEMENT, text }, (await store.get()).version, { by, at }),
    };
  },
  text: (documents) => {
    const store = createTextStore(documents);
    return {
      save: async (closing, by) => store.save("footer", { closing }, (await store.get("footer")).version, { by, at }),
    };
  },
  roundWords: (documents) => {
    const store = createRoundTextStore(documents);
    return {
      async save(tu, by) {
        const { version } = await store.get("bill");
        return store.save("bill", { tu, vous: "", guardian: "" }, version, { by, at });
      },
    };
  },
  register: (documents) => {
    const store = createRegisterStore(documents);
    const member = async () => (await store.list())[0];
    return {
      async save(note, by) {
        const { id = null, version = "" } = (await member()) ?? {};
        return store.save([{ id, version, data: aMember({ note }) }], by);
      },
      async remove(deletion) {
        const { id = "", version = "" } = (await member()) ?? {};
        return store.moveToBin(id, version, deletion);
      },
      restore: (key) => store.restore(key, null),
    };
  },
  task: (documents) => {
    const store = createTaskStore(documents);
    return {
      async save(text, by) {
        const [task] = await store.listAll();
        const fields = { text, due: null, who: "" };
        return task ? store.update(task.id, fields, task.version, by) : store.add("event", [fields], by);
      },
      async remove(deletion) {
        const [task] = await store.listAll();
        const moved = await store.moveToBin([task?.id ?? ""], deletion, () => deletion.key);
        return moved.length > 0 ? "updated" : "absent";
      },
      restore: (key) => store.restore(key, null),
    };
  },
  dossier: (documents) => {
    const store = createDossierStore(documents);
    return {
      async save(notes, by) {
        const { version } = await store.getNotes("event");
        return store.saveNotes("event", { notes, copiedFrom: "" }, version, by);
      },
    };
  },
  result: (documents) => {
    const store = createDossierStore(documents);
    return {
      async save(closedOn, by) {
        const { version } = await store.getResult("event");
        return store.saveResult("event", { lines: [], closedOn }, version, by);
      },
    };
  },
  handoverItem: (documents) => {
    const store = createHandoverItemStore(documents);
    return {
      async save(where, by) {
        const [item] = await store.list();
        const fields = { what: "Clés", where, who: "" };
        return item ? store.update(item.id, fields, item.version, by) : store.add(fields, by);
      },
      async remove(deletion) {
        const [item] = await store.list();
        return (await store.moveToBin(item?.id ?? "", deletion, deletion.key)) ? "updated" : "absent";
      },
      restore: (key) => store.restore(key, null),
    };
  },
  slot: (documents) => {
    const store = createSlotStore(documents);
    return {
      async save(note, by) {
        const [slot] = await store.listAll();
        const fields = { ...EMPTY_SLOT, post: "Bar", note };
        return slot ? store.update(slot.id, fields, slot.version, by) : store.add("event", [fields], by);
      },
      async remove(deletion) {
        const [slot] = await store.listAll();
        const moved = await store.moveToBin([slot?.id ?? ""], deletion, () => deletion.key);
        return moved.length > 0 ? "updated" : "absent";
      },
      restore: (key) => store.restore(key, null),
    };
  },
};

const cardActions = <Fields>(store: CardStore<Fields>, fields: (text: string) => Fields): Actions => ({
  async save(text, by) {
    const card = await store.get("A");
    return card ? store.update("A", fields(text), card.version, by) : store.create("A", fields(text), by);
  },
  remove: async (deletion) => store.moveToBin("A", (await store.get("A"))?.version ?? "", deletion),
  restore: (key) => store.restore(key, "A", null),
});

/** Fields that a newer version of the site, or another program, has written. */
const UNKNOWN = { Telephone: "079 123 45 67", friends: [{ name: "Zoé" }] };

const addUnknown = (documents: Documents, collection: string): Promise<void> =>
  documents.transaction(async (transaction) => {
    for (const { id } of await transaction.query(collection)) transaction.update(collection, id, UNKNOWN);
  });

export function unknownFieldsContract(make: MakeDocuments): void {
  it("unknown fields stay in a fee that is paid and renamed, in its closed year, and in a payment of the bank", async () => {
    const documents = await (await make())();
    const register = createRegisterStore(documents);
    const fees = createFeeStore(documents);
    const saved = await register.save([{ id: null, data: aMember() }], BOB);
    const [id = ""] = saved.ok ? saved.value : [];
    await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, BOB);
    const bank = createBankPaymentStore(documents);
    await bank.keep(aTransaction("T1"), aVerdict(), BOB);
    for (const collection of ["fees", "fee-years", "bank-payments"]) await addUnknown(documents, collection);
    await fees.settle([feeId("2027", id)], { is: "paid", way: "twint", date: "2027-02-01" }, BOB);
    const { version = "" } = (await register.get(id)) ?? {};
    await register.save([{ id, version, data: aMember({ lastName: "Luyet" }) }], BOB);
    await fees.close("2027", BOB);
    const [payment] = await bank.listBetween("2027-01-01", "2027-12-31");
    expect(await bank.decide(payment?.id ?? "", 0, { is: "gift" }, BOB)).not.toBeNull();
    expect((await documents.query("bank-payments")).map(({ content }) => content)).toMatchObject([
      { ...UNKNOWN, lines: [{ kind: "gift" }] },
    ]);
    expect((await documents.query("fees")).map(({ content }) => content)).toMatchObject([
      { ...UNKNOWN, name: "Zoé Luyet" },
    ]);
    expect((await documents.query("fee-years")).map(({ content }) => content)).toMatchObject([UNKNOWN]);
    expect((await fees.listYear("2027")).map((fee) => feeBalance(fee).state)).toEqual(["paid"]);
    expect((await fees.listYears()).map(({ closedBy }) => closedBy)).toEqual([BOB]);
  });

  it("unknown fields stay in a payment of the bank that is decided about and taken back", async () => {
    const documents = await (await make())();
    const bank = createBankPaymentStore(documents);
    await bank.keep(aTransaction("T1"), aVerdict(), BOB);
    await addUnknown(documents, "bank-payments");
    const [{ id = "" } = {}] = await bank.list();
    expect(await bank.decide(id, 0, { is: "gift" }, BOB)).not.toBeNull();
    expect(await bank.decide(id, 1, { is: "undo", lines: [`${id}.0`] }, ELODIE)).not.toBeNull();
    expect((await documents.query("bank-payments")).map(({ content }) => content)).toMatchObject([UNKNOWN]);
  });

  it.each(Object.keys(ACTIONS) as (keyof typeof DOCUMENT_KINDS)[])(
    "unknown fields stay in a saved, deleted and restored document, and in its revisions: %s",
    async (name) => {
      const documents = await (await make())();
      const { collection } = DOCUMENT_KINDS[name];
      const { save, remove, restore } = ACTIONS[name](documents);
      const stored = async () => (await documents.query(collection)).map(({ content }) => content);
      const named = (text: string) => [expect.objectContaining({ ...UNKNOWN, [FIELDS[name]]: text })];
      await save("One", ELODIE);
      await addUnknown(documents, collection);
      await save("Two", BOB);
      await save("Three", ELODIE);
      expect(await stored()).toEqual(named("Three"));
      const lines = (await documents.query("journal")).flatMap(({ content }) => content.before ?? []);
      const revisions = lines.map((before) => JSON.parse(String(before)).content);
      expect(revisions).toEqual(expect.arrayContaining([...named("One"), ...named("Two")]));
      // As the page of the history restores a revision.
      await save("One", BOB);
      expect(await stored()).toEqual(named("One"));
      if (!remove || !restore) return;
      const deletion = aDeletion();
      expect(await remove(deletion)).toBe("updated");
      expect(await stored()).toEqual([]);
      expect(await restore(deletion.key)).toBe("restored");
      expect(await stored()).toEqual(named("One"));
    },
  );
}
