/** What a family of stores gives the site: everything that is kept, and how it is looked after. */
import type { Turn } from "#adapters/emailjs/emailjs-mailer.ts";
import type { Source } from "#app/route-handle.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { ServedPictures } from "#stores/pictures/pictures.ts";
import type { LastSeenTime } from "#stores/site-state.ts";
import type { Services } from "#usecases/services.ts";

/** What a family tells while it is open. */
export type BackendEvents = {
  /** Something that visitors see has changed: by a write of whatever instance, or a picture of an existing project is made. */
  onChange: (source: Source) => void;
  /** A mail may wait that another process wrote. */
  onMail: () => void;
  report: (error: unknown, where: string) => void;
};

/** Who opens the stores: the one site that runs on them, or a command that may run beside it. */
export type Opener = "site" | "command";

export type Backend = Pick<Services, "siteSecret" | "backups"> & {
  images: ServedPictures;
  /** Closed with the backend. */
  documents: Documents;
  identities: IdentityProvider;
  dataProcessors: readonly DataProcessor[];
  lastSeen: LastSeenTime;
  /** Takes turns with the other instances that send from one account; absent: there are none. */
  mailTurn?: Turn;
  /** No other instance of the site works on these stores. */
  exclusive: boolean;
  /** Whether something can be written right now. */
  isHealthy: () => boolean | Promise<boolean>;
  /**
   * Removes what an earlier process left unfinished of pictures; only the process that serves the site does.
   * @throws with one line when a setting is wrong; a store that does not answer just now is no reason
   */
  resume: () => Promise<void>;
  /** Closes the stores, once the picture of an existing project that is being made is done. */
  close: () => Promise<void>;
};
