/** The site's own judgement of passwords, in this process: a site starts one for each, which takes half a second. */
import { createEstimator } from "#adapters/zxcvbn/estimator.ts";

let estimator: ReturnType<typeof createEstimator> | undefined;

export async function isGuessable(password: string, email: string): Promise<boolean> {
  estimator ??= createEstimator();
  return estimator(password, email);
}
