import type { RouterContextProvider } from "react-router";
import { siteContext } from "#app/contexts.ts";

/**
 * Reports the error if the value cannot be read. The page is then not cached.
 * @returns the value, or `missing` if it cannot be read
 */
export async function valueOrFallback<T, Missing>(
  context: Readonly<RouterContextProvider>,
  value: Promise<T>,
  missing: Missing,
  where: string,
): Promise<T | Missing> {
  try {
    return await value;
  } catch (error) {
    context.get(siteContext).report(error, where);
    return missing;
  }
}
