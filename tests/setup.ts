/** Runs before each test file of the projects that do not measure, kill or overload a site. */
import { passwordsCostLittle } from "./password-cost.ts";
import { picturesCostLittle } from "./picture-cost.ts";

passwordsCostLittle();
picturesCostLittle();
