import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Reloads the page's data after a conflict (409) or a deletion (404). By default, the router does not reload after an
 * error. The forms would keep the outdated version, and the server would refuse the forms again.
 */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409 || actionStatus === 404;
