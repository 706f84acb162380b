/** Values of the field `what`, and ids, of the small forms that also post to /reglages. */
export const TEST_MAIL = "test";
export const CHECK_NOW = "check";
/** Confirms that the clock is right. */
export const CLOCK = "clock";
