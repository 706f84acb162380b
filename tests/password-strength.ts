/** The site's own judgement of passwords, in this process: a site starts one for each, which takes half a second. */
import { createEstimator } from "#adapters/zxcvbn/estimator.ts";
import type { PasswordStrength } from "#ports/identity.ts";

let estimator: ReturnType<typeof createEstimator> | undefined;

export const passwordStrength: PasswordStrength = {
  async isGuessable(password, email) {
    estimator ??= createEstimator();
    return estimator(password, email);
  },
};
