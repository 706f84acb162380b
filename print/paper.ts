/** What a thread draws, and what it answers: PDF as bytes, SVG as text. */
import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";

export type Paper =
  | { readonly kind: "consent-form"; readonly minor: MinorDetails | null; readonly address: ReturnAddress }
  | { readonly kind: "qr-bill"; readonly bill: QrBill }
  | { readonly kind: "qr-bill-image"; readonly bill: QrBill; readonly form: "wide" | "stacked" };

export type Drawn = { readonly file: Uint8Array | string } | { readonly fault: unknown };
