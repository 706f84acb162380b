/** Runs before each file of `npm test`; `npm run test:long` does without. */
import { passwordsCostLittle } from "./password-cost.ts";
import { picturesCostLittle } from "./picture-cost.ts";

passwordsCostLittle();
picturesCostLittle();
