import { createQrBillPrinter } from "#adapters/pdf/qr-bill-printer.ts";
import { qrBillPrinterContract } from "./qr-bill-printer.contract.ts";

qrBillPrinterContract(createQrBillPrinter);
