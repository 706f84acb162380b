/** The script of the donations: copying, and changing an amount in place. */
import { copyOnClick } from "./copy-button.ts";
import { switchAmount } from "./donation-amounts.ts";

copyOnClick();
switchAmount();
