import { whoComesUrl } from "#app/ui/event-url.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, dayInZurich, instantInFrench, isDay } from "#domain/dates.ts";
import { formatPhone, telLink } from "#domain/fields.ts";
import { messagingLinks, mobileNumbersOfReply } from "#domain/rounds/phones.ts";
import { isLateWithdrawal } from "#domain/slots/late-withdrawal.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { isSlotNow, isSlotSoon, mayRecordPresence, type SlotHours } from "#domain/slots/slot.ts";
import { slotHoursInFrench, slotTimesInFrench } from "#domain/slots/slot-hours.ts";
import { missingPeopleSoughtInFrench, slotStaffingInFrench } from "#domain/slots/slot-state.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import { type SlotPerson, type SlotWithPeople, slotsLackingPeople, type WhoComes } from "#usecases/slots/who-comes.ts";

export type WhoComesSlotView = ReturnType<typeof viewWhoComes>["evenings"][number]["slots"][number];
export type WhoComesPersonView = ReturnType<typeof viewPerson>;

type Shown = {
  readonly event: { readonly id: string };
  /** Ids of the replies on which the user has acted. */
  readonly acted: readonly string[];
  readonly at: Date;
};

export function viewWhoComes(who: WhoComes, { event, acted, at }: Shown) {
  const { now, evenings, deleted, takesPlace } = who;
  const today = dayInZurich(at);
  const lacking = slotsLackingPeople(who);
  const isCurrent = ({ hours }: SlotWithPeople) => takesPlace && (isSlotNow(hours, now) || isSlotSoon(hours, at));
  const view = (slot: SlotWithPeople) => viewSlot(slot, who, { acted, today, at });
  return {
    page: whoComesUrl(event.id),
    takesPlace,
    isEmpty: evenings.length === 0 && deleted.length === 0,
    missing: lacking.flatMap(({ slots }) => slots).reduce((sum, { state }) => sum + state.missing, 0),
    lacking: lacking.map(({ evening, title, slots }) => ({
      evening,
      title: capitalise(title),
      slots: slots.map(({ id, post, hours, state }) => ({
        id,
        text: `${slotTimesInFrench(hours)}, ${post}`,
        missing: state.missing,
      })),
    })),
    current: evenings.flatMap(({ slots }) => slots.filter(isCurrent).map(view)),
    evenings: evenings
      .map(({ evening, title, slots }) => ({
        evening,
        title: capitalise(title),
        slots: slots.filter((slot) => !isCurrent(slot)).map(view),
      }))
      .filter(({ slots }) => slots.length > 0),
    /** For the form that adds a person. */
    choices: evenings.map(({ title, slots }) => ({
      title: capitalise(title),
      slots: slots.map(({ id, post, hours, state, needed }) => ({
        id,
        text: `${slotTimesInFrench(hours)}, ${post} (${slotStaffingInFrench(state, { needed })})`,
      })),
    })),
    deleted: deleted.map((person) => ({
      ...viewPerson(person, {
        ...{ acted, today, takesPlace: false, adultsOnly: false, toConfirm: false, mayBePresent: false },
        ...{ hours: person.reply.agreed, post: person.reply.agreed.post, isTold: false },
      }),
      agreed: agreedInFrench(person.reply),
    })),
  };
}

type Shared = { readonly acted: readonly string[]; readonly today: Day };

function viewSlot(
  slot: SlotWithPeople,
  { now, takesPlace }: WhoComes,
  { acted, today, at }: Shared & { readonly at: Date },
) {
  const { id, post, hours, note, needed, adultsOnly, membersOnly, state, isOver, people } = slot;
  const mayBePresent = takesPlace && mayRecordPresence(hours, now);
  const isLacking = takesPlace && !isOver && state.missing > 0;
  return {
    id,
    post,
    note,
    isOver,
    times: slotTimesInFrench(hours),
    whole: slotHoursInFrench(hours),
    isSoon: isSlotSoon(hours, at),
    marks: [adultsOnly && "adultes", membersOnly && "membres"].filter((mark) => typeof mark === "string"),
    state: slotStaffingInFrench(state, { needed }),
    isOverfull: state.coming.length + state.toConfirm.length > needed,
    missing: isLacking ? missingPeopleSoughtInFrench(state.missing) : "",
    people: people.map((person) =>
      viewPerson(person, {
        ...{ acted, today, takesPlace, adultsOnly, mayBePresent, hours, post },
        toConfirm: state.toConfirm.includes(person.reply),
        isTold: isLacking && !person.reply.isWithdrawalSeen && isLateWithdrawal(person.reply, hours),
      }),
    ),
  };
}

type Around = Shared & {
  readonly takesPlace: boolean;
  readonly adultsOnly: boolean;
  readonly mayBePresent: boolean;
  readonly toConfirm: boolean;
  readonly isTold: boolean;
  readonly hours: SlotHours;
  readonly post: string;
};

function viewPerson({ reply, name, member, age, phones }: SlotPerson, around: Around) {
  const isHere = isComing(reply);
  const { toConfirm, mayBePresent, takesPlace, isTold } = around;
  return {
    id: reply.id,
    name,
    /** With the slot: a person may come to several. For screen readers. */
    whole: [name, agreedInFrench({ agreed: { ...around.hours, post: around.post } })].join(", "),
    member,
    isHere,
    isPresent: reply.isPresent,
    /** The row keeps the place of its buttons. */
    isActed: around.acted.includes(reply.id),
    isTold: !isHere && isTold,
    age: isHere ? ageMark(reply, age, around.adultsOnly) : null,
    toConfirm: isHere && toConfirm ? agreedInFrench(reply) : null,
    mayConfirm: isHere && toConfirm && takesPlace,
    mayBePresent,
    ...outcomeOf(reply, around),
    phones: phones.map(({ name, phone, ofGuardian }) => {
      const [mobile] = mobileNumbersOfReply({ name, phone });
      return {
        name,
        ofGuardian,
        text: formatPhone(phone),
        call: telLink(phone) ?? `tel:${phone}`,
        ...(mobile ? messagingLinks(mobile, "") : { sms: null, whatsapp: null }),
      };
    }),
  };
}

/** What was done to the row, and the intention that undoes it. */
function outcomeOf(reply: Reply, { acted, today, toConfirm }: Around) {
  if (reply.withdrawnAt) {
    const who = reply.withdrawnBy === "person" ? "par le lien" : "par le comité";
    const time = instantInFrench(reply.withdrawnAt, today);
    const undo = acted.includes(reply.id) && reply.isWithdrawalSeen ? "unseen" : "restore";
    return { outcome: `Retiré·e${time.includes("à") ? " le" : " à"} ${time}, ${who}`, undo };
  }
  if (reply.isPresent) return { outcome: "Présent·e", undo: "absent" };
  if (reply.confirmedAt && acted.includes(reply.id) && !toConfirm)
    return {
      outcome: `Vient toujours, noté à ${instantInFrench(reply.confirmedAt, today)}`,
      undo: "undo-confirmation",
    };
  return { outcome: null, undo: null };
}

function ageMark({ isAdult }: Reply, age: number | null, adultsOnly: boolean) {
  if (age !== null && age < AGE_OF_MAJORITY)
    return { text: `${age}\u00a0ans selon le registre`, isWarning: adultsOnly };
  if (!adultsOnly || age !== null) return null;
  return isAdult ? { text: "adulte selon la personne", isWarning: false } : { text: "âge inconnu", isWarning: true };
}

/** The post and the hours to which the person agreed. */
const agreedInFrench = ({ agreed }: Pick<Reply, "agreed">): string =>
  [agreed.post, isDay(agreed.from.day) && slotHoursInFrench(agreed)].filter(Boolean).join(", ");
