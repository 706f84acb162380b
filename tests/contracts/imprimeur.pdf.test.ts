import { createImprimeur } from "#adapters/pdf/imprimeur.ts";
import { imprimeurContract } from "./imprimeur.contract.ts";

imprimeurContract(createImprimeur);
