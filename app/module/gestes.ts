/** The script of the donations and the planning: copying, changing an amount in place, sharing. */
import { copierAuClic } from "./copier.ts";
import { changerLeMontant } from "./montant.ts";
import { proposerPartage } from "./partage.ts";

copierAuClic();
changerLeMontant();
proposerPartage();
