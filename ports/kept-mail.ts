import type { Day } from "#domain/dates.ts";

/** A mail that was written to a file instead of being sent, or what a crash left of one. */
export type KeptFile = {
  readonly name: string;
  /** What the mailer was given as the mail's id. */
  readonly id: string;
  /** No entry belongs to it: somebody has tried out the mail. */
  readonly trial: boolean;
  /** The day in Zurich on which its content was received. */
  readonly day: Day;
};

/** The files of a site that keeps its mail, or did so once. Every method throws when the folder does not answer. */
export interface KeptMail {
  /** @returns all of them; none where no mail was ever kept */
  list(): Promise<KeptFile[]>;

  /** Deletes files by their names, for good also after a crash. One that is gone already is no fault. */
  remove(names: readonly string[]): Promise<void>;
}
