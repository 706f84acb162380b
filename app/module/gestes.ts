/** The script of the donations: copying, and changing an amount in place. */
import { copierAuClic } from "./copier.ts";
import { changerLeMontant } from "./montant.ts";

copierAuClic();
changerLeMontant();
