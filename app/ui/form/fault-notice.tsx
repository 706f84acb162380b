import { FailureNotice } from "./failure-notice.tsx";
import { useOnline } from "./use-online.ts";

const OFFLINE =
  "Vous êtes hors ligne. Tout est resté en place, et rien ne partira sans vous\u00a0: recommencez dès que le réseau est revenu.";

/**
 * Says that something did not reach the site or failed there. Whoever is offline is told that instead, until the
 * network is back: it is the person who sends again, never the page.
 */
export function FaultNotice({ title, text }: { title: string; text: string }) {
  return <FailureNotice title={title} text={useOnline() ? text : OFFLINE} />;
}
