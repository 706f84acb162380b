import type { DocumentSnapshot } from "@google-cloud/firestore";

/**
 * The version of a document is the instant of its last change, to the nanosecond: `1754079300.123456000`.
 * @param document one that exists
 */
export const versionOf = ({ updateTime }: DocumentSnapshot): string =>
  updateTime ? `${updateTime.seconds}.${String(updateTime.nanoseconds).padStart(9, "0")}` : "";
