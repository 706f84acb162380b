import { useSyncExternalStore } from "react";

const never = () => () => {};

/** @returns false in the server's HTML and while it is being taken over, true once script runs the page */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
