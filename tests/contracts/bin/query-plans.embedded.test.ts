/** A page of the bin or of the journal is answered from an index, however much there is. */
import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createPictureRows } from "#adapters/embedded/images/picture-rows.ts";
import { createJournal } from "#adapters/embedded/journal.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createRecycleBin } from "#adapters/embedded/recycle-bin.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

/** A database, and what every statement that was prepared on it since `forget` does, step by step. */
function watched(): { db: DatabaseSync; selects: () => string[]; plans: () => string[]; forget: () => void } {
  const db = embeddedFile().open();
  let statements: string[] = [];
  const stepsOf = (sql: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join("; ");
  const selects = () => statements.filter((sql) => /^\s*(?:SELECT|WITH)/.test(sql));
  const spy = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "prepare") statements.push(String(args[0]));
        return value.apply(target, args);
      };
    },
  });
  return {
    db: spy,
    selects,
    plans: () => selects().map(stepsOf),
    forget: () => {
      statements = [];
    },
  };
}

it("the journal reads a page, and counts its lines, along an index, whatever the filter", async () => {
  const { db, plans, forget } = watched();
  const journal = createJournal(db);
  const page = { start: 19_950, count: 50 };
  const [by, subject] = ["compte", "membre"] as const;
  for (const [filter, index, terms] of [
    [{}, "journal_by_date", ""],
    [{ by }, "journal_by_person", " (person=?)"],
    [{ subject }, "journal_by_subject", " (subject=?)"],
    [{ by, subject }, "journal_by_both", " (person=? AND subject=?)"],
  ] as const) {
    forget();
    await journal.list(filter, page);
    const [counting, reading, ...others] = plans();
    expect(others).toEqual([]);
    expect(counting).toContain("USING COVERING INDEX");
    expect(reading).toBe(`${terms ? "SEARCH" : "SCAN"} journal USING INDEX ${index}${terms}`);
  }
});

it("the journal finds the people in it by jumping from one to the next, without reading their lines", () => {
  const { db, plans } = watched();
  createJournal(db);
  const [people = "", ...others] = plans();
  expect(others).toEqual([]);
  expect(people).not.toMatch(/SCAN journal|TEMP B-TREE/);
  expect(people).toContain("SEARCH journal USING INDEX journal_by_person (person=?)");
});

it("the recycle bin is read in its order, and its pictures without what visitors sent, along an index", () => {
  const { db, plans } = watched();
  createRecycleBin(db);
  expect(plans().filter((plan) => plan.startsWith("SCAN"))).toEqual([
    "SCAN recycle_bin USING INDEX recycle_bin_by_date",
    "SCAN recycle_bin USING COVERING INDEX recycle_bin_pictures",
  ]);
});

it("nobody who lists cards, settings or the bin reads the long earlier states, nor past them", async () => {
  const { db, selects } = watched();
  const stores = [createMembreStore(db), createEvenementStore(db), createRecycleBin(db), createSettingsStore(db)];
  expect(stores).toHaveLength(4);
  const listing = selects().filter((sql) => !/ WHERE /.test(sql));
  for (const table of ["membres", "evenements", "settings", "recycle_bin"]) {
    const own = listing.filter((sql) => new RegExp(`FROM ${table}\\b`).test(sql));
    expect(own.length, table).toBeGreaterThan(0);
    for (const sql of own) expect(sql).not.toMatch(/states|\*/);
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    expect(columns.at(-1)?.name, table).toBe("states");
  }
});

it("whether a picture's file may be seen costs one look into an index", () => {
  const { db, plans } = watched();
  createPictureRows(db);
  expect(plans().find((plan) => plan.includes("images_by_key"))).toBe(
    "SEARCH images USING INDEX images_by_key (key=?)",
  );
});

it("the drafts that have to be announced are found along an index, however many events there are", () => {
  const { db, plans } = watched();
  createEvenementStore(db);
  expect(plans().find((plan) => plan.includes("evenements_drafts"))).toBe(
    "SEARCH evenements USING INDEX evenements_drafts (Publication>? AND Publication<?)",
  );
});
