import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { AMOUNT, BILL_FORMATS, type BillFormat } from "#app/ui/qr-bill/qr-bill-urls.ts";
import { AMOUNT_SENTENCES, typedAmount } from "#domain/money/amount.ts";
import { amountFor, isBillPurpose } from "#domain/money/qr-bill.ts";
import { type BillForm, drawQrBill } from "#usecases/draw-qr-codes.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/qr-bill-file.ts";
import { imageResponse } from "./image-response.server.ts";

export const handle: Handle = { costly: true };

const ERROR_SENTENCE = "La QR-facture n’a pas pu être préparée. Réessayez dans un instant.";

/** Parses `don-colonne.svg`. Longest suffix first: `-colonne.svg` also ends with `.svg`. */
function parseFileName(file: string) {
  const format = BILL_FORMATS.toSorted((a, b) => b.length - a.length).find((suffix) => file.endsWith(suffix));
  const purpose = format ? file.slice(0, -format.length) : "";
  return format && isBillPurpose(purpose) ? { purpose, format } : null;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const bill = parseFileName(params.file);
  if (!bill) return sentenceResponse("Ce fichier n’existe pas.", 404);
  const services = context.get(servicesContext);
  return withErrorSentence(context, "QR-bill", ERROR_SENTENCE, async () => {
    const { annualFee } = await services.settings.get();
    const amount = amountFor(bill.purpose, new URL(request.url).searchParams.get(AMOUNT) ?? "", annualFee);
    if (!amount.ok) return sentenceResponse(AMOUNT_SENTENCES[amount.reason], 400);
    return respond(services, bill, amount.value);
  });
}

const BILL_FORMS: Record<BillFormat, BillForm> = {
  ".svg": "wide",
  "-colonne.svg": "stacked",
  ".png": "png",
  ".pdf": "pdf",
};

async function respond(
  services: Services,
  { purpose, format }: NonNullable<ReturnType<typeof parseFileName>>,
  amount: number | null,
): Promise<Response> {
  const file = await drawQrBill(services, purpose, amount, BILL_FORMS[format]);
  const name = ["qr-facture", purpose, ...(amount === null ? [] : [typedAmount(amount)])].join("-");
  if (format === ".pdf") return pdfAnswer(file, `${name}.pdf`);
  if (format === ".png") return imageResponse(file, "image/png", `${name}.png`);
  return imageResponse(file, "image/svg+xml", `${name}.svg`);
}
