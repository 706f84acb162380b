import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Whoever signs in again beside the form still saves over the version that it was opened on; whoever was overtaken sees the
 * picture of now.
 */
export const shouldRevalidate = ({ formAction, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/login" && (defaultShouldRevalidate || actionStatus === 409);
