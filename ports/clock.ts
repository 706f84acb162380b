/** A port, so that tests can set the time. */
export type Clock = { now(): Date };
