import { expect, it } from "vitest";
import { ASK_WEBMASTER_ABOUT_MAIL, nameWebmaster } from "#domain/webmaster.ts";

it.each([
  ["", "", "Demandez à la personne qui s’occupe du serveur de régler la messagerie."],
  ["Zoé", "", "Demandez à Zoé, qui s’occupe du serveur, de régler la messagerie."],
  ["Zoé", "0791234567", "Demandez à Zoé (079 123 45 67), qui s’occupe du serveur, de régler la messagerie."],
  ["", "+33612345678", "Demandez à la personne qui s’occupe du serveur (+33612345678) de régler la messagerie."],
])(
  "the request to the webmaster with the name « %s » and the phone « %s » reads: %s",
  (webmaster, webmasterPhone, sentence) => {
    expect(nameWebmaster(ASK_WEBMASTER_ABOUT_MAIL, { webmaster, webmasterPhone })).toBe(sentence);
  },
);
