/** Interface of a backend (embedded or Firebase): its stores, health check and lifecycle. */
import type { Throttle } from "#adapters/emailjs/emailjs-mailer.ts";
import type { PageSource } from "#app/route-handle.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { ServedPictures } from "#stores/pictures/pictures.ts";
import type { LastSeenTime } from "#stores/site-state.ts";
import type { Services } from "#usecases/services.ts";

export type BackendEvents = {
  /** Called when public data has changed (in this or another instance) or a picture variant was created. */
  onChange: (source: PageSource) => void;
  onMail: () => void;
  report: (error: unknown, where: string) => void;
};

/** Who opens the backend: the site, which locks its data folder, or a command, which also works while the site runs. */
export type Opener = "site" | "command";

export type Backend = Pick<Services, "siteSecret" | "backups"> & {
  images: ServedPictures;
  documents: Documents;
  identities: IdentityProvider;
  dataProcessors: readonly DataProcessor[];
  lastSeen: LastSeenTime;
  /** Send throttle of an EmailJS account, shared by all instances; absent if only one instance exists. */
  mailThrottle?: Throttle;
  /** True if no other instance of the site uses these stores. */
  singleInstance: boolean;
  isHealthy: () => boolean | Promise<boolean>;
  /** Cleans up after an earlier process and tests the stores. Throws one line if misconfigured, not in an outage. */
  resume: () => Promise<void>;
  /** Waits until the picture in progress is written, then closes the stores. */
  close: () => Promise<void>;
};
