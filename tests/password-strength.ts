/** The site's password estimator in this process. A site starts a process for each password, which takes half a second. */
import { createPasswordStrengthEstimator } from "#adapters/zxcvbn/estimator.ts";

let estimator: ReturnType<typeof createPasswordStrengthEstimator> | undefined;

export async function isPasswordGuessable(password: string, email: string): Promise<boolean> {
  estimator ??= createPasswordStrengthEstimator();
  return estimator(password, email);
}
