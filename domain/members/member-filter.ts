/** `majorite`: who turns 18 this year. `sans-papier`: minors whose parents' paper is missing. `partis`: who left. */
export const MEMBER_FILTERS = ["presents", "mineurs", "majorite", "sans-papier", "sans-adresse", "partis"] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];
