import { describe, expect, it } from "vitest";
import { createFormDraft, restoreDraftValues } from "#domain/draft.ts";

const STORED = { Prenom: "Julie", Nom: "Fendant", Poste: "Membre" };
const NO_PICTURE = { account: null, version: "1", picture: "" };

describe("a draft of the committee", () => {
  it("contains the fields that differ from the document, also emptied ones", () => {
    const values = { Prenom: "", Poste: "Caissier" };
    expect(createFormDraft({ ...STORED, ...values }, STORED, NO_PICTURE)).toEqual({ ...NO_PICTURE, values });
  });

  it("does not exist when nothing differs, unless a picture is chosen", () => {
    const picture = { account: "julie", version: "", picture: "IMG_2041.jpg" };
    expect(createFormDraft({ ...STORED }, STORED, NO_PICTURE)).toBeNull();
    expect(createFormDraft(STORED, STORED, picture)).toEqual({ ...picture, values: {} });
  });

  it("contains all fields when the stored document is unknown", () =>
    expect(createFormDraft(STORED, {}, NO_PICTURE)?.values).toEqual(STORED));

  it("is restored over a later save of another person, only in the fields that were typed", () => {
    const draft = { values: { Prenom: "Juliette" }, version: "1", account: null, picture: "" };
    const since = { Prenom: "Julia", Nom: "Fendant-Roch", Poste: "Caissier" };
    expect({ ...since, ...restoreDraftValues(draft, since, since) }).toEqual({ ...since, Prenom: "Juliette" });
  });

  it("is restored neither over text typed since the page loaded, nor into a removed field", () => {
    const draft = {
      values: { Prenom: "Juliette", Nom: "Rèze", State: "annule" },
      version: "1",
      account: null,
      picture: "",
    };
    expect(restoreDraftValues(draft, { ...STORED, Prenom: "Jo" }, STORED)).toEqual({ Nom: "Rèze" });
  });
});
