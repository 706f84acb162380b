import { useEffect, useRef } from "react";
import { data, Form, Link } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { canonicalUrl, slotPlanUrl } from "#app/ui/event-url.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { actedRows, useActedRows } from "#app/ui/list/acted-rows.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { writeUrl } from "#app/ui/mailing-url.ts";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInZurich } from "#domain/dates.ts";
import { isAnnounced } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate } from "#domain/events/postponement.ts";
import { missingPeopleInFrench, missingPeopleMessage } from "#domain/sharing/group-messages.ts";
import { addByHandSchema, memberNameChoices } from "#domain/slots/hand-added.ts";
import { readWhoComes, slotsLackingPeople } from "#usecases/slots/who-comes.ts";
import type { Route } from "./+types/who-comes.ts";
import { whoComesAction } from "./who-comes-action.server.ts";
import { viewWhoComes, type WhoComesPersonView, type WhoComesSlotView } from "./who-comes-view.server.ts";

export const handle: Handle = { share: true, help: "qui-vient" };

export const meta = privateMeta("Qui vient", "Qui vient aux coups de main d’un événement, et où il manque quelqu’un.");

/** Parameter with the id of the slot to which the form adds a person. */
const ADDED_TO = "ajouter";

export async function loader({ params: { eventId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const event = await services.events.get(eventId);
  if (!event) throw data(null, { status: 404 });
  const who = await readWhoComes(services, event);
  const at = services.clock.now();
  const view = viewWhoComes(who, { event, acted: actedRows(url.searchParams), at });
  const addedTo = url.searchParams.get(ADDED_TO);
  const address = `${context.get(siteContext).publicUrl}${canonicalUrl(event, who.now)}#coups-de-main`;
  return {
    ...view,
    plan: slotPlanUrl(eventId),
    write: writeUrl({ event: event.subject }),
    name: event.name,
    isCancelled: event.status === "annule",
    isPostponed: isPostponedWithoutDate(event),
    url: url.pathname + url.search,
    shared: isAnnounced(event) ? missingPeopleMessage(event, slotsLackingPeople(who), address) : null,
    added:
      addedTo === null || !who.takesPlace
        ? null
        : { slot: addedTo, names: memberNameChoices(await services.register.list(), dayInZurich(at)).map(labelOf) },
  };
}

const labelOf = ({ label }: { label: string }) => label;

export const action = (args: Route.ActionArgs) => whoComesAction(args, args.params.eventId);

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

type Data = Route.ComponentProps["loaderData"];

export default function WhoComesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, plan, page, isEmpty, takesPlace, current, evenings, deleted, added } = loaderData;
  const result: FormResult = actionData ?? {};
  const { url, isSending } = useActedRows(loaderData.url);
  const row = { url, isSending };
  return (
    <Screen
      style="paille"
      title="Qui vient"
      lead={<bdi>{name}</bdi>}
      className="who-comes"
      failed={result.failed && "Rien n’a été noté."}
    >
      <Links plan={plan} write={loaderData.write} page={page} isEmpty={isEmpty} takesPlace={takesPlace} />
      <Situation {...loaderData} />
      {isEmpty ? (
        <section aria-labelledby="rien">
          <h2 id="rien">Aucun poste pour l’instant</h2>
          <p>
            Les postes et leurs heures se font sur le plan. Qui vient s’affiche ensuite ici.{" "}
            <StrongLink to={plan}>Faire le plan</StrongLink>
          </p>
        </section>
      ) : (
        <>
          {current.length > 0 && (
            <section className="who-comes__now" aria-labelledby="maintenant">
              <h2 id="maintenant">Maintenant</h2>
              {current.map((slot) => (
                <SlotSection key={slot.id} slot={slot} data={loaderData} {...row} />
              ))}
            </section>
          )}
          <Missing {...loaderData} />
          {added && <AddForm key={added.slot} added={added} data={loaderData} result={result} />}
          {evenings.map(({ evening, title, slots }) => (
            <section key={evening} aria-labelledby={`soir-${evening}`}>
              <h2 id={`soir-${evening}`}>{title}</h2>
              {slots.map((slot) => (
                <SlotSection key={slot.id} slot={slot} data={loaderData} {...row} />
              ))}
            </section>
          ))}
          {deleted.length > 0 && (
            <section aria-labelledby="supprimes">
              <h2 id="supprimes">Postes supprimés</h2>
              <p>Ces personnes avaient dit oui à un poste qui n’existe plus&nbsp;: il faut les prévenir.</p>
              <ul role="list" className="list list--hands">
                {deleted.map((person) => (
                  <PersonRow key={person.id} person={person} agreed={person.agreed} {...row} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Screen>
  );
}

type LinksProps = Pick<Data, "plan" | "write" | "page" | "isEmpty" | "takesPlace">;

const Links = ({ plan, write, page, isEmpty, takesPlace }: LinksProps) => (
  <ListLinks>
    <StrongLink to={plan}>Plan</StrongLink>
    {!isEmpty && (
      <>
        <StrongLink to={`${plan}/demander`}>Demander</StrongLink>
        <StrongLink to={`${plan}/a-confirmer`}>À confirmer</StrongLink>
        <StrongLink to={`${plan}/rappel`}>Rappel</StrongLink>
        <StrongLink to={write}>Écrire à qui vient</StrongLink>
        {takesPlace && <StrongLink to={`${page}?${ADDED_TO}=#ajouter`}>Ajouter quelqu’un</StrongLink>}
        <a className="strong-link" href={`${plan}/liste.pdf?par=poste`}>
          Par poste (PDF)
        </a>
        <a className="strong-link" href={`${plan}/liste.pdf?par=soir`}>
          Par soir (PDF)
        </a>
      </>
    )}
  </ListLinks>
);

function Situation({ isCancelled, isPostponed }: Pick<Data, "isCancelled" | "isPostponed">) {
  if (!isCancelled && !isPostponed) return null;
  return (
    <p className="notice">
      <Triangle />
      {isCancelled
        ? "L’événement est annulé\u00a0: personne ne vient, mais tous ne le savent peut-être pas."
        : "L’événement n’a pas encore de nouvelle date\u00a0: tout le monde sera à confirmer."}
    </p>
  );
}

function Missing({ missing, lacking, shared, takesPlace }: Data) {
  if (!takesPlace) return null;
  if (missing === 0) return <p className="who-comes__complete">Il ne manque personne.</p>;
  return (
    <section aria-labelledby="manque">
      <h2 id="manque">{missingPeopleInFrench(missing)}</h2>
      {lacking.map(({ evening, title, slots }) => (
        <div key={evening}>
          <h3>{title}</h3>
          <ul role="list" className="who-comes__missing">
            {slots.map(({ id, text, missing }) => (
              <li key={id}>
                <a href={`#creneau-${id}`}>{text}</a>&nbsp;: <b>{missing}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {shared ? (
        <div className="row">
          <ShareMessageLink className="btn btn--small" shared={shared} hasField />
        </div>
      ) : (
        <p>L’événement n’est pas publié&nbsp;: il n’y a pas encore de lien à envoyer dans le groupe.</p>
      )}
    </section>
  );
}

const NAMES = "noms-des-membres";
const SCHEMA = addByHandSchema();

type AddProps = { added: NonNullable<Data["added"]>; data: Data; result: FormResult };

/** Chooses a member in the list that the browser offers, or takes any other name. */
function AddForm({ added, data: { page, choices }, result: { errors, typed } }: AddProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <section aria-labelledby="ajouter">
      <h2 id="ajouter">Ajouter quelqu’un</h2>
      <CheckedForm
        className="form form--duo"
        formRef={form}
        action={`${page}?${ADDED_TO}=${encodeURIComponent(added.slot)}#ajouter`}
        errors={errors}
        schema={SCHEMA}
      >
        <Field
          name="name"
          label="Nom"
          hint="Pour un membre, tapez quelques lettres et choisissez&nbsp;: son numéro est au registre."
          autoComplete="off"
          list={NAMES}
          defaultValue={typed?.name}
        />
        <datalist id={NAMES}>
          {added.names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          name="phone"
          label="Téléphone (facultatif)"
          type="tel"
          autoComplete="off"
          defaultValue={typed?.phone}
          hint="Ne sert que pour cet événement."
        />
        <SelectField fullWidth name="slot" label="Créneau" defaultValue={typed?.slot ?? added.slot}>
          {choices.map(({ title, slots }) => (
            <optgroup key={title} label={title}>
              {slots.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <div className="full row">
          <SubmitButton className="btn btn--small" intention="add" label="Ajouter" />
          <StrongLink to={page} preventScrollReset>
            Fermer
          </StrongLink>
        </div>
      </CheckedForm>
    </section>
  );
}

type RowProps = { url: string; isSending: (id: string) => boolean };

function SlotSection({ slot, data: { page, takesPlace }, ...row }: RowProps & { slot: WhoComesSlotView; data: Data }) {
  const { id, post, times, whole, isSoon, marks, note, state, isOverfull, missing, people } = slot;
  return (
    <div className="who-comes__slot" id={`creneau-${id}`}>
      <h3>
        {times}, <bdi>{post}</bdi>
      </h3>
      <p className="who-comes__state">
        <b>{state}</b>
        {isOverfull && <span>plus que prévu</span>}
        {missing && <b>{missing}</b>}
        {isSoon && <span>commence bientôt</span>}
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
        {takesPlace && (
          <Link className="strong-link" to={`${page}?${ADDED_TO}=${encodeURIComponent(id)}#ajouter`}>
            Ajouter<span className="sr-only"> quelqu’un&nbsp;: {`${post}, ${whole}`}</span>
          </Link>
        )}
      </p>
      {note && <p className="member__note">{note}</p>}
      <ul role="list" className="list list--hands">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} {...row} />
        ))}
      </ul>
    </div>
  );
}

type PersonProps = RowProps & { person: WhoComesPersonView; agreed?: string };

function PersonRow({ person, agreed, url, isSending }: PersonProps) {
  const { id, whole, isHere, isPresent, isTold, isActed, outcome, undo, phones } = person;
  const sending = isSending(id);
  return (
    <ListRow
      id={id}
      className={isHere ? undefined : "list__row--gone"}
      name={<PersonName {...person} />}
      about={isHere ? <About person={person} agreed={agreed} /> : isTold && outcome}
      actions={
        (isHere || isTold || isActed) && (
          <Form method="post" action={url} preventScrollReset className="row">
            <input type="hidden" name="id" value={id} />
            <Choices {...person} />
          </Form>
        )
      }
      outcome={sending ? "Un instant…" : !isTold && (isHere && isPresent ? <Present /> : outcome)}
      undo={
        !sending &&
        undo && (
          <UndoButton
            id={id}
            url={url}
            name={whole}
            intention={undo}
            label={isHere || isActed ? undefined : "Remettre"}
          />
        )
      }
    >
      {(isHere || isActed) && phones.length > 0 && (
        <div className="hands__ways">
          {phones.map((phone) => (
            <Ways key={phone.call} phone={phone} />
          ))}
        </div>
      )}
    </ListRow>
  );
}

const Present = () => (
  <span className="badge">
    <Tick />
    Présent·e
  </span>
);

const PersonName = ({ name, member }: WhoComesPersonView) =>
  member ? (
    <Link className="list__name" to={`/registre/${member}`}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <b className="list__name">
      <bdi>{name}</bdi>
    </b>
  );

function About({
  person: { age, toConfirm, phones },
  agreed,
}: {
  person: WhoComesPersonView;
  agreed: string | undefined;
}) {
  return (
    <>
      {age &&
        (age.isWarning ? (
          <span className="badge badge--failure">
            <Triangle />
            {age.text}
          </span>
        ) : (
          <span>{age.text}</span>
        ))}
      {toConfirm !== null && <span>À confirmer{toConfirm && `\u00a0: avait dit oui pour ${toConfirm}`}</span>}
      {agreed && <span>{agreed}</span>}
      {phones.length === 0 && <span>sans numéro</span>}
    </>
  );
}

function Choices({ whole, isTold, mayBePresent, mayConfirm }: WhoComesPersonView) {
  if (isTold) return <SubmitButton className="btn btn--small" intention="seen" label="Vu" about={whole} />;
  return (
    <>
      {mayBePresent && (
        <SubmitButton className="btn btn--small hands__present" intention="present" label="Présent·e" about={whole} />
      )}
      {mayConfirm && (
        <SubmitButton className="btn btn--small" intention="confirm" label="Vient toujours" about={whole} />
      )}
      <SubmitButton className="btn btn--small btn--neige" intention="remove" label="Retirer" about={whole} />
    </>
  );
}

const Ways = ({
  phone: { name, ofGuardian, text, call, sms, whatsapp },
}: {
  phone: WhoComesPersonView["phones"][number];
}) => {
  const to = <span className="sr-only"> à {name}</span>;
  return (
    <p>
      {ofGuardian && (
        <span>
          Parent, <bdi>{name}</bdi>
        </span>
      )}
      <a className="strong-link" href={call}>
        <span className="sr-only">Appeler {name}&nbsp;: </span>
        {text}
      </a>
      {sms && (
        <a className="strong-link" href={sms}>
          SMS{to}
        </a>
      )}
      {whatsapp && (
        <a className="strong-link" href={whatsapp} target="_blank" rel="noreferrer">
          WhatsApp{to}
        </a>
      )}
    </p>
  );
};
