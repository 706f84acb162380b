import { describe, expect, it } from "vitest";
import { JOURNAL_ACTIONS, JOURNAL_SUBJECTS, type JournalAction, type JournalSubject } from "#domain/journal.ts";
import { journalSentence, type SubjectReference } from "#domain/journal-sentence.ts";

const GONE: SubjectReference = { is: "gone" };
const NONE: SubjectReference = { is: "none" };
const named = (name: string): SubjectReference => ({ is: "known", name });

const text = (
  action: JournalAction,
  subject: JournalSubject,
  reference: SubjectReference,
  who: string | null,
  own = false,
) => {
  const sentence = journalSentence({ action, subject, reference, who, own });
  return `${sentence.who} ${sentence.deed} ${sentence.what}.`;
};

describe("a line of the journal", () => {
  it.each([
    ["added", "evenement", named("Fête d’août"), "Élodie a ajouté l’événement Fête d’août."],
    ["changed", "membre", named("Paul Dubuis"), "Élodie a modifié le membre Paul Dubuis."],
    ["changed", "membre", named(""), "Élodie a modifié un membre sans nom."],
    ["deleted", "membre", GONE, "Élodie a supprimé un membre effacé depuis."],
    ["deleted", "inscription", named("Anne Héritier"), "Élodie a supprimé l’inscription d’Anne Héritier."],
    ["restored", "inscription", GONE, "Élodie a restauré une inscription effacée depuis."],
    ["restored", "message", named("Luc"), "Élodie a restauré le message de Luc."],
    ["erased", "inscription", GONE, "Élodie a effacé définitivement une inscription."],
    ["exported", "inscription", NONE, "Élodie a exporté les inscriptions."],
    ["printed", "inscription", named("Luc"), "Élodie a imprimé l’autorisation parentale de l’inscription de Luc."],
    ["printed", "inscription", GONE, "Élodie a imprimé l’autorisation parentale d’une inscription effacée depuis."],
    ["resent", "inscription", named("Luc"), "Élodie a fait renvoyer l’e-mail de l’inscription de Luc."],
    ["resent", "message", named("Luc"), "Élodie a fait renvoyer l’e-mail du message de Luc."],
    ["resent", "inscription", NONE, "Élodie a fait renvoyer les e-mails des inscriptions."],
    ["added", "fee", NONE, "Élodie a ajouté un paiement de la banque."],
    ["exported", "fee", NONE, "Élodie a exporté les cotisations."],
    ["exported", "reply", NONE, "Élodie a exporté les coups de main."],
    ["changed", "settings", NONE, "Élodie a modifié les réglages."],
    ["changed", "text", named("La charte"), "Élodie a modifié le texte «\u00a0La charte\u00a0»."],
    ["bank-details", "settings", NONE, "Élodie a changé les coordonnées bancaires."],
    ["invited", "account", named("Paul"), "Élodie a invité Paul."],
    ["invited", "account", GONE, "Élodie a invité une personne qui n’a plus de compte."],
    ["reset", "account", named("Anne"), "Élodie a réinitialisé le compte d’Anne."],
    ["removed", "account", named("Paul"), "Élodie a retiré le compte de Paul."],
    ["removed", "account", GONE, "Élodie a retiré un compte."],
    ["changed", "account", GONE, "Élodie a modifié un compte retiré depuis."],
    ["sent", "mailing", named("Sortie"), "Élodie a envoyé le message aux membres «\u00a0Sortie\u00a0»."],
    ["unsent", "mailing", named("Sortie"), "Élodie a annulé l’envoi du message aux membres «\u00a0Sortie\u00a0»."],
    ["stopped", "mailing", named("Sortie"), "Élodie a arrêté l’envoi du message aux membres «\u00a0Sortie\u00a0»."],
    ["resumed", "mailing", named("Sortie"), "Élodie a repris l’envoi du message aux membres «\u00a0Sortie\u00a0»."],
    ["exported", "mailing", named("Sortie"), "Élodie a exporté le message aux membres «\u00a0Sortie\u00a0»."],
    [
      "printed",
      "mailing",
      named("Sortie"),
      "Élodie a imprimé les lettres du message aux membres «\u00a0Sortie\u00a0».",
    ],
    ["sent", "mailing", GONE, "Élodie a envoyé un message aux membres effacé depuis."],
    ["signed-in", "session", named("Élodie"), "Élodie a ouvert une session avec un nouveau navigateur."],
  ] as const)("%s %s %j: %s", (action, subject, reference, expected) =>
    expect(text(action, subject, reference, "Élodie")).toBe(expected),
  );

  it("calls the acting person's account « son compte »", () => {
    const own = (action: JournalAction) => text(action, "account", named("Élodie"), "Élodie", true);
    expect([own("added"), own("changed"), own("removed")]).toEqual([
      "Élodie a accepté son invitation.",
      "Élodie a modifié son compte.",
      "Élodie a retiré son compte.",
    ]);
  });

  it("names the site or the webmaster when no person was signed in", () => {
    expect(text("erased", "inscription", GONE, null)).toBe("Le site a effacé définitivement une inscription.");
    expect(text("invited", "account", named("Paul"), null)).toBe("Le webmaster a invité Paul.");
  });

  it("has correct French agreement in every combination", () => {
    const things = [named("Anne"), named("Paul"), named(""), GONE, NONE];
    for (const action of JOURNAL_ACTIONS)
      for (const subject of JOURNAL_SUBJECTS)
        for (const reference of things)
          for (const own of [false, true]) {
            const sentence = text(action, subject, reference, "Élodie", own);
            expect(sentence).toMatch(/^Élodie a \p{Ll}+[^.]*[\p{L}»]\.$/u);
            expect(sentence).not.toMatch(/undefined|null| {2}|\bde (?:le|les|une?|[aeiouhAÉ])\b|\bde [AÉ]|\bles? l’/u);
            // Participles and articles agree with their noun.
            expect(sentence).not.toMatch(
              /inscription (?:effacé|retiré) |(?:membre|message|événement|compte) (?:effacée|retirée) /,
            );
            expect(sentence).not.toMatch(/\bun inscription|\bune (?:membre|message|compte|événement|nouveau)/);
          }
  });
});
