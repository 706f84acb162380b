import { data, Form, redirect } from "react-router";
import { accountContext, rateLimiterContext, type Services, servicesContext, siteContext } from "#app/contexts.ts";
import { InvalidLinkNotice } from "#app/layout/errors/error-page.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { MemberField } from "#app/ui/form/member-field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { PersonSections } from "#app/ui/person-sections.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { isMinorMember } from "#domain/register/member.ts";
import { CORRECTABLE_FIELDS, PROPOSAL_KINDS } from "#domain/register/proposal.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { Member } from "#stores/register/member-document.ts";
import { readMailingsToMember } from "#usecases/mailings/read-mailings.ts";
import { readOwnPage } from "#usecases/register/own-page.ts";
import { sendProposal } from "#usecases/register/proposals.ts";
import { addMemberReply, readMemberPlaces } from "#usecases/slots/own-places.ts";
import { changePlace, isPlaceIntention, PLACE_INTENTIONS } from "#usecases/slots/places.ts";
import type { Route } from "./+types/own-page.ts";
import { AddedEmailNotice, MissingConsentNotice, MissingEmailForm, WaitingProposalsNotice } from "./due.tsx";
import { FeeToPay } from "./fee-to-pay.tsx";
import { KeepLinkSection } from "./keep-page.tsx";
import { viewMessages } from "./messages.server.ts";
import { InfosSwitch, MessagesSection } from "./messages.tsx";
import { OwnPlacesSection } from "./places/own-places.tsx";

export const handle: Handle = {
  reading: true,
  committee: true,
  gestures: true,
  unlisted: true,
  secret: true,
  costly: true,
};

export const meta = privateMeta("Ma fiche", "La page personnelle d’un membre, avec sa cotisation.");

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = await services.memberLinks.find(token);
  if (!member) return data(null, { status: 404 });
  const [own, settings, places, mailings, optedOutAt] = await Promise.all([
    readOwnPage(services, member),
    readPublicSettings(context),
    readMemberPlaces(services, member),
    readMailingsToMember(services, member.id, context.get(siteContext).publicUrl),
    services.optOuts.get(member.id),
  ]);
  const { holder, iban, street, buildingNumber, postcode, place, twint } = settings;
  const account = { holder, iban, street, buildingNumber, postcode, place, twint };
  const today = dayInZurich(services.clock.now());
  // The holder of a minor's link may be a parent.
  const address: FormOfAddress = isMinorMember(member, today) ? "vous" : settings.memberAddress;
  const messages = viewMessages(mailings);
  const optedOutOn = optedOutAt && dayInFrench(dayInZurich(optedOutAt));
  const id = context.get(accountContext) && member.id;
  return data({ ...own, places, messages, optedOutOn, member: member.id, today, account, address, id });
}

const INFOS_INTENTIONS = ["infos-on", "infos-off"] as const;

const FORM = {
  where: "own page",
  fields: ["intention", "year", "slot", "isAdult", "reply", ...CORRECTABLE_FIELDS],
  choice: { field: "intention", among: [...PROPOSAL_KINDS, "come", ...PLACE_INTENTIONS, ...INFOS_INTENTIONS] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, services }) => {
    const { params, context } = args;
    const member = await services.memberLinks.find(params.token);
    if (!member) return formResult({}, 404);
    if (isOfPlaces(typed.intention))
      return changeOwnPlaces(services, member, { typed, page: `/ma-fiche/${params.token}` });
    if (INFOS_INTENTIONS.some((intention) => intention === typed.intention)) {
      await services.optOuts.set(member.id, typed.intention === "infos-off", null);
      return redirect(`/ma-fiche/${params.token}#informations`);
    }
    const attempt = context.get(rateLimiterContext).attempt("proposal");
    if (attempt.wait > 0) return formResult({ wait: waitingTimeInFrench(attempt.wait), typed }, 429);
    const errors = await sendProposal(services, member, typed);
    // The record had another address, so the new one is a proposal.
    const isProposed = typed.intention !== "email" || (member.email !== "" && member.email !== typed.email);
    if (!errors) return redirect(`/ma-fiche/${params.token}#${isProposed ? "a-verifier" : "e-mail"}`);
    attempt.undo();
    return formResult({ errors, typed }, 400);
  });

const isOfPlaces = (intention = ""): boolean => intention === "come" || isPlaceIntention(intention);

/** No rate limit by IP address: many members in one hall may reply at once, and only members have a link. */
async function changeOwnPlaces(
  services: Services,
  member: Member,
  { typed, page }: { typed: TypedValues; page: string },
) {
  const { intention = "", slot = "", reply = "", isAdult = "" } = typed;
  if (!isPlaceIntention(intention)) {
    const sentence = await addMemberReply(services, member, { slot, isAdult: isAdult !== "" });
    return sentence === null ? redirect(`${page}#${slot}`) : formResult({ errors: { slot: sentence }, typed }, 409);
  }
  const own = await services.replies.listOfMember(member.id);
  const sent = own.find(({ id }) => id === reply);
  const sentence = await changePlace(
    services,
    own.filter(({ event }) => event === sent?.event),
    { id: reply, intention, holder: member },
  );
  if (sentence !== null) return formResult({ errors: { reply: sentence }, typed }, 409);
  return redirect(`${page}#${sent?.slot}`);
}

export { clientAction } from "#app/ui/form/client-action.ts";

export default function OwnPage({ loaderData: own, actionData, params }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  const page = `/ma-fiche/${params.token}`;
  const refusedPlace = result.errors?.slot ?? result.errors?.reply;
  return (
    <Screen
      style="vigne"
      title="Ma fiche"
      lead={own && <bdi>{own.name}</bdi>}
      className="member own-page"
      failed={
        result.wait
          ? "Trop d’envois depuis cette connexion."
          : refusedPlace
            ? "Rien n’a été changé."
            : result.failed && "Rien n’est parti."
      }
      advice={result.wait ? `Réessayez ${result.wait}.` : refusedPlace}
    >
      {!own && <InvalidLinkNotice />}
      {own && <OwnSections own={own} page={page} result={result} />}
    </Screen>
  );
}

type Props = { own: NonNullable<Route.ComponentProps["loaderData"]>; page: string; result: FormResult };

const OwnSections = ({ own, page, result }: Props) => (
  <>
    <div className="own-due">
      {own.id && (
        <Form className="notice row" method="post" action={`/assemblees/${own.today}`}>
          <input type="hidden" name="id" value={own.id} />
          <SubmitButton className="btn btn--large" intention="present" label="Présent·e" />
          <StrongLink to={`/registre/${own.id}`}>Fiche au registre</StrongLink>
        </Form>
      )}
      {own.lacksConsent && <MissingConsentNotice page={page} />}
      {own.proposals.length > 0 && (
        <WaitingProposalsNotice
          lines={own.proposals}
          isFolded={own.fees.some(({ open, isProposed }) => open > 0 && !isProposed)}
        />
      )}
      {own.addedEmail && <AddedEmailNotice email={own.addedEmail} />}
      {own.lacksEmail && (
        <MissingEmailForm
          address={own.address}
          stored={own.initial.email ?? ""}
          page={page}
          result={resultOf(result, "email")}
        />
      )}
      {own.fees.map((fee) => (
        <FeeToPay key={fee.year} fee={fee} account={own.account} page={page} />
      ))}
    </div>
    <OwnPlacesSection places={own.places} page={page} address={own.address} result={result} />
    <MessagesSection messages={own.messages} />
    <InfosSwitch since={own.optedOutOn} page={page} id={own.member} name={own.name} address={own.address} />
    <KeepLinkSection address={own.address} page={page} />
    <PersonSections sections={own.sections} />
    <Correction own={own} page={page} result={resultOf(result, "correction")} />
    <section aria-labelledby="donnees">
      <h2 id="donnees">Toutes mes données</h2>
      <p>{ALL_DATA[own.address]}</p>
      <div className="row">
        <a className="btn btn--small" href={`${page}/donnees.pdf`}>
          Toutes mes données (PDF)
        </a>
        <a className="strong-link" href={`${page}/donnees.json`} download>
          JSON
        </a>
      </div>
      <details className="member__fold">
        <summary className="strong-link">Effacer mes données</summary>
        <form className="form" method="post" action={page}>
          <p>
            Le comité vérifie que c’est bien {own.address === "tu" ? "toi" : "vous"}. Seuls les paiements restent, dix
            ans, dans les comptes.
          </p>
          <div className="row">
            <SubmitButton className="btn btn--small btn--brique" intention="erase" label="Demander l’effacement" />
          </div>
        </form>
      </details>
    </section>
  </>
);

const ALL_DATA: Record<FormOfAddress, string> = {
  tu: "Tout ce qui est sur cette page, et tes coups de main passés. Tes messages au comité, demande-les-lui.",
  vous: "Tout ce qui est sur cette page, et vos coups de main passés. Vos messages au comité, demandez-les-lui.",
};

/** The page has two forms with an e-mail address. */
const resultOf = (result: FormResult, intention: (typeof PROPOSAL_KINDS)[number]): FormResult =>
  result.typed?.intention === intention ? result : {};

const AUTO_COMPLETE: Partial<Record<(typeof CORRECTABLE_FIELDS)[number], string>> = {
  firstName: "given-name",
  lastName: "family-name",
  street: "address-line1",
  postcode: "postal-code",
  place: "address-level2",
  country: "country",
  phone: "tel",
  email: "email",
  birthDate: "bday",
};

/** The committee receives the changed fields as a proposal. */
const Correction = ({ own: { initial, today }, page, result: { errors, typed } }: Props) => (
  <details className="member__fold" open={typed !== undefined}>
    <summary className="strong-link">Corriger</summary>
    <CheckedForm className="form form--duo" action={page} errors={errors}>
      {CORRECTABLE_FIELDS.map((name) => {
        const value = typed?.[name] ?? initial[name];
        return <MemberField key={name} name={name} value={value} day={today} autoComplete={AUTO_COMPLETE[name]} />;
      })}
      <div className="full">
        <SubmitButton intention="correction" label="Proposer au comité" />
      </div>
    </CheckedForm>
  </details>
);
