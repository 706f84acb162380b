import type { DataProcessor } from "#domain/data-processor.ts";

/**
 * The company is the one that its privacy policy names (emailjs.com/legal/privacy-policy, 8 March 2024); it is one of
 * Singapore with servers in the United States. Its agreement on data speaks of the law of the European Union only, so
 * that there is no guarantee to state under that of Switzerland.
 */
export const EMAILJS_PROCESSOR: DataProcessor = {
  role: "mail",
  provider: "EmailJS Pte. Ltd.",
  country: ["Singapour", "États-Unis"],
  safeguard: null,
};
