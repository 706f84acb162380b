/** Interface of a backend: its stores, health check and lifecycle. */
import type { Throttle } from "#adapters/emailjs/emailjs-mailer.ts";
import type { Source } from "#app/route-handle.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { ServedPictures } from "#stores/pictures/pictures.ts";
import type { LastSeenTime } from "#stores/site-state.ts";
import type { Services } from "#usecases/services.ts";

export type BackendEvents = {
  /** Public data changed, in this or another instance, or a picture variant was created. */
  onChange: (source: Source) => void;
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
  mailThrottle?: Throttle;
  /** True when no other instance uses these stores. */
  singleInstance: boolean;
  isHealthy: () => boolean | Promise<boolean>;
  /** Deletes an earlier process's unfinished files. @throws with one line for a wrong setting, not for an outage */
  resume: () => Promise<void>;
  /** Closes the stores after the picture in progress is done. */
  close: () => Promise<void>;
};
