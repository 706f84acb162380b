import { useSyncExternalStore } from "react";

const jamais = () => () => {};

/** @returns false in the server's HTML and while it is being taken over, true once script runs the page */
export const useHydrate = (): boolean =>
  useSyncExternalStore(
    jamais,
    () => true,
    () => false,
  );
