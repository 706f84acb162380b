import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** @returns false during server rendering and hydration, then true */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
