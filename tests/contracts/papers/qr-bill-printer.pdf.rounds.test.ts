import { createPaperThread } from "#adapters/pdf/paper-thread.ts";
import { createQrBillPrinter } from "#adapters/pdf/qr-bill-printer.ts";
import { qrBillPrinterContract } from "./qr-bill-printer.contract.ts";

qrBillPrinterContract(() => createQrBillPrinter(createPaperThread()));
