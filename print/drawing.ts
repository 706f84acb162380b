import { readFile } from "node:fs/promises";
import { join } from "node:path";

type Trace = Readonly<{ d: string; fill: string | null; stroke: string | null; thickness: number }>;
export type SvgDrawing = { readonly width: number; readonly height: number; readonly traces: readonly Trace[] };

const attributesOf = (tag: string): Partial<Record<string, string>> =>
  Object.fromEntries(Array.from(tag.matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [name, value]));

const colour = (value: string | undefined) => (value === undefined || value === "none" ? null : value);

/** Reads drawings/`name`.svg. Throws if the file contains other elements than paths. */
export async function readDrawing(name: string): Promise<SvgDrawing> {
  const svg = await readFile(join(import.meta.dirname, "drawings", `${name}.svg`), "utf8");
  const [root = "", ...tags] = svg.match(/<\w[^>]*>/g) ?? [];
  const [, , width, height] = (attributesOf(root).viewBox ?? "").split(" ").map(Number);
  if (!width || !height) throw new Error(`drawings/${name}.svg has no viewBox`);
  const traces = tags.map((tag) => {
    const { d, fill, stroke, "stroke-width": thickness } = attributesOf(tag);
    if (!tag.startsWith("<path") || !d) throw new Error(`drawings/${name}.svg holds more than paths`);
    return { d, fill: colour(fill), stroke: colour(stroke), thickness: Number(thickness ?? 0) };
  });
  return { width, height, traces };
}

export function drawSvgPaths(doc: PDFKit.PDFDocument, drawing: SvgDrawing, x: number, y: number, width: number): void {
  const scale = width / drawing.width;
  doc.save().translate(x, y).scale(scale).lineJoin("round").lineCap("round");
  for (const { d, fill, stroke, thickness } of drawing.traces) {
    doc.path(d).lineWidth(thickness);
    if (fill && stroke) doc.fillAndStroke(fill, stroke);
    else if (fill) doc.fill(fill);
    else if (stroke) doc.stroke(stroke);
  }
  doc.restore();
}
