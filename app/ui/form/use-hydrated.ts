import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** @returns false in the server's HTML and during hydration, then true */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
