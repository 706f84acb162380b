/** Interface of a backend: its stores, health check and lifecycle. */
import type { Turn } from "#adapters/emailjs/emailjs-mailer.ts";
import type { Source } from "#app/route-handle.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { ServedPictures } from "#stores/pictures/pictures.ts";
import type { LastSeenTime } from "#stores/site-state.ts";
import type { Services } from "#usecases/services.ts";

/** Callbacks of a backend. */
export type BackendEvents = {
  /** Public data changed, in this or another instance, or a picture variant was created. */
  onChange: (source: Source) => void;
  /** Another process queued mail. */
  onMail: () => void;
  report: (error: unknown, where: string) => void;
};

/** The site holds the stores exclusively; a command may run beside it. */
export type Opener = "site" | "command";

export type Backend = Pick<Services, "siteSecret" | "backups"> & {
  images: ServedPictures;
  documents: Documents;
  identities: IdentityProvider;
  dataProcessors: readonly DataProcessor[];
  lastSeen: LastSeenTime;
  /** Throttle shared by the instances that send from one EmailJS account; absent for a single instance. */
  mailTurn?: Turn;
  /** True when no other instance uses these stores. */
  exclusive: boolean;
  /** Whether the store accepts writes. */
  isHealthy: () => boolean | Promise<boolean>;
  /**
   * Deletes unfinished picture files of an earlier process. Only the serving process calls it.
   * @throws with one line for a wrong setting; an unavailable store is no error
   */
  resume: () => Promise<void>;
  /** Closes the stores after the picture in progress is done. */
  close: () => Promise<void>;
};
