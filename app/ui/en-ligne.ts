import { useSyncExternalStore } from "react";

function suivre(prevenir: () => void) {
  addEventListener("online", prevenir);
  addEventListener("offline", prevenir);
  return () => {
    removeEventListener("online", prevenir);
    removeEventListener("offline", prevenir);
  };
}

/** @returns false as long as the browser knows that it has no network at all; true in the server's HTML */
export const useEnLigne = (): boolean =>
  useSyncExternalStore(
    suivre,
    () => navigator.onLine,
    () => true,
  );
