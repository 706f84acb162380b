/** Draws SVG without inline styles, because a strict Content-Security-Policy blocks inline styles. */
import type { QrBill } from "#domain/money/qr-bill.ts";
import { QR_CODE_SIDE_MM, qrCodeOfBill, qrCodeOfLink } from "./code.ts";
import { BILL_COLOURS, type BillLayout, type BillTextLine, billCornerMarks } from "./layout.ts";

/** These fonts have the same letter widths, so that text wraps identically. */
const FONT = "Liberation Sans, Arial, Helvetica, sans-serif";
const PT_IN_MM = 25.4 / 72;
/** Blank margin of a QR code in modules (ISO/IEC 18004). */
const EDGE = 4;
/** Blank margin of a bill's QR code in millimetres. The code has at least 57 modules per side. */
const EDGE_MM = (EDGE * QR_CODE_SIDE_MM) / 57;

const toXml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const mm = (count: number) => String(Math.round(count * 100) / 100);

const svg = (width: number, height: number, unit: "mm" | "", content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${mm(width)}${unit}" height="${mm(height)}${unit}" viewBox="0 0 ${mm(width)} ${mm(height)}">` +
  `<path fill="#fff" d="M0 0h${mm(width)}v${mm(height)}H0z"/>${content}</svg>`;

const line = ({ text, x, y, size, bold, alignRight, warning }: BillTextLine) =>
  `<text x="${mm(x)}" y="${mm(y)}" font-size="${mm(size * PT_IN_MM)}"${bold ? ' font-weight="700"' : ""}` +
  `${alignRight ? ' text-anchor="end"' : ""}${warning ? ` fill="${BILL_COLOURS.warning}"` : ""}>${toXml(text)}</text>`;

export function drawQrBillSvg({ width, height, paragraphs, frames, cut, code }: BillLayout, bill: QrBill): string {
  const { x1, y1, x2, y2 } = cut;
  const { x, y, side } = code;
  const content =
    `<path d="M${mm(x1)} ${mm(y1)}L${mm(x2)} ${mm(y2)}" stroke="#000" stroke-width=".26" stroke-dasharray="1.2 1"/>` +
    `<path d="${frames.map(billCornerMarks).join("")}" fill="none" stroke="#000" stroke-width=".26"/>` +
    `<g transform="translate(${mm(x)} ${mm(y)}) scale(${side / QR_CODE_SIDE_MM})">${qrCodeOfBill(bill)}</g>` +
    `<g font-family="${FONT}">${paragraphs.flatMap(({ lines }) => lines.map(line)).join("")}</g>`;
  return svg(width, height, "mm", content);
}

/** `side`: in pixels, including the margin. */
export function swissQrCodeSvg(bill: QrBill, side: number): string {
  const scale = side / (QR_CODE_SIDE_MM + 2 * EDGE_MM);
  const place = `translate(${EDGE_MM * scale} ${EDGE_MM * scale}) scale(${scale})`;
  return svg(side, side, "", `<g transform="${place}">${qrCodeOfBill(bill)}</g>`);
}

export function qrCodeSvg(link: string): string {
  const { side, path } = qrCodeOfLink(link);
  const total = side + 2 * EDGE;
  const modules = `<path transform="translate(${EDGE} ${EDGE})" shape-rendering="crispEdges" d="${path}"/>`;
  return svg(total, total, "", modules);
}
