import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfResponse, sentenceResponse, withErrorSentence } from "#app/ui/file-response.server.ts";
import { AMOUNT_PARAM, type BillFormat } from "#app/ui/qr-bill/qr-bill-urls.ts";
import { AMOUNT_SENTENCES, type AmountRefusal, amountAsTyped } from "#domain/money/amount.ts";
import { isBillPurpose, type QrBill, qrBillAmount, qrBillOffered } from "#domain/money/qr-bill.ts";
import { type Result, success } from "#domain/result.ts";
import { type BillFileFormat, drawQrBill } from "#usecases/draw-qr-codes.ts";
import { qrBillOfSignUp } from "#usecases/fees/sign-up-bill.ts";
import type { Route } from "./+types/qr-bill-file.ts";
import { imageResponse } from "./image-response.server.ts";

export const handle: Handle = { secret: true, costly: true };

const ERROR_SENTENCE = "La QR-facture n’a pas pu être préparée. Réessayez dans un instant.";

const SIGN_UP = /^[\w-]{16,64}$/;

const FORMS: readonly (readonly [BillFormat, BillFileFormat])[] = [
  [".svg", "svg"],
  [".png", "png"],
  [".pdf", "pdf"],
];

export const loader = ({ request, params: { file }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "QR-bill", ERROR_SENTENCE, async () => {
    const [format, form] = FORMS.find(([ending]) => file.endsWith(ending)) ?? [];
    const typed = new URL(request.url).searchParams.get(AMOUNT_PARAM) ?? "";
    const read = format ? await readBill(context, file.slice(0, -format.length), typed) : success(null);
    if (!read.ok) return sentenceResponse(AMOUNT_SENTENCES[read.reason], 400);
    if (!form || !read.value) return sentenceResponse("Ce fichier n’existe pas.", 404);
    const { purpose, amount } = read.value;
    const drawn = await drawQrBill(read.value, form);
    const name = ["qr-facture", purpose, ...(amount === null ? [] : [amountAsTyped(amount)])].join("-");
    if (form === "pdf") return pdfResponse(drawn, `${name}.pdf`);
    if (form === "png") return imageResponse(drawn, "image/png", `${name}.png`);
    return imageResponse(drawn, "image/svg+xml", `${name}.svg`);
  });

/**
 * @param name the bill's purpose, or the id of a sign-up
 * @returns null if the bill does not exist
 */
async function readBill(
  context: Readonly<RouterContextProvider>,
  name: string,
  typed: string,
): Promise<Result<QrBill | null, AmountRefusal>> {
  const settings = await readPublicSettings(context);
  if (!isBillPurpose(name))
    return success(SIGN_UP.test(name) ? await qrBillOfSignUp(context.get(servicesContext), settings, name) : null);
  const amount = qrBillAmount(name, typed, settings.annualFee);
  return amount.ok ? success(qrBillOffered(settings, name, amount.value)) : amount;
}
