/** Child process that password-strength.ts starts: checks one password from stdin. */
import { json } from "node:stream/consumers";
import { createEstimator } from "./estimator.ts";
import type { Task } from "./password-strength.ts";

const { password, email } = (await json(process.stdin)) as Task;
process.stdout.write(JSON.stringify(createEstimator()(password, email)));
