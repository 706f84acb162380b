import type { BankFileRefusal } from "#domain/bank/bank-file.ts";

/** Ends the reading from within the parser's callbacks. */
export class RefusedFile extends Error {
  readonly reason: BankFileRefusal;

  constructor(reason: BankFileRefusal) {
    super(reason);
    this.reason = reason;
  }
}
