import type { MailThrottle } from "#adapters/emailjs/emailjs-mailer.ts";
import type { PageCacheSource } from "#app/route-handle.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { ServedPictureStore } from "#stores/pictures/pictures.ts";
import type { LastSeenTimeStore } from "#stores/site-state.ts";
import type { Services } from "#usecases/services.ts";

export type BackendEvents = {
  /** Called when public data or the stored sizes of a picture have changed. Any instance may have made the change. */
  onChange: (source: PageCacheSource) => void;
  /** Called when a letter may be due, or when a member who lost the link waits for an answer. */
  onMail: () => void;
  report: (error: unknown, where: string) => void;
};

/** `site` locks the data folder. `command` also works while a site runs. */
export type BackendOpener = "site" | "command";

export type Backend = Pick<Services, "siteSecret" | "backups"> & {
  pictures: ServedPictureStore;
  documents: Documents;
  identities: IdentityProvider;
  dataProcessors: readonly DataProcessor[];
  lastSeen: LastSeenTimeStore;
  /** Limits mail by EmailJS over all instances. Absent if only one instance exists. */
  mailThrottle?: MailThrottle;
  /** True if no other instance of the site uses these stores. */
  singleInstance: boolean;
  isHealthy: () => boolean | Promise<boolean>;
  /** Cleans up after an earlier process. An outage is no error. @throws one line if a store is misconfigured */
  resume: () => Promise<void>;
  close: () => Promise<void>;
};
