import type { DataProcessor } from "#domain/data-processor.ts";

/**
 * As named in its privacy policy (emailjs.com/legal/privacy-policy, 8 March 2024): a company of Singapore with servers
 * in the United States. Its data agreement covers EU law only, so no safeguard under Swiss law can be stated.
 */
export const EMAILJS_PROCESSOR: DataProcessor = {
  role: "mail",
  provider: "EmailJS Pte. Ltd.",
  country: ["Singapour", "États-Unis"],
  safeguard: null,
};
