import { expect, it } from "vitest";
import { linesMissingInNotes, NOTES_MAX } from "#domain/dossier/notes.ts";
import { notesAsRichText } from "#domain/dossier/notes-blocks.server.ts";

it("shows notes as rich text, and keeps items with empty lines between them in one list", () => {
  expect(notesAsRichText("**Bar** : 40 fûts\nglace\n\n1. Clés\n\n2. Caisse\n\n\n- a\n- b")).toEqual([
    { ordered: null, items: [[{ bold: ["Bar"] }, " : 40 fûts", "\n", "glace"]] },
    { ordered: true, items: [["Clés"], ["Caisse"]] },
    { ordered: false, items: [["a"], ["b"]] },
  ]);
});

it("shows what Markdown refuses as it was typed, and the other paragraphs as rich text", () => {
  expect(notesAsRichText("voir http://exemple.ch\nhier\n\n**gras**\n\n- a\n  - b\n\n![x](y)")).toEqual([
    { ordered: null, items: [["voir http://exemple.ch", "\n", "hier"]] },
    { ordered: null, items: [[{ bold: ["gras"] }]] },
    { ordered: null, items: [["- a", "\n", "  - b"]] },
    { ordered: null, items: [["![x](y)"]] },
  ]);
  expect(notesAsRichText(" \n\n ")).toEqual([]);
});

it.each([
  "[".repeat(NOTES_MAX),
  "- a\n\n".repeat(NOTES_MAX / 5),
  "*a_".repeat(NOTES_MAX / 3),
  "www.a.ch ".repeat(NOTES_MAX / 9),
  "[a](".repeat(NOTES_MAX / 4),
  "a\n\n".repeat(NOTES_MAX / 3),
])("reads 10,000 hostile characters in a moment: %.20s", (notes) => {
  const started = performance.now();
  notesAsRichText(notes);
  expect(performance.now() - started).toBeLessThan(500);
});

it("names the lines that the typed notes lack, shortened", () => {
  expect(linesMissingInNotes("a\n  b \n\nc", "c\na")).toEqual(["b"]);
  expect(linesMissingInNotes("x".repeat(500), "")).toEqual([`${"x".repeat(160)}…`]);
  expect(linesMissingInNotes(Array.from({ length: 50 }, (_, i) => `${i}`).join("\n"), "")).toHaveLength(8);
});
