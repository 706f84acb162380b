import { useSyncExternalStore } from "react";
import { type Day, dayInZurich } from "#domain/dates.ts";

function subscribe(update: () => void) {
  document.addEventListener("visibilitychange", update);
  return () => document.removeEventListener("visibilitychange", update);
}

/**
 * Today in Zurich, to check a form in the browser. A tab may stay open for days, so a later day of the device counts.
 * @param day today when the server rendered the page
 */
export function useToday(day: Day): Day {
  const ofDevice = useSyncExternalStore(
    subscribe,
    () => dayInZurich(new Date()),
    () => day,
  );
  return ofDevice > day ? ofDevice : day;
}
