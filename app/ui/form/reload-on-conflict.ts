import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For a page that shows the current state after a refused change. By default, the router does not reload the data of a
 * page after an error: its forms would keep the outdated version and be refused again. 404: the document is gone.
 */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409 || actionStatus === 404;
