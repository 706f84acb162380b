export type Audience = "tu" | "vous" | "guardian";

/** How messages address the members. Guardians are always addressed with « vous ». */
export const FORMS_OF_ADDRESS = ["tu", "vous"] as const satisfies readonly Audience[];
export type FormOfAddress = (typeof FORMS_OF_ADDRESS)[number];
