import { createFacturier } from "#adapters/pdf/facturier.ts";
import { facturierContract } from "./facturier.contract.ts";

facturierContract(createFacturier);
