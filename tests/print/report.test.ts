import { expect, it } from "vitest";
import { REPORT_ROWS_MAX, reportPdf, reportRefusal } from "#print/report.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

it("each page of a table begins with the heads of its columns, which a screen reader hears once", async () => {
  const columns = [
    { title: "Nom", share: 0.5 },
    { title: "Signature", share: 0.5 },
  ];
  const rows = Array.from({ length: 60 }, (_, i) => [`Membre ${i}`, ""]);
  const section = { title: "Membres", columns, rows, rowHeight: 30 };
  const last = { title: "Bilan", columns: [{ share: 1 }], rows: [["Tout"]] };
  const pdf = await reportPdf({ title: "Liste", intro: [], sections: [section, last] }, "28.11.2026");
  const { pages } = readPdf(pdf);
  expect(pages).toBe(3);
  const starts = Array.from({ length: pages }, (_, i) => {
    const { pieces } = readPdf(pdf, i + 1);
    return pieces.filter(({ text }) => /Nom|Signature/.test(text)).map(({ text, ornament }) => [text.trim(), ornament]);
  });
  const repeated = [
    ["Nom", true],
    ["Signature", true],
  ];
  expect(starts).toEqual([
    [
      ["Nom", false],
      ["Signature", false],
    ],
    repeated,
    repeated,
  ]);
  const members = Array.from({ length: pages }, (_, i) => readPdf(pdf, i + 1).pieces).flat();
  expect(members.filter(({ text }) => text.startsWith("Membre ")).map(({ text }) => text)).toEqual(
    rows.map(([name]) => name),
  );
});

it("a report that is too long, or one behind other long ones, is refused before it starts", async () => {
  const reportOf = (count: number) => {
    const section = { title: "Membres", columns: [{ share: 1 }], rows: Array.from({ length: count }, () => ["Zoé"]) };
    return { title: "Liste", intro: [], sections: [section] };
  };
  expect(reportRefusal(reportOf(REPORT_ROWS_MAX + 1))).toBe("too-long");
  expect(reportRefusal(reportOf(REPORT_ROWS_MAX))).toBeNull();
  const drawn = [1, 2, 3].map(() => reportPdf(reportOf(600), "28.11.2026"));
  expect([reportRefusal(reportOf(600)), reportRefusal(reportOf(100))]).toEqual(["busy", null]);
  await Promise.all(drawn);
  expect(reportRefusal(reportOf(600))).toBeNull();
});
