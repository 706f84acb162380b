import type { RouterContextProvider } from "react-router";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import { renderPageText } from "#app/layout/texts.server.ts";
import { AMOUNT_SENTENCES } from "#domain/money/amount.ts";
import { qrBillAmount, qrBillOffered } from "#domain/money/qr-bill.ts";
import { exampleSettingsIn } from "#domain/settings/example-settings.ts";

/** The page in which browsers show a PNG has inline styles, so allow them. */
const POLICIES = {
  "image/svg+xml": "default-src 'none'; frame-ancestors 'none'",
  "image/png": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
} as const;

/** Forbids caching: the settings can change at any time. The name `file` must not contain personal data. */
export const imageResponse = (content: string | Uint8Array, type: keyof typeof POLICIES, file: string): Response =>
  new Response(typeof content === "string" ? content : new Uint8Array(content), {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="${file}"`,
      "content-security-policy": POLICIES[type],
      "x-robots-tag": "noindex",
      "cache-control": "private, no-store",
    },
  });

/**
 * Without a bank account, `bill` is null.
 * @param typed the typed amount; if it is invalid, the bill has no amount
 * @throws if the settings store is unavailable
 */
export async function readDonations(context: Readonly<RouterContextProvider>, typed: string) {
  const [settings, text] = await Promise.all([readPublicSettings(context), renderPageText(context, "donations")]);
  const amount = qrBillAmount("don", typed, settings.annualFee);
  return {
    text,
    twint: settings.twint,
    examples: exampleSettingsIn(settings).some((field) => field === "iban" || field === "twint"),
    bill: qrBillOffered(settings, "don", amount.ok ? amount.value : null),
    choice: { typed, error: amount.ok ? undefined : AMOUNT_SENTENCES[amount.reason] },
  };
}
