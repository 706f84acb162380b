/** The site's check of weak passwords, in the test's process: a site starts a process for each, which takes 0.5 s. */
import { createEstimator } from "#adapters/zxcvbn/estimator.ts";

let estimator: ReturnType<typeof createEstimator> | undefined;

export async function isGuessable(password: string, email: string): Promise<boolean> {
  estimator ??= createEstimator();
  return estimator(password, email);
}
