import { describe, expect, it } from "vitest";
import { draftOf, restoreTyped } from "#domain/draft.ts";

const STORED = { Prenom: "Julie", Nom: "Fendant", Poste: "Membre" };
const NO_PICTURE = { version: "1", picture: "" };

describe("a draft of the committee", () => {
  it("holds what says something else than the document, an emptied field too", () => {
    expect(draftOf({ ...STORED, Prenom: "", Poste: "Caissier" }, STORED, NO_PICTURE)).toEqual({
      values: { Prenom: "", Poste: "Caissier" },
      version: "1",
      picture: "",
    });
  });

  it("is none when everything typed was taken back, unless a picture was chosen", () => {
    expect(draftOf({ ...STORED }, STORED, NO_PICTURE)).toBeNull();
    expect(draftOf(STORED, STORED, { version: "", picture: "IMG_2041.jpg" })).toEqual({
      values: {},
      version: "",
      picture: "IMG_2041.jpg",
    });
  });

  it("holds all of a form whose document nobody knows any more", () =>
    expect(draftOf(STORED, {}, NO_PICTURE)?.values).toEqual(STORED));

  it("goes back over what somebody else has saved meanwhile, and leaves alone what nobody had typed", () => {
    const draft = { values: { Prenom: "Juliette" }, version: "1", picture: "" };
    const since = { Prenom: "Julia", Nom: "Fendant-Roch", Poste: "Caissier" };
    expect({ ...since, ...restoreTyped(draft, since, since) }).toEqual({ ...since, Prenom: "Juliette" });
  });

  it("does not go over what was typed since the page came, nor into a field that is gone", () => {
    const draft = { values: { Prenom: "Juliette", Nom: "Rèze", State: "annule" }, version: "1", picture: "" };
    expect(restoreTyped(draft, { ...STORED, Prenom: "Jo" }, STORED)).toEqual({ Nom: "Rèze" });
  });
});
