import { renderPdf, wouldPdfWaitTooLong } from "#print/render-pdf.ts";
import type { PrintedLetters } from "./letter-page.ts";

/** A tagged A4 PDF with a letter for each address. */
export const lettersPdf = (letters: PrintedLetters): Promise<Uint8Array> => renderPdf({ kind: "letters", letters });

/** Whether `lettersPdf` should not draw these letters now, because too many large PDFs wait. */
export const areLettersBusy = (letters: PrintedLetters): boolean => wouldPdfWaitTooLong({ kind: "letters", letters });
