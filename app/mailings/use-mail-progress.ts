import { useEffect, useState } from "react";
import { mailProgressUrl } from "#app/ui/mailing-url.ts";
import type { MailProgress } from "#usecases/mailings/sent-mailing.ts";

/** In milliseconds. A long sending is asked about less often: a phone may show it for half an hour. */
const SHORTEST_MS = 3000;
const LONGEST_MS = 15_000;
const PER_LETTER_MS = 100;

const pauseFor = (waiting: number): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.ceil((waiting * PER_LETTER_MS) / SHORTEST_MS) * SHORTEST_MS));

/**
 * The progress of the e-mails, read again while letters wait and the page is visible. Without network it stays as it is.
 * @param loaded the progress when the page was loaded
 */
export function useMailProgress(id: string, loaded: MailProgress): MailProgress {
  const [live, setLive] = useState({ loaded, progress: loaded });
  const progress = live.loaded === loaded ? live.progress : loaded;
  const pause = progress.waiting > 0 ? pauseFor(progress.waiting) : null;
  useEffect(() => {
    if (pause === null) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const read = await readProgress(id);
      if (read) setLive({ loaded, progress: read });
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
