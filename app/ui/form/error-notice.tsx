import { useSyncExternalStore } from "react";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";

function subscribe(onChange: () => void) {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

const OFFLINE =
  "Vous êtes hors ligne. Tout est resté en place, et rien ne partira sans vous\u00a0: recommencez dès que le réseau est revenu.";

/** While the browser is offline, another text replaces `text`. */
export function ErrorNotice({ title, text }: { title: string; text: string }) {
  return <FailureNotice title={title} text={useOnline() ? text : OFFLINE} />;
}

/** Shown if a form could not be sent or stored (docs/specification.md section 4). */
export function FailureNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="notice full" role="alert">
      <Triangle />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  );
}
