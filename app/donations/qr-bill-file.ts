import { servicesContext } from "#app/contexts.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { AMOUNT, BILL_FORMATS, type BillFormat } from "#app/ui/qr-bill/qr-bill-urls.ts";
import { AMOUNT_SENTENCES, typedAmount } from "#domain/money/amount.ts";
import { amountFor, billOffered, isBillPurpose, type QrBill } from "#domain/money/qr-bill.ts";
import { type BillForm, drawQrBill } from "#usecases/draw-qr-codes.ts";
import { billOfSignUp } from "#usecases/fees/sign-up-bill.ts";
import type { Route } from "./+types/qr-bill-file.ts";
import { imageResponse } from "./image-response.server.ts";

export const handle: Handle = { costly: true };

const NO_FILE = "Ce fichier n’existe pas.";
const ERROR_SENTENCE = "La QR-facture n’a pas pu être préparée. Réessayez dans un instant.";

/** An id of the inbox. */
const SIGN_UP = /^[\w-]{16,64}$/;

/** Parses `don-colonne.svg`. Longest suffix first: `-colonne.svg` also ends with `.svg`. */
function parseFileName(file: string) {
  const format = BILL_FORMATS.toSorted((a, b) => b.length - a.length).find((suffix) => file.endsWith(suffix));
  const purpose = format ? file.slice(0, -format.length) : "";
  return format ? { purpose, format } : null;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const file = parseFileName(params.file);
  if (!file) return sentenceResponse(NO_FILE, 404);
  return withErrorSentence(context, "QR-bill", ERROR_SENTENCE, async () => {
    const settings = await publicSettings(context);
    if (SIGN_UP.test(file.purpose)) {
      const bill = await billOfSignUp(context.get(servicesContext), settings, file.purpose);
      return bill ? respond(bill, file.format) : sentenceResponse(NO_FILE, 404);
    }
    if (!isBillPurpose(file.purpose)) return sentenceResponse(NO_FILE, 404);
    const typed = new URL(request.url).searchParams.get(AMOUNT) ?? "";
    const amount = amountFor(file.purpose, typed, settings.annualFee);
    if (!amount.ok) return sentenceResponse(AMOUNT_SENTENCES[amount.reason], 400);
    const bill = billOffered(settings, file.purpose, amount.value);
    return bill ? respond(bill, file.format) : sentenceResponse(NO_FILE, 404);
  });
}

const BILL_FORMS: Record<BillFormat, BillForm> = {
  ".svg": "wide",
  "-colonne.svg": "stacked",
  ".png": "png",
  ".pdf": "pdf",
};

async function respond(bill: QrBill, format: BillFormat): Promise<Response> {
  const { purpose, amount } = bill;
  const file = await drawQrBill(bill, BILL_FORMS[format]);
  const name = ["qr-facture", purpose, ...(amount === null ? [] : [typedAmount(amount)])].join("-");
  if (format === ".pdf") return pdfAnswer(file, `${name}.pdf`);
  if (format === ".png") return imageResponse(file, "image/png", `${name}.png`);
  return imageResponse(file, "image/svg+xml", `${name}.svg`);
}
