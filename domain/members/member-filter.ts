/** `turning-18`: members who turn 18 this year. `no-consent`: minors whose parents' paper is missing. */
export const MEMBER_FILTERS = ["present", "minors", "turning-18", "no-consent", "no-address", "left"] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];
