import { useSyncExternalStore } from "react";

function follow(tellSomebody: () => void) {
  addEventListener("online", tellSomebody);
  addEventListener("offline", tellSomebody);
  return () => {
    removeEventListener("online", tellSomebody);
    removeEventListener("offline", tellSomebody);
  };
}

/** @returns false as long as the browser knows that it has no network at all; true in the server's HTML */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
