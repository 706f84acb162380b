/** Runs before each test file of `npm test`, but not of `npm run test:long`. */
import { passwordsCostLittle } from "./password-cost.ts";
import { picturesCostLittle } from "./picture-cost.ts";

passwordsCostLittle();
picturesCostLittle();
