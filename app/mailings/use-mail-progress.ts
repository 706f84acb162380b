import { useEffect, useState } from "react";
import { mailProgressUrl } from "#app/ui/mailing-url.ts";
import { progressPause } from "#domain/mailings/progress-pause.ts";
import type { MailProgress } from "#usecases/mailings/sent-mailing.ts";

/**
 * The progress of the e-mails, read again while letters wait and the page is visible. Without network it stays as it is.
 * @param loaded the progress when the page was loaded
 */
export function useMailProgress(id: string, loaded: MailProgress): MailProgress {
  const [live, setLive] = useState({ loaded, progress: loaded, unchanged: 0 });
  const { progress, unchanged } = live.loaded === loaded ? live : { progress: loaded, unchanged: 0 };
  const pause = progress.waiting > 0 ? progressPause(loaded.waiting, unchanged) : null;
  useEffect(() => {
    if (pause === null) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const read = await readProgress(id);
      if (!read) return;
      setLive((before) => {
        const last = before.loaded === loaded ? before : { progress: loaded, unchanged: 0 };
        const isSame = read.waiting === last.progress.waiting;
        return { loaded, progress: read, unchanged: isSame ? last.unchanged + 1 : 0 };
      });
    };
    const timer = setInterval(ask, pause);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [id, loaded, pause]);
  return progress;
}

/** @returns null without network, and after the session has ended */
async function readProgress(id: string): Promise<MailProgress | null> {
  try {
    const response = await fetch(mailProgressUrl(id), { redirect: "manual" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
