/** All data that the site stores about a member of the register (nLPD art. 25), and its erasure (art. 32). */
import { isAwaitedReference } from "#domain/bank/match.ts";
import type { BankPayment } from "#domain/bank/payment.ts";
import { committeeMemberFullName, shownRole } from "#domain/committee-member.ts";
import { CONTACT_DETAIL_LABELS, CONTACT_DETAIL_NAMES } from "#domain/contact-details.ts";
import { MESSAGE_DATA, SIGN_UP_DATA } from "#domain/data-processor.ts";
import { dayInZurich, isDay, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { type Fee, feeBalance, feeLineInFrench, feeRetentionDay } from "#domain/fees/fee.ts";
import { yearOfReference } from "#domain/fees/reference.ts";
import { sendingInFrench } from "#domain/fees/sending.ts";
import { formatPhone } from "#domain/fields.ts";
import { journalSentence } from "#domain/journal-sentence.ts";
import { SENT_WORDS } from "#domain/mailings/delivery-words.ts";
import { type Mailing, recipientId } from "#domain/mailings/mailing.ts";
import { sendingsTo } from "#domain/mailings/ways.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import type { LinkRequest } from "#domain/register/lost-link.ts";
import { MEMBER_FIELDS, MEMBER_LABELS, type MemberData, memberName, samePersonKey } from "#domain/register/member.ts";
import { memberFieldInFrench, proposalInFrench } from "#domain/register/proposal.ts";
import { ROUND_RULES, type RoundKind, TOUCH_LABELS, type Touch } from "#domain/rounds/round.ts";
import { slotTimesInFrench } from "#domain/slots/slot-hours.ts";
import { foldText, signUpPersonKey } from "#domain/text/search.ts";
import { reportPdf } from "#print/report.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { ProposalState, StoredProposal } from "#stores/register/proposals.ts";
import { addJournalEntry } from "#usecases/journal.ts";
import { deleteInboxEntries, deleteMember, eraseForGood } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "inbox" | "bin" | "clock">;
type ReadNeeds = Needs &
  Pick<
    Services,
    | "fees"
    | "bank"
    | "attendance"
    | "journal"
    | "committee"
    | "proposals"
    | "touches"
    | "mailings"
    | "optOuts"
    | "lostLinks"
    | "replies"
    | "events"
  >;

type Item = readonly (readonly [label: string, value: string])[];

export type PersonData = {
  readonly name: string;
  readonly sections: readonly { readonly title: string; readonly items: readonly Item[] }[];
  /** Fees that the law requires to keep after an erasure. `until`: the last day. */
  readonly kept: readonly { readonly year: string; readonly paid: string; readonly until: string }[];
};

export const REPLIES_TITLE = "Coups de main";
const MAILINGS_TITLE = "Messages aux membres";

/** `key`: key in the recycle bin; null if the recycle bin does not contain the entry. */
type FoundEntry = { readonly entry: InboxEntry; readonly key: string | null };

/**
 * @param isOwn true if members read their own data. In this case, omits the names of committee users. Also omits
 * messages, because another person with the same name may have sent these messages.
 */
export async function readPersonData(services: ReadNeeds, id: string, isOwn = false): Promise<PersonData | null> {
  const member = await services.register.get(id);
  if (!member) return null;
  const entries = isOwn
    ? (await acceptedSignUps(services, member)).map((entry) => ({ entry, key: null }))
    : await findEntries(services, member);
  const fees = await services.fees.listOfMember(id);
  const revisions = await services.register.listRevisions(id);
  const touches = await services.touches.listOf(id);
  const cards = (await services.committee.list()).filter(
    (card) => foldText(committeeMemberFullName(card)) === nameOf(member),
  );
  const sections = [
    {
      title: "Fiche",
      items: [[...memberItem(member, "Dernier changement", member.updatedAt), ...refusedItem(member)]],
    },
    {
      title: "Versions précédentes de la fiche",
      items: revisions.map(({ content, until }) => memberItem(content, "Remplacée le", new Date(until))),
    },
    { title: isOwn ? "Inscriptions" : "Inscriptions et messages", items: entries.map(entryItem) },
    { title: "Propositions", items: (await services.proposals.listOf(id)).map((one) => proposalItem(member, one)) },
    { title: "Cotisations", items: fees.map((fee) => feeItem(fee, isOwn)) },
    { title: "Paiements par la banque", items: (await bankPayments(services, member, fees)).map(bankItem) },
    { title: "Lien demandé sur le site", items: linkRequestItems(await services.lostLinks.get(id)) },
    { title: "Messages envoyés", items: touches.filter(({ kind }) => kind !== "mailing").map(touchItem) },
    { title: MAILINGS_TITLE, items: await mailingItems(services, id, touches) },
    { title: "Assemblées", items: (await services.attendance.listDaysOf(id)).map((day) => [row("Présent·e", day)]) },
    { title: REPLIES_TITLE, items: await replyItems(services, id) },
    { title: "Page publique du comité", items: cards.map((card) => [row("Fonction", shownRole(card))]) },
    { title: "Journal", items: await journalItems(services, [id, ...entries.map(({ entry }) => entry.id)], isOwn) },
  ];
  const kept = fees.flatMap((fee) => {
    const until = feeRetentionDay(fee);
    return until === null ? [] : [{ year: fee.year, paid: formatAmount(feeBalance(fee).paid), until: swissDay(until) }];
  });
  return { name: memberName(member), sections: sections.filter(({ items }) => items.length > 0), kept };
}

/**
 * @param file `donnees.pdf` or `donnees.json`
 * @param by `member`: the member's own export, which the journal does not record
 * @returns null for an unknown member or file
 */
export async function exportPerson(
  services: ReadNeeds,
  id: string,
  file: string,
  by: Person | null | "member",
): Promise<Uint8Array | string | null> {
  if (file !== "donnees.pdf" && file !== "donnees.json") return null;
  const person = await readPersonData(services, id, by === "member");
  if (!person) return null;
  const { name, sections } = person;
  const day = dayInZurich(services.clock.now());
  if (by !== "member") await addJournalEntry(services, by, { action: "exported", subject: "register", subjectId: id });
  if (file === "donnees.json") return JSON.stringify({ name, day, sections }, null, 2);
  const report = {
    title: "Tout ce que nous avons sur vous",
    intro: [name, "Vos droits\u00a0: voir, faire corriger et faire effacer vos données (art. 25 et 32 LPD)."],
    sections: sections.map(({ title, items }) => ({
      title,
      columns: [{ share: 0.3 }, { share: 0.7 }],
      rows: items.flatMap((item, i) => [...(i === 0 ? [] : [["", ""]]), ...item]),
    })),
  };
  return reportPdf(report, swissDay(day));
}

/** Erases the member's record last, so that a retry finds the remaining data. */
export async function erasePerson(
  services: Needs & Pick<Services, "pictures" | "savedMail">,
  id: string,
  by: Person | null,
): Promise<boolean> {
  const member = await services.register.get(id);
  if (!member) return false;
  const entries = await findEntries(services, member);
  const present = entries.filter(({ key }) => key === null).map(({ entry }) => entry.id);
  const keys = [...(await deleteInboxEntries(services, present, by)), ...entries.flatMap(({ key }) => key ?? [])];
  for (const key of keys) await eraseForGood(services, key, by);
  const key = await deleteMember(services, id, by);
  return key !== null && (await eraseForGood(services, key, by)) !== null;
}

async function findEntries(services: Needs, member: Member): Promise<FoundEntry[]> {
  const { inbox, register, bin, clock } = services;
  const search = { text: "", filter: "tout", day: dayInZurich(clock.now()) } as const;
  const mail = member.email.toLowerCase();
  const sharesMail = (await register.list()).some(({ id, email }) => id !== member.id && email.toLowerCase() === mail);
  const isTheirs = (entry: InboxEntry) =>
    entry.type === "inscription"
      ? member.signUps.includes(entry.id) || signUpPersonKey(entry.content) === samePersonKey(member)
      : [nameOf(member), nameOf(member, true)].includes(foldText(entry.content.name)) ||
        (mail !== "" && !sharesMail && entry.content.email.toLowerCase() === mail);
  const found = [
    ...(await acceptedSignUps(services, member)),
    ...(await inbox.search({ ...search, type: "inscription", text: memberName(member) })).entries,
    ...(await inbox.search({ ...search, type: "message", text: memberName(member) })).entries,
    ...(mail === "" ? [] : (await inbox.search({ ...search, type: "message", text: member.email })).entries),
  ];
  const own = new Map(found.filter(isTheirs).map((entry) => [entry.id, { entry, key: null }]));
  const binned = (await bin.list()).flatMap((one) => ("entry" in one ? [{ entry: one.entry, key: one.key }] : []));
  return [...own.values(), ...binned.filter(({ entry }) => isTheirs(entry))];
}

const acceptedSignUps = async ({ inbox }: Pick<Needs, "inbox">, { signUps }: Member): Promise<InboxEntry[]> =>
  (await Promise.all(signUps.map((id) => inbox.get(id)))).filter((entry) => entry !== null);

const nameOf = ({ firstName, lastName }: Pick<MemberData, "firstName" | "lastName">, lastFirst = false): string =>
  foldText(lastFirst ? `${lastName} ${firstName}` : `${firstName} ${lastName}`);

const row = (label: string, value: string) => [label, isDay(value) ? swissDay(value) : value] as const;
const filled = (item: Item): Item => item.filter(([, value]) => value !== "");
const instant = (label: string, at: Date | null) => row(label, at ? swissDateAndTime(at) : "");

const memberItem = (member: MemberData, label: string, at: Date): Item =>
  filled([
    ...MEMBER_FIELDS.map((field) => row(MEMBER_LABELS[field], memberFieldInFrench(field, member[field]))),
    instant(label, at),
  ]);

/**
 * The refused e-mail address of a member. The store keeps it until another address is refused, so the member may have
 * replaced it since.
 */
const refusedItem = ({ refusedEmail }: Member): Item =>
  refusedEmail
    ? [row("Adresse refusée par son serveur", `${refusedEmail.address}, ${swissDateAndTime(refusedEmail.at)}`)]
    : [];

function entryItem({ entry, key }: FoundEntry): Item {
  const { type, content, receivedAt, handledAt, consentOn, mail, decision } = entry;
  const labels = Object.entries(type === "inscription" ? SIGN_UP_DATA : MESSAGE_DATA);
  const values = content as Readonly<Record<string, string>>;
  return filled([
    instant(type === "inscription" ? "Inscription reçue" : "Message reçu", receivedAt),
    ...labels.map(([field, { name }]) => row(name, values[field] ?? "")),
    ...CONTACT_DETAIL_NAMES.map((field) => row(CONTACT_DETAIL_LABELS[field], memberFieldInFrench(field, entry[field]))),
    row("Autorisation parentale reçue le", consentOn),
    row("E-mail au comité", "at" in mail ? swissDateAndTime(mail.at) : "pas encore envoyé"),
    instant("Traité", handledAt),
    row("Refusé", decision?.is === "refused" ? decision.reason || "oui" : ""),
    row("Dans la corbeille", key === null ? "" : "oui"),
  ]);
}

const feeItem = (fee: Fee, isOwn: boolean): Item => [
  row("Année", fee.year),
  row("Montant", formatAmount(fee.amount)),
  ...fee.lines.map((line) => row("Écriture", feeLineInFrench(isOwn ? { ...line, by: null } : line))),
  ...fee.sendings.map((sending) => row("Envoi", sendingInFrench(isOwn ? { ...sending, by: null } : sending))),
];

const touchItem = ({ kind, touches }: { kind: RoundKind; touches: readonly Touch[] }): Item =>
  touches.map(({ way, at }) => row(ROUND_RULES[kind].name, `${TOUCH_LABELS[way]}, ${swissDateAndTime(at)}`));

type ListedTouches = Awaited<ReturnType<Services["touches"]["listOf"]>>;

/** The mailings to a member, and whether the member wants no more infos. A former member may be written to by a reply. */
async function mailingItems(
  { mailings, optOuts, replies }: Pick<Services, "mailings" | "optOuts" | "replies">,
  member: string,
  touches: ListedTouches,
): Promise<Item[]> {
  const recipients = new Set([member, ...(await replies.listOfMember(member)).map(({ id }) => id)]);
  const optedOutAt = await optOuts.get(member);
  return [
    ...(optedOutAt ? [[instant("Ne veut plus recevoir les informations depuis", optedOutAt)]] : []),
    ...(await mailings.listTo(recipients, new Date(0))).map((mailing) => mailingItem(mailing, touches)),
  ];
}

/** @param mailing with the member as the only recipient (`listTo`) */
function mailingItem({ id, subject, at, shares, recipients }: Mailing, touches: ListedTouches): Item {
  const own = touches.filter(({ kind, topic }) => kind === "mailing" && topic === id).flatMap((one) => one.touches);
  const shared = shares.map((share) => ({ ...share, recipients: new Set(share.recipients) }));
  const sent = recipients.slice(0, 1).flatMap((one) => sendingsTo(recipientId(one), { touches: own, shares: shared }));
  const refused = own.filter((touch) => touch.refused !== undefined);
  const waiting = own.filter((touch) => touch.way === "email" && !touch.sentAt && touch.refused === undefined);
  return [
    row("Message", subject),
    instant("Écrit", at),
    ...sent.map((one) => row("Envoi", `${SENT_WORDS[one.by]}, ${swissDateAndTime(one.at)}`)),
    ...refused.map((one) => row("Envoi", `e-mail refusé par son serveur, ${swissDateAndTime(one.at)}`)),
    ...waiting.map((one) => row("Envoi", `e-mail en attente depuis le ${swissDateAndTime(one.at)}`)),
  ];
}

const linkRequestItems = (request: LinkRequest | null): Item[] =>
  request ? [[instant("Demandé", request.at), row("Envoi", request.ofCommittee ? "par le comité" : "par e-mail")]] : [];

/** The committee's « présent·e » is among them, as for assemblies. */
async function replyItems({ replies, events }: Pick<Services, "replies" | "events">, member: string): Promise<Item[]> {
  const all = await replies.listOfMember(member);
  const subjects = [...new Set(all.map(({ event }) => event))];
  const found = await Promise.all(subjects.map((subject) => events.findBySubject(subject)));
  const names = new Map(subjects.map((subject, i) => [subject, found[i]?.name ?? ""]));
  return all.map((reply) =>
    filled([
      row("Événement", names.get(reply.event) ?? ""),
      row("Poste", reply.agreed.post),
      row("Jour", reply.agreed.from.day),
      row("Créneau", reply.agreed.from.day && slotTimesInFrench(reply.agreed)),
      row("Nom donné", reply.name),
      row("Téléphone donné", formatPhone(reply.phone)),
      row("A dit avoir 18\u00a0ans ce jour-là", reply.isAdult ? "oui" : ""),
      instant("Noté", reply.at),
      instant("Confirmé", reply.confirmedAt),
      instant(reply.withdrawnBy === "committee" ? "Retiré par le comité" : "Retiré", reply.withdrawnAt),
      row("Présent·e", reply.isPresent ? "oui" : ""),
    ]),
  );
}

async function bankPayments({ bank }: Pick<Services, "bank">, { id, signUps }: Member, fees: readonly Fee[]) {
  const awaiting = (await bank.listAwaiting()).filter(({ awaits }) =>
    isAwaitedReference(awaits, String(yearOfReference(awaits)), [id, ...signUps]),
  );
  return [...(await bank.listOfFees(fees)), ...awaiting];
}

const bankItem = ({ date, amount, payer, text }: BankPayment): Item =>
  filled([row("Date", date), row("Montant", formatAmount(amount)), row("Payé par", payer), row("Communication", text)]);

const PROPOSAL_LABELS: Record<ProposalState, string> = { open: "À vérifier", accepted: "Acceptée", refused: "Refusée" };

/** The register already has an added e-mail address: the committee looks at it, or removes it. */
const EMAIL_LABELS: Record<ProposalState, string> = { open: "À regarder", accepted: "Regardée", refused: "Retirée" };

const proposalItem = (member: MemberData, proposal: StoredProposal): Item =>
  filled([
    instant("Envoyée", proposal.at),
    ...proposalInFrench({ ...member, ...proposal.before }, proposal).map((words) =>
      row((proposal.kind === "email" ? EMAIL_LABELS : PROPOSAL_LABELS)[proposal.state], words),
    ),
    instant("Décidée", proposal.decidedAt),
  ]);

async function journalItems(
  { journal }: Pick<Services, "journal">,
  ids: readonly string[],
  isOwn: boolean,
): Promise<Item[]> {
  const lines = (await Promise.all(ids.map((id) => journal.listAbout(id)))).flat();
  const sorted = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return sorted.map(({ at, by, action, subject }) => {
    const author = isOwn && action !== "email-added" ? "Le comité" : (by?.name ?? null);
    const reference = { is: "known", name: "" } as const;
    const { who, deed, what } = journalSentence({ who: author, action, subject, reference, own: false });
    return [row(swissDateAndTime(at), `${who} ${deed} ${what.replace(" sans nom", "")}`)];
  });
}
