import { type RouterContextProvider, redirect } from "react-router";
import { type Services, servicesContext, siteContext } from "#app/contexts.ts";
import { readSearches } from "#app/session/cookies.ts";
import { cutSearchWords, searchWordsOfKey } from "#app/session/recent-searches.ts";
import { redirectToSearch } from "#app/session/search.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { choiceOrDefault } from "#app/ui/list/list-query.ts";
import { writeUrl } from "#app/ui/mailing-url.ts";
import { type Day, dayInZurich, isDay } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { mailingKicker, type ShownMailing } from "#domain/mail/mailing-letter.ts";
import {
  beforeToday,
  isMailingId,
  isSentToday,
  type Mailing,
  type MailingKind,
  type MailingWords,
  mailingCorrecting,
  type NewMailing,
} from "#domain/mailings/mailing.ts";
import { groupPageUrl } from "#domain/mailings/reader-urls.ts";
import { wayTo } from "#domain/mailings/ways.ts";
import { placeAndAgeInFrench } from "#domain/register/member.ts";
import { audienceOfPhone, fillRoundMessage, roundTextFor } from "#domain/rounds/round-words.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import type { StoredEvent } from "#stores/events.ts";
import {
  type Audience,
  type MailingPerson,
  type ReadAudience,
  readAudience,
  WRITABLE_FILTERS,
  type WritableFilter,
} from "#usecases/mailings/recipients.ts";
import { assemblyInFrench, readShownMailing } from "#usecases/mailings/send-mailing.ts";

/** From where the form was opened: its URL decides the kind of the mailing and its audience. */
export type Door = {
  readonly kind: MailingKind;
  readonly event: StoredEvent | null;
  readonly day: Day | "";
  readonly corrects: Mailing | null;
  /** Null if the audience is no filter of the register. */
  readonly search: {
    readonly filter: WritableFilter;
    readonly key: string;
    /** Null if the browser has forgotten the search. */
    readonly words: string | null;
  } | null;
};

type DoorArgs = FormRequestArgs & { readonly url: URL };

/** @returns null if the URL names something that does not exist, or an assembly that has taken place */
export async function readDoor({ request, url, context }: DoorArgs): Promise<Door | null> {
  const { events, mailings, clock } = context.get(servicesContext);
  const named = (name: string) => url.searchParams.get(name) ?? "";
  const id = named("rectifie");
  if (id !== "") {
    const corrects = isMailingId(id) ? await mailings.get(id) : null;
    if (!corrects) return null;
    const { kind, day } = corrects;
    return { kind, day, event: await events.findBySubject(corrects.event), corrects, search: null };
  }
  const subject = named("evenement");
  if (subject !== "") {
    const event = await events.findBySubject(subject);
    return event && { kind: "event", event, day: "", corrects: null, search: null };
  }
  const day = named("assemblee");
  if (day !== "" && !(isDay(day) && day >= dayInZurich(clock.now()))) return null;
  const key = named("recherche");
  const words = key === "" ? "" : searchWordsOfKey(await readSearches(request), key);
  const search = { filter: choiceOrDefault(named("filtre"), WRITABLE_FILTERS), key, words };
  return { kind: day === "" ? "info" : "convocation", event: null, day, corrects: null, search };
}

/** @returns no people if the browser has forgotten the search */
export function readPeople(services: Services, door: Door): Promise<ReadAudience> {
  const audience = audienceOf(door);
  return audience ? readAudience(services, audience) : Promise.resolve({ people: [], optedOut: [] });
}

function audienceOf({ kind, event, corrects, search }: Door): Audience | null {
  if (corrects) return { kind, corrects };
  if (event) return { kind: "event", event: event.subject };
  if (kind === "event" || !search || search.words === null) return null;
  return { kind, filter: search.filter, text: search.words };
}

/**
 * Where the typed audience is. A redirect with status 307 sends the whole form there, so that nothing typed is lost.
 * @returns null if it is the audience of the URL
 */
export async function redirectToAudience(args: DoorArgs, door: Door, typed: TypedValues): Promise<Response | null> {
  if (!isOtherAudience(door, typed)) return null;
  const { day } = door;
  const filter = choiceOrDefault(typed.filtre, WRITABLE_FILTERS);
  const { headers } = await redirectToSearch(args, typed.q ?? "", (search) =>
    writeUrl({ filter, search, ...(day && { day }) }),
  );
  return redirect(headers.get("location") ?? "", { status: 307, headers });
}

/** Whether the fields of the audience differ from the people on the page. */
export const isOtherAudience = ({ search }: Door, { filtre, q = "" }: TypedValues): boolean =>
  search !== null &&
  filtre !== undefined &&
  (choiceOrDefault(filtre, WRITABLE_FILTERS) !== search.filter || cutSearchWords(q) !== search.words);

/** What the form shows. Holds no stored data if the session has ended. */
export async function viewForm(context: Readonly<RouterContextProvider>, door: Door, answersTo: string) {
  const services = context.get(servicesContext);
  const { mailings, mailer, clock } = services;
  const now = clock.now();
  const [{ people, optedOut }, recent] = await Promise.all([
    readPeople(services, door),
    mailings.list(beforeToday(now)),
  ]);
  const latest = recent.find((one) => isSentToday(one, now));
  const { kind, event, day, corrects, search } = door;
  return {
    kind,
    about: event?.name.trim() ?? (day && assemblyInFrench(day)),
    corrects: corrects !== null,
    search: search && { filter: search.filter, words: search.words ?? "", isForgotten: search.words === null },
    people: withNamesakes(people, dayInZurich(now)).map(({ id, member, name, reach }) => ({
      id,
      name,
      isMember: member !== "",
      alone: wayTo(reach, false),
      inGroup: wayTo(reach, true),
    })),
    optedOut: [...optedOut],
    latest: latest ? { id: latest.id, subject: withFrenchSpaces(latest.subject) } : null,
    canMail: mailer.sendLetter !== undefined,
    initial: asTyped(corrects ? mailingCorrecting(corrects) : { ...NO_WORDS, answersTo }),
  };
}

/** Members of the same name are told apart: `Léa Dubuis (Savièse, 18 ans)`. */
function withNamesakes(people: readonly MailingPerson[], today: Day): MailingPerson[] {
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1);
  return people.map((one) => {
    const about = one.person && (counts.get(one.name) ?? 0) > 1 ? placeAndAgeInFrench(one.person, today) : "";
    return about ? { ...one, name: `${one.name} (${about})` } : one;
  });
}

export type WriteView = Awaited<ReturnType<typeof viewForm>>;
export type PersonView = WriteView["people"][number];

const NO_WORDS: MailingWords = { subject: "", text: "", answersTo: "", isForGroup: false };

const asTyped = ({ subject, text, answersTo, isForGroup }: MailingWords): TypedValues => ({
  subject,
  text,
  answersTo,
  isForGroup: isForGroup ? "on" : "",
});

export const NO_VIEW: WriteView = {
  kind: "info",
  about: "",
  corrects: false,
  search: null,
  people: [],
  optedOut: [],
  latest: null,
  canMail: false,
  initial: asTyped(NO_WORDS),
};

export const newMailing = (
  { kind, event, day, corrects }: Door,
  words: MailingWords,
  people: readonly MailingPerson[],
): NewMailing => ({
  ...words,
  kind,
  event: event?.subject ?? corrects?.event ?? "",
  day,
  corrects: corrects?.id ?? "",
  recipients: people.map(({ member, reply }) => ({ member, reply })),
});

export type MailingPreview = {
  readonly shown: ShownMailing & { readonly kicker: string };
  /** The SMS or WhatsApp message to one person of each form of address. */
  readonly messages: readonly { readonly to: string; readonly text: string }[];
  /** Addresses of the page for the group, and of the personal page, without their tokens. */
  readonly groupPage: string;
};

/** @param people the ticked people: an example of them is addressed */
export async function previewMailing(
  context: Readonly<RouterContextProvider>,
  mailing: NewMailing,
  people: readonly MailingPerson[],
): Promise<MailingPreview> {
  const services = context.get(servicesContext);
  const { publicUrl } = context.get(siteContext);
  const [shown, words, { memberAddress }] = await Promise.all([
    readShownMailing(services, mailing, publicUrl),
    services.roundTexts.get("mailing"),
    services.settings.get(),
  ]);
  const byPhone = people.filter(({ reach }) => wayTo(reach, mailing.isForGroup) === "mobile");
  const examples = Map.groupBy(byPhone, ({ member, phones }) =>
    audienceOfPhone(phones[0]?.ofGuardian ?? false, member, memberAddress),
  );
  const messages = [...examples].map(([audience, [one]]) => ({
    to: one?.name ?? "",
    text: fillRoundMessage(roundTextFor("mailing", audience, words), {
      firstName: one?.person?.firstName || (one?.name ?? ""),
      amount: 0,
      link: `${publicUrl}/${one?.member === "" ? "mes-places" : "ma-fiche"}/…`,
      year: "",
      sent: "",
      subject: mailing.subject,
    }),
  }));
  return { shown: { ...shown, kicker: mailingKicker(shown) }, messages, groupPage: publicUrl + groupPageUrl("…") };
}
