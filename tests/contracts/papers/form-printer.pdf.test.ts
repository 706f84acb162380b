import { createFormPrinter } from "#adapters/pdf/form-printer.ts";
import { formPrinterContract } from "./form-printer.contract.ts";

formPrinterContract(createFormPrinter);
