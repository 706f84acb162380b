export type Audience = "tu" | "vous" | "guardian";

/** How messages address the members. Guardians are always addressed with « vous ». */
export const MEMBER_ADDRESSES = ["tu", "vous"] as const satisfies readonly Audience[];
export type MemberAddress = (typeof MEMBER_ADDRESSES)[number];
