/** « C’est où, qui sait ? » of the demo. Two of the proposed lines are missing. */
import { EMPTY_HANDOVER_ITEM } from "#domain/handover/handover-item.ts";
import type { Services } from "#usecases/services.ts";

const AUTHOR = { id: "", name: "Démo" };

const ITEMS = [
  { what: "Nom de domaine", where: "Chez Infomaniak, payé par l’association chaque année en mars", who: "Mathieu" },
  { what: "Contrat TWINT", where: "Classeur bleu de la caisse, contrat TW-2024-0815", who: "Mathieu" },
  {
    what: "Signatures à la banque",
    where: "Raiffeisen, à deux. À changer après chaque assemblée",
    who: "Camille et Mathieu",
  },
  { what: "Clés du local", where: "Cinq clés, la liste est à l’intérieur de l’armoire", who: "Bastien" },
  { what: "Caisses", where: "Trois, au coffre de la salle, avec 300.– de monnaie chacune", who: "Mathieu" },
  { what: "Frigos et tireuses", where: "Prêtés par la brasserie, rendus en octobre", who: "" },
];

export async function fillHandoverItems({ handoverItems }: Pick<Services, "handoverItems">): Promise<void> {
  for (const item of ITEMS) await handoverItems.add({ ...EMPTY_HANDOVER_ITEM, ...item }, AUTHOR);
}
