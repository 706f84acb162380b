/** The process of password-strength.ts: reads one password, answers whether it would be guessed soon, and ends. */
import { json } from "node:stream/consumers";
import { createEstimator } from "./estimator.ts";
import type { Task } from "./password-strength.ts";

const { password, email } = (await json(process.stdin)) as Task;
process.stdout.write(JSON.stringify(createEstimator()(password, email)));
