import type { BackupsSummary } from "#domain/backup-schedule.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { QuickChecks, SlowChecks } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import type { Mailer, SavedMailFolder } from "#ports/mailer.ts";
import type { AccountStore } from "#stores/accounts.ts";
import type { AttendanceStore } from "#stores/assemblies/attendance.ts";
import type { BankPaymentStore } from "#stores/bank/payments.ts";
import type { CommitteeStore } from "#stores/committee.ts";
import type { DossierStore } from "#stores/dossiers/dossiers.ts";
import type { TaskStore } from "#stores/dossiers/tasks.ts";
import type { EventStore } from "#stores/events.ts";
import type { FeeStore } from "#stores/fees/fees.ts";
import type { FirstStepsStore } from "#stores/first-steps.ts";
import type { HandoverItemStore } from "#stores/handover-items.ts";
import type { InboxStore } from "#stores/inbox.ts";
import type { JournalStore } from "#stores/journal.ts";
import type { MailingStore } from "#stores/mailings.ts";
import type { MailStore } from "#stores/mails.ts";
import type { OptOutStore } from "#stores/opt-outs.ts";
import type { PictureStore } from "#stores/pictures/pictures.ts";
import type { RecycleBinStore } from "#stores/recycle-bin.ts";
import type { LostLinkStore } from "#stores/register/lost-links.ts";
import type { MemberImportStore } from "#stores/register/member-imports.ts";
import type { MemberLinkStore } from "#stores/register/member-links.ts";
import type { ProposalStore } from "#stores/register/proposals.ts";
import type { RegisterStore } from "#stores/register/register.ts";
import type { TouchStore } from "#stores/rounds/touches.ts";
import type { AnnouncementStore, RoundTextStore, SettingsStore, TextStore } from "#stores/settings.ts";
import type { PlaceLinkStore } from "#stores/slots/place-links.ts";
import type { ReplyStore } from "#stores/slots/replies.ts";
import type { SlotStore } from "#stores/slots/slots.ts";
import type { ClockGuard } from "./site-health/clock-guard.ts";
import type { ToDoReader } from "./to-do/to-do-reader.ts";

export interface Services {
  committee: CommitteeStore;
  events: EventStore;
  settings: SettingsStore;
  texts: TextStore;
  roundTexts: RoundTextStore;
  touches: TouchStore;
  firstSteps: FirstStepsStore;
  announcement: AnnouncementStore;
  inbox: InboxStore;
  register: RegisterStore;
  fees: FeeStore;
  bank: BankPaymentStore;
  attendance: AttendanceStore;
  memberImports: MemberImportStore;
  memberLinks: MemberLinkStore;
  lostLinks: LostLinkStore;
  proposals: ProposalStore;
  slots: SlotStore;
  replies: ReplyStore;
  placeLinks: PlaceLinkStore;
  tasks: TaskStore;
  dossiers: DossierStore;
  handoverItems: HandoverItemStore;
  mailings: MailingStore;
  optOuts: OptOutStore;
  toDo: ToDoReader;
  bin: RecycleBinStore;
  journal: JournalStore;
  pictures: PictureStore;
  auth: AccountStore;
  /** At least 32 random characters, the same on all server instances. Never send the secret to a client. */
  siteSecret: () => Promise<string>;
  /** Whether a password is easy to guess. Takes tenths of a second. `email`: address of the account. */
  isGuessable: (password: string, email: string) => Promise<boolean>;
  mails: MailStore;
  mailer: Mailer;
  /** Mail saved as files. A site that now sends mail may still have such files. */
  savedMail: SavedMailFolder;
  backups: BackupControl;
  health: SiteHealth;
  clock: Clock;
  clockGuard: ClockGuard;
  /** For the privacy page. If no processor has the role "mail", the site sends no mail. */
  dataProcessors: readonly DataProcessor[];
}

export interface BackupControl {
  /** @throws if the backup folder cannot be read */
  readState(): Promise<BackupsSummary>;

  /**
   * Makes a backup. Concurrent calls share one run. If `rotate` is not false, deletes the oldest backups above the
   * limit. A backup of an empty site deletes no backup with content.
   * @returns time of the backup @throws if the backup fails. `readState` then reports the failure
   */
  make(options?: { rotate?: boolean }): Promise<Date>;
}

export interface SiteHealth {
  /** Runs the quick checks, which take milliseconds. Never throws: the result contains failures. */
  measure(): Promise<QuickChecks>;

  /** Runs the slow checks. Returns after `waitMs` at the latest. Never throws. */
  check(waitMs?: number): Promise<void>;

  /** `last`: result of the last `check` in this process; null before the first check. */
  readChecked(): { readonly last: SlowChecks | null; readonly inProgress: boolean };
}
