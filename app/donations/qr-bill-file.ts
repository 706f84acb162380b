import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { AMOUNT, BILL_FORMATS, type BillFormat } from "#app/ui/qr-bill/qr-bill-urls.ts";
import { AMOUNT_SENTENCES, typedAmount } from "#domain/money/amount.ts";
import { amountFor, isBillPurpose } from "#domain/money/qr-bill.ts";
import { type BillForm, drawQrBill } from "#usecases/draw-qr-codes.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/qr-bill-file.ts";
import { imageAnswer } from "./image-answer.server.ts";

export const handle: Handle = { costly: true };

const FAULT = "La QR-facture n’a pas pu être préparée. Réessayez dans un instant.";

/** Takes `don-colonne.svg` apart. The longest ending counts. */
function readFile(file: string) {
  const format = BILL_FORMATS.toSorted((a, b) => b.length - a.length).find((one) => file.endsWith(one));
  const purpose = format ? file.slice(0, -format.length) : "";
  return format && isBillPurpose(purpose) ? { purpose, format } : null;
}

/** A QR-bill as picture or paper. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const wanted = readFile(params.file);
  if (!wanted) return sentenceResponse("Ce fichier n’existe pas.", 404);
  const amount = amountFor(wanted.purpose, new URL(request.url).searchParams.get(AMOUNT) ?? "");
  if (!amount.ok) return sentenceResponse(AMOUNT_SENTENCES[amount.reason], 400);
  return withErrorSentence(context, "QR-bill", FAULT, () => reply(context.get(servicesContext), wanted, amount.value));
}

const FORMS: Record<BillFormat, BillForm> = { ".svg": "wide", "-colonne.svg": "stacked", ".png": "png", ".pdf": "pdf" };

async function reply(
  services: Services,
  { purpose, format }: NonNullable<ReturnType<typeof readFile>>,
  amount: number | null,
): Promise<Response> {
  const file = await drawQrBill(services, purpose, amount, FORMS[format]);
  const name = ["qr-facture", purpose, ...(amount === null ? [] : [typedAmount(amount)])].join("-");
  if (format === ".pdf") return pdfAnswer(file, `${name}.pdf`);
  if (format === ".png") return imageAnswer(file, "image/png", `${name}.png`);
  return imageAnswer(file, "image/svg+xml", `${name}.svg`);
}
