/** What is worth a line when somebody asks later who did what. */
type SecurityEvent =
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-locked"
  | "sign-out"
  | "sessions-ended"
  | "password-confirmed"
  | "password-failed"
  | "password-locked"
  | "password-changed"
  | "password-chosen"
  | "account-invited"
  | "account-reset"
  | "account-removed"
  | "bank-details-changed"
  | "recipients-changed"
  | "export";

/** Ids and words of the site's own: no address of a person or a device, nothing that somebody typed. */
type SecurityDetails = {
  /** Id of the account that it was done to. */
  readonly target?: string;
  readonly what?: "invitation" | "reinitialisation" | "inscriptions" | "messages";
};

/**
 * Writes one line to the security log; never throws.
 * @param account id of the account that did it, or that was tried; null: of nobody known
 */
export type RecordSecurity = (event: SecurityEvent, account: string | null, details?: SecurityDetails) => void;
