import { dossierUrl } from "#app/ui/event-url.ts";
import { handoverItemUrl } from "#app/ui/handover-url.ts";
import { rowId } from "#app/ui/list/acted-rows.ts";
import { shownRole } from "#domain/committee-member.ts";
import { ASSOCIATION, ASSOCIATION_NAME } from "#domain/dossier/task.ts";
import { dueDayInFrench } from "#domain/dossier/task-words.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { compareToDos } from "#domain/to-do/to-do.ts";
import type { Handover, HandoverPerson, PersonBonds } from "#usecases/handover/read-handover.ts";

/** A thing that hangs on a person, with the pages on which it is changed. */
export type BondView = {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
  /** The text may mean somebody else with the same first name. */
  readonly isMaybe: boolean;
  readonly links: readonly { readonly to: string; readonly text: string }[];
};

export type HandoverView = ReturnType<typeof viewHandover>;
export type PointView = HandoverView["points"][number];

export const viewHandover = ({ people, leaving, checks, points }: Handover) => ({
  people: people.map((person) => ({
    id: person.id,
    name: person.name,
    detail: detailOf(person),
    isLeaving: leaving.some((one) => one.person === person),
  })),
  leaving: leaving.map((bonds) => ({ id: bonds.person.id, name: bonds.person.name, bonds: viewBonds(bonds) })),
  checks: checks.map((check) => ({ ...check, href: CHECK_URLS[check.id] ?? "" })),
  points: points.map(({ point, is, task }) => ({
    ...point,
    is,
    task: is !== "absent" && task ? `${dossierUrl(ASSOCIATION)}#${rowId(task.id)}` : "",
  })),
});

/** The pages on which the checked points are done. */
const CHECK_URLS: Readonly<Record<string, string>> = {
  "sign-ins": "/comptes#inviter",
  "second-person": "/comptes#inviter",
  passkeys: "/comptes#cles",
  "test-mail": "/reglages#recipients",
  backup: "/reglages#sante",
  recipients: "/reglages#recipients",
  cards: "/comite",
  accounts: "/comptes",
};

/** « compte et carte, Caissière ». */
function detailOf({ account, card }: HandoverPerson): string {
  const has = [account && "compte", card && "carte"].filter(Boolean).join(" et ");
  return [has, card && shownRole(card), account && account.firstName === "" ? "" : account?.email]
    .filter(Boolean)
    .join(", ");
}

const viewBonds = (bonds: PersonBonds): BondView[] => [
  ...bonds.tasks.toSorted((a, b) => compareToDos({ ...a.task, due: a.due }, { ...b.task, due: b.due })).map(viewTask),
  ...bonds.items.map(viewItem).toSorted((a, b) => compareFrench(a.text, b.text)),
  ...viewPlaces(bonds),
];

function viewTask({ task, eventName, eventId, due, match }: PersonBonds["tasks"][number]): BondView {
  const dossier = dossierUrl(eventId ?? ASSOCIATION);
  return {
    id: task.id,
    text: task.text,
    detail: [`Tâche, ${eventId === null ? ASSOCIATION_NAME : eventName}`, due && dueDayInFrench(due), task.who]
      .filter(Boolean)
      .join(", "),
    isMaybe: match === "maybe",
    links: [{ to: `${dossier}/tache/${encodeURIComponent(task.id)}`, text: "Changer la personne" }],
  };
}

const viewItem = ({ item, match }: PersonBonds["items"][number]): BondView => ({
  id: item.id,
  text: item.what,
  detail: ["C’est où, qui sait\u00a0?", item.who || item.where].filter(Boolean).join(" "),
  isMaybe: match === "maybe",
  links: [{ to: handoverItemUrl(item.id), text: "Modifier la ligne" }],
});

function viewPlaces({ person: { account, card }, ...bonds }: PersonBonds): BondView[] {
  const views: (BondView | false | null)[] = [
    bonds.isRecipient && {
      id: "recipient",
      text: "Reçoit les e-mails des formulaires",
      detail: account?.email ?? "",
      isMaybe: false,
      links: [{ to: "/reglages#recipients", text: "Changer les destinataires" }],
    },
    bonds.isPublicEmail && {
      id: "public-email",
      text: "E-mail du site, que tous voient",
      detail: account?.email ?? "",
      isMaybe: false,
      links: [{ to: "/reglages#email", text: "Changer l’adresse" }],
    },
    bonds.webmaster && {
      id: "webmaster",
      text: "S’occupe du serveur",
      detail: "Réglages, «\u00a0Qui s’occupe du serveur\u00a0»",
      isMaybe: bonds.webmaster === "maybe",
      links: [{ to: "/reglages#webmaster", text: "Changer la personne" }],
    },
    card && {
      id: "card",
      text: "Carte sur la page du comité",
      detail: shownRole(card),
      isMaybe: false,
      links: [{ to: `/comite/remplacer/${encodeURIComponent(card.id)}`, text: "Remplacer" }],
    },
    account && {
      id: "account",
      text: "Compte",
      detail: detailOfAccount(bonds),
      isMaybe: false,
      links: [
        { to: "/comptes#inviter", text: "Inviter la relève" },
        ...(bonds.isLastAccount ? [] : [{ to: `/comptes#${rowId(account.id)}`, text: "Retirer le compte" }]),
      ],
    },
  ];
  return views.filter((view) => typeof view === "object" && view !== null);
}

function detailOfAccount({ passkeys, isLastAccount }: Pick<PersonBonds, "passkeys" | "isLastAccount">): string {
  const keys = passkeys === 0 ? "" : passkeys === 1 ? "sa clé d’accès, " : `ses ${passkeys}\u00a0clés d’accès, `;
  const parts = `Avec lui partent ${keys}ses appareils et son agenda «\u00a0À faire\u00a0».`;
  return isLastAccount
    ? `${parts} C’est le dernier qui peut se connecter\u00a0: invitez d’abord.`
    : `${parts} À retirer en dernier.`;
}
