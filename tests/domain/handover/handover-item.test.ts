import { expect, it } from "vitest";
import {
  EMPTY_HANDOVER_ITEM,
  fieldsLikePassword,
  handoverItemDifferences,
  missingHandoverItems,
  PROPOSED_HANDOVER_ITEMS,
} from "#domain/handover/handover-item.ts";

const item = (what: string, more = {}) => ({ ...EMPTY_HANDOVER_ITEM, what, ...more });

it("the items that the list lacks are proposed, also under a longer name", () => {
  expect(missingHandoverItems([])).toEqual(PROPOSED_HANDOVER_ITEMS);
  const items = ["nom de domaine jeunesse.ch", "CLES du local", "Instagram", "Caissette"].map((what) => item(what));
  expect(missingHandoverItems(items)).toEqual([
    "Serveur du site",
    "Signatures à la banque",
    "Contrat TWINT",
    "Caisses",
  ]);
});

it("the fields that look like a password are named", () => {
  expect(fieldsLikePassword(item("Instagram", { where: "mdp: soleil", who: "Sophie" }))).toEqual(["where"]);
});

it("a conflict names the stored fields that differ", () => {
  expect(handoverItemDifferences(item("Clés", { where: "" }), item("Clés", { where: "Armoire" }))).toEqual([
    "Où, ou qui paie\u00a0: (vide)",
  ]);
});
