/** Child process that password-strength.ts starts: checks one password from stdin. */
import { json } from "node:stream/consumers";
import { createPasswordStrengthEstimator } from "./estimator.ts";
import type { PasswordStrengthTask } from "./password-strength.ts";

const { password, email } = (await json(process.stdin)) as PasswordStrengthTask;
process.stdout.write(JSON.stringify(createPasswordStrengthEstimator()(password, email)));
