import { SwissQRCode } from "swissqrbill/pdf";
import { encode } from "uqr";
import type { QrBill } from "#domain/money/qr-bill.ts";

/** Side of the QR code (SIX, Style Guide QR-bill). */
export const QR_CODE_SIDE_MM = 46;
export const POINTS_PER_MM = 72 / 25.4;

type Paper = Pick<PDFKit.PDFDocument, "save" | "translate" | "rect" | "fillColor" | "fill" | "restore">;

/** Draws a bill's QR code. `x`, `y`: upper left corner, in points. Throws if the bill violates the standard. */
export function drawBillQrCode(paper: Paper, bill: QrBill, x: number, y: number): void {
  const { iban, holder, street, buildingNumber, postcode, place, amount, message, reference, debtor } = bill;
  const creditor = { account: iban, name: holder, address: street, buildingNumber, zip: postcode, city: place };
  new SwissQRCode(
    {
      currency: "CHF",
      ...(amount === null ? {} : { amount: amount / 100 }),
      message,
      creditor: { ...creditor, country: "CH" },
      ...(reference && { reference }),
      ...(debtor && { debtor: { ...debtor, address: debtor.street, zip: debtor.postcode, city: debtor.place } }),
    },
    QR_CODE_SIDE_MM,
  ).attachTo(paper as PDFKit.PDFDocument, x, y);
}

const square = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;
const hundredth = (n: number) => Math.round(n * 100) / 100;

/** Returns SVG paths with coordinates from 0 to `QR_CODE_SIDE_MM`. */
export function qrCodeOfBill(bill: QrBill): string {
  let [paths, path, colour] = ["", "", ""];
  const drawing = {
    save: () => drawing,
    restore: () => drawing,
    translate: () => drawing,
    rect(x: number, y: number, width: number, height: number) {
      path += square(hundredth(x), hundredth(y), hundredth(width), hundredth(height));
      return drawing;
    },
    fillColor(name: string) {
      colour = name;
      return drawing;
    },
    fill() {
      paths += `<path fill="${colour}" d="${path}"/>`;
      path = "";
      return drawing;
    },
  };
  drawBillQrCode(drawing as unknown as Paper, bill, 0, 0);
  return `<g transform="scale(${1 / POINTS_PER_MM})" shape-rendering="crispEdges">${paths}</g>`;
}

/** Returns an SVG path with one unit per module. `side`: number of modules per side. */
export function qrCodeOfLink(link: string): { side: number; path: string } {
  const { size, data } = encode(link, { ecc: "M", border: 0 });
  const rows = data.map((row, y) => row.map((black, x) => (black ? square(x, y, 1, 1) : "")).join(""));
  return { side: size, path: rows.join("") };
}
