/** The current time, as a port so that tests can set it. */
export type Clock = { now(): Date };
