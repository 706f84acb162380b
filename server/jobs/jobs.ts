import { deleteExpiredInboxEntries } from "#usecases/inbox/delete-old-entries.ts";
import { sweepSavedMail } from "#usecases/mail/sweep-saved-mail.ts";
import { finishMailings } from "#usecases/mailings/send-mailing.ts";
import { purgeExpiredData } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import { startBackups } from "./backups.ts";
import { startClockWatch } from "./clock.ts";
import { startHealthChecks } from "./health.ts";
import { startLostLinks } from "./lost-links.ts";
import { LONGEST_NOTIFIED_PAUSE_MS, startOutbox } from "./outbox.ts";
import { startPublication } from "./publication.ts";
import { startToDoLetters } from "./to-do-letters.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Resolves after the overdue purges and publications. @param publicUrl origin of the links in letters */
export async function startJobs(
  services: Services,
  { singleInstance, publicUrl }: { singleInstance: boolean; publicUrl: string },
  report: (error: unknown, where: string) => void,
  warn: (text: string) => void = (text) => report(null, text),
) {
  const { sweepMail, eraseOld, purgeBin, finishImports, finishSending } = createPurges(services, publicUrl, report);
  const onRelease = () => void eraseOld().then(purgeBin);
  const clockWatch = await startClockWatch(services, { warn, report, onRelease });
  await eraseOld();
  await purgeBin();
  void finishImports();
  void finishSending();
  const publication = await startPublication(services, report);
  const timers = [
    setInterval(() => void sweepMail(), HOUR_MS),
    setInterval(() => void finishImports(), HOUR_MS),
    setInterval(() => void finishSending(), HOUR_MS),
    setInterval(() => void eraseOld(), DAY_MS),
    setInterval(() => void purgeBin(), DAY_MS),
  ];
  for (const timer of timers) timer.unref();
  // A hosted store notifies all instances of new mail, so poll rarely.
  const outbox = singleInstance
    ? startOutbox(services, report)
    : startOutbox(services, report, LONGEST_NOTIFIED_PAUSE_MS);
  const lostLinks = startLostLinks(services, { publicUrl, singleInstance }, report);
  const toDoLetters = startToDoLetters(services, publicUrl, report);
  const backups = startBackups(services, report);
  const healthChecks = startHealthChecks(services, report);
  return {
    wake() {
      outbox.wake();
      lostLinks.wake();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      clockWatch.stop();
      backups.stop();
      healthChecks.stop();
      await Promise.all([publication.stop(), outbox.stop(), lostLinks.stop(), toDoLetters.stop()]);
    },
  };
}

/** The returned jobs never reject. */
function createPurges(services: Services, publicUrl: string, report: (error: unknown, where: string) => void) {
  const reportErrors = async (where: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      report(error, where);
    }
  };
  /** After the clock has jumped ahead, all data looks old: a purge would delete too much. */
  const whenClockTrusted = (where: string, work: () => Promise<unknown>) =>
    reportErrors(where, async () => {
      if (await services.clockGuard.check()) await work();
    });
  return {
    // A crash or an outage may have interrupted an import.
    finishImports: () => reportErrors("register import", () => services.memberImports.finish()),
    // A crash or an outage may have interrupted the queueing of e-mails.
    finishSending: () => reportErrors("mailings", () => finishMailings(services, publicUrl)),
    sweepMail: () => whenClockTrusted("saved mail sweep", () => sweepSavedMail(services)),
    eraseOld: () =>
      whenClockTrusted("retention", async () => {
        const moved = await deleteExpiredInboxEntries(services);
        if (moved > 0) report(null, `retention: ${moved} old entries moved to the recycle bin`);
      }),
    purgeBin: () =>
      whenClockTrusted("recycle bin", async () => {
        const erased = await purgeExpiredData(services);
        if (erased > 0) report(null, `recycle bin: ${erased} old entries erased`);
      }),
  };
}
