/** What reaches many people asks for the password, and tells all accounts. */

/** Above this number of people. */
const FEW = 10;

/** In milliseconds. What was sent within this time is added up, so that several small sendings do not evade the limit. */
export const ADDED_UP_MS = 24 * 3_600_000;

export const areManyRecipients = (count: number): boolean => count > FEW;
