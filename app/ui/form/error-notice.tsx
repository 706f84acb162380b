import { useSyncExternalStore } from "react";
import { FailureNotice } from "./failure-notice.tsx";

function follow(tellSomebody: () => void) {
  addEventListener("online", tellSomebody);
  addEventListener("offline", tellSomebody);
  return () => {
    removeEventListener("online", tellSomebody);
    removeEventListener("offline", tellSomebody);
  };
}

/** @returns false as long as the browser knows that it has no network at all; true in the server's HTML */
const useOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );

const OFFLINE =
  "Vous êtes hors ligne. Tout est resté en place, et rien ne partira sans vous\u00a0: recommencez dès que le réseau est revenu.";

/**
 * Says that something did not reach the site or failed there. Whoever is offline is told that instead, until the
 * network is back: it is the person who sends again, never the page.
 */
export function ErrorNotice({ title, text }: { title: string; text: string }) {
  return <FailureNotice title={title} text={useOnline() ? text : OFFLINE} />;
}
