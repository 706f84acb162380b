import { LinkedContactText } from "#app/ui/contact-text.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { Place, PlaceState, PlacesOfEvent } from "#domain/slots/place.ts";

/** `page`: path of the form. `level`: of the heading. */
type Props = {
  event: PlacesOfEvent;
  level: 2 | 3;
  page: string;
  address: FormOfAddress;
  refused: RefusedPlace | undefined;
};

/** A refused change. `id`: the reply as sent. */
type RefusedPlace = { readonly id: string; readonly sentence: string };

export function PlacesOfEventList({ event, level, page, address, refused }: Props) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="places" data-one-tap>
      <Heading>{event.id === null ? event.name : <a href={eventUrl(event.id)}>{event.name}</a>}</Heading>
      {event.places.map((place) => (
        <PlaceItem key={place.slot} {...{ place, event, level, page, address }} refused={refused} />
      ))}
    </div>
  );
}

function PlaceItem({ place, event, level, page, address, refused }: Props & { place: Place }) {
  const Heading = level === 2 ? "h3" : "h4";
  return (
    <article className="place-item" id={place.slot}>
      <Heading>{place.post}</Heading>
      <p className={HAPPENS.has(place.state) ? undefined : "place-item__past"}>{place.when}</p>
      {place.note && <p className="place-item__note">{place.note}</p>}
      <PlaceSentence place={place} address={address} />
      {refused?.id === place.reply && <p className="field__error">{refused.sentence}</p>}
      <PlaceButtons place={place} page={page} />
      {place.others.length > 0 && (
        <p>
          {WITH[address]}&nbsp;: {place.others.join(", ")}
        </p>
      )}
      {place.state === "coming" && !place.mayWithdraw && <Call contact={event.contact} address={address} />}
    </article>
  );
}

const WITH: Record<FormOfAddress, string> = { tu: "Avec toi", vous: "Avec vous" };

/** States in which the hours of the page are those of the slot. */
const HAPPENS: ReadonlySet<PlaceState> = new Set(["coming", "to-confirm"]);

function PlaceSentence({ place: { state, when, post, was }, address }: { place: Place; address: FormOfAddress }) {
  if (state === "to-confirm")
    return (
      <p className="place-item__state">
        <b>À confirmer.</b>
        {was.when && ` L’horaire a changé\u00a0: ${when} au lieu de ${was.when}.`}
        {was.post && ` Le poste a changé\u00a0: ${post} au lieu de ${was.post}.`}
      </p>
    );
  const sentence = SENTENCES[state];
  return sentence === null ? null : <p className="place-item__state">{sentence[address]}</p>;
}

const both = (sentence: string): Record<FormOfAddress, string> => ({ tu: sentence, vous: sentence });

const SENTENCES: Record<Exclude<PlaceState, "to-confirm">, Record<FormOfAddress, string> | null> = {
  coming: null,
  withdrawn: { tu: "C’est noté\u00a0: tu ne viens plus.", vous: "C’est noté\u00a0: vous ne venez plus." },
  removed: both("Le comité a retiré cette place."),
  again: both("Cette place est de nouveau prise, par une autre inscription."),
  cancelled: both("L’événement est annulé."),
  "without-date": {
    tu: "L’événement n’a pas encore de nouvelle date. Ta place est gardée.",
    vous: "L’événement n’a pas encore de nouvelle date. Votre place est gardée.",
  },
  gone: both("Ce poste n’existe plus."),
  over: both("C’est passé. Merci\u00a0!"),
};

function PlaceButtons({ place, page }: { place: Place; page: string }) {
  const { reply, state, post, when, mayWithdraw, mayReturn } = place;
  if (state !== "to-confirm" && !mayWithdraw && !mayReturn) return null;
  const about = `${post}, ${when}`;
  return (
    <form className="row place-item__buttons" method="post" action={page}>
      <input type="hidden" name="reply" value={reply} />
      {state === "to-confirm" && (
        <SubmitButton className="btn btn--small" intention="confirm" label="Je viens toujours" about={about} />
      )}
      {mayReturn && (
        <SubmitButton className="btn btn--small" intention="return" label="Je viens quand même" about={about} />
      )}
      {mayWithdraw && (
        <SubmitButton
          className="btn btn--small btn--neige"
          intention="withdraw"
          label="Je ne viens plus"
          about={about}
        />
      )}
    </form>
  );
}

const Call = ({ contact, address }: { contact: string; address: FormOfAddress }) => (
  <p>
    Un empêchement&nbsp;?{" "}
    {contact === "" ? (
      <a href="/contact">{address === "tu" ? "Appelle le comité" : "Appelez le comité"}</a>
    ) : (
      <>
        {address === "tu" ? "Appelle" : "Appelez"} <LinkedContactText text={contact} />.
      </>
    )}
  </p>
);
