import { pageInQuery } from "#app/ui/list/list-query.ts";
import type { JournalSubject } from "#domain/journal.ts";

const KINDS: readonly { value: string; subject: JournalSubject; label: string }[] = [
  { value: "evenements", subject: "evenement", label: "Événements" },
  { value: "creneaux", subject: "slot", label: "Coups de main\u00a0: créneaux" },
  { value: "places", subject: "reply", label: "Coups de main\u00a0: places" },
  { value: "taches", subject: "task", label: "Tâches" },
  { value: "dossiers", subject: "dossier", label: "Dossiers" },
  { value: "resultats", subject: "result", label: "Résultats" },
  { value: "membres", subject: "membre", label: "Membres" },
  { value: "inscriptions", subject: "inscription", label: "Inscriptions" },
  { value: "registre", subject: "register", label: "Registre" },
  { value: "cotisations", subject: "fee", label: "Cotisations" },
  { value: "propositions", subject: "proposal", label: "Propositions" },
  { value: "presences", subject: "presence", label: "Présences" },
  { value: "messages", subject: "message", label: "Messages" },
  { value: "reglages", subject: "settings", label: "Réglages" },
  { value: "annonce", subject: "announcement", label: "Annonce" },
  { value: "textes", subject: "text", label: "Textes" },
  { value: "comptes", subject: "account", label: "Comptes" },
  { value: "connexions", subject: "session", label: "Connexions" },
  { value: "cles", subject: "passkey", label: "Clés d’accès" },
];

export const JOURNAL_KIND_CHOICES = KINDS.map(({ value, label }) => ({ value, label }));

/** An empty string means no filter. */
export type JournalView = { readonly person: string; readonly kind: string; readonly page: number };

export const journalSubjectOfKind = ({ kind }: JournalView): JournalSubject | undefined =>
  KINDS.find(({ value }) => value === kind)?.subject;

/**
 * Missing and invalid parameters mean no filter and page 1.
 * @param people the authors of all entries
 */
export function readJournalView(params: URLSearchParams, people: readonly { id: string }[]): JournalView {
  const kind = params.get("sujet") ?? "";
  const person = params.get("personne") ?? "";
  return {
    person: people.some(({ id }) => id === person) ? person : "",
    kind: KINDS.some(({ value }) => value === kind) ? kind : "",
    page: pageInQuery(params),
  };
}

export function journalUrl({ person, kind, page }: JournalView): string {
  const params = new URLSearchParams();
  if (person) params.set("personne", person);
  if (kind) params.set("sujet", kind);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/journal?${params}` : "/journal";
}
