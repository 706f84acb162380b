/** The site's password estimator in this process. A site starts a process for each password, which takes half a second. */
import { createPasswordEstimator } from "#adapters/zxcvbn/estimator.ts";

let estimator: ReturnType<typeof createPasswordEstimator> | undefined;

export async function isPasswordGuessable(password: string, email: string): Promise<boolean> {
  estimator ??= createPasswordEstimator();
  return estimator(password, email);
}
