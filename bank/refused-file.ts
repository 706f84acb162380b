import type { BankFileRefusal } from "#domain/bank/bank-file.ts";

/** Thrown to stop reading a file, also by the callbacks of the parser. */
export class RefusedFile extends Error {
  readonly reason: BankFileRefusal;

  constructor(reason: BankFileRefusal) {
    super(reason);
    this.reason = reason;
  }
}
