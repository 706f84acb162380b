import { Fragment } from "react";
import { data, Link, redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { WrappingText } from "#app/ui/breakable.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { ConsentSwitch } from "#app/ui/consent-switch.tsx";
import { CopyableUrl } from "#app/ui/copyable-address.tsx";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useToday } from "#app/ui/form/use-today.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { StateSwitch } from "#app/ui/state-switch.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { MEMBER_LABELS as LABELS } from "#domain/register/member.ts";
import { withPreposition } from "#domain/text/elision.ts";
import type { Route } from "./+types/member.ts";
import { memberAction } from "./member-action.server.ts";
import { MemberFees } from "./member-fees.tsx";
import { type MemberView, viewMember } from "./member-view.server.ts";

export const handle: Handle = { help: "les-membres-pas-à-pas" };

export const meta = privateMeta("Fiche d’un membre", "Les coordonnées d’un membre et ses cotisations.");

export async function loader({ params: { recordId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const view = await viewMember(services, recordId, url.searchParams.get("cotisation"), actedRows(url.searchParams));
  // The member may be in the recycle bin: the member's fees still link to this page.
  if (!view && (await services.bin.list()).some(({ subjectId }) => subjectId === recordId))
    throw redirect("/corbeille");
  if (!view) throw data(null, { status: 404 });
  return { ...view, publicUrl: context.get(siteContext).publicUrl };
}

export const action = (args: Route.ActionArgs) => memberAction(args, args.params.recordId);

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function MemberPage({ loaderData: member, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  const { id, name } = member;
  const page = `/registre/${id}`;
  return (
    <Screen style="vigne" title={<bdi>{name}</bdi>} className="member" failed={result.failed && "Rien n’a été changé."}>
      {result.conflict && (
        <FailureNotice
          title={`${result.conflict.by ?? "Quelqu’un d’autre"} vient de modifier cette fiche.`}
          text="Rien n’a été changé. La fiche est à jour maintenant&nbsp;: regardez-la, puis recommencez."
        />
      )}
      <MemberFees member={member} page={page} result={result} />
      <section aria-labelledby="coordonnees">
        <h2 id="coordonnees">Coordonnées</h2>
        <MemberDetails details={member.details} email={member.email} page={page} name={name} />
        <ConsentSwitch consent={member.consent} action={page} id={id} name={name} />
        {(!member.left || member.inGroup) && (
          <StateSwitch
            isOn={member.inGroup}
            label={`${member.left ? "Encore dans" : "Dans"} le groupe WhatsApp`}
            offLabel="Noter hors du groupe"
            on="group-in"
            off="group-out"
            action={page}
            id={id}
            name={name}
          />
        )}
        {!member.left && (
          <StateSwitch
            isOn={member.optedOutOn === null}
            label="Reçoit les informations"
            offLabel="Noter&nbsp;: n’en veut plus"
            on="infos-on"
            off="infos-off"
            action={page}
            id={id}
            name={name}
          >
            {member.optedOutOn && <p>Ne veut plus des informations depuis le {member.optedOutOn}.</p>}
          </StateSwitch>
        )}
        <div className="row member__actions">
          <Link className="btn btn--small" to={`/registre/modify/${id}`}>
            <Pencil />
            Modifier
          </Link>
        </div>
      </section>
      {member.link && <PersonalLink link={member.link} publicUrl={member.publicUrl} name={name} page={page} />}
      <Leaving member={member} page={page} result={result} />
      <section aria-labelledby="fiche">
        <h2 id="fiche">Fiche</h2>
        <div className="row">
          <StrongLink to={`/registre/modify/${id}/historique`}>Historique</StrongLink>
          <StrongLink to={`${page}/donnees`}>Tout ce que nous avons sur cette personne</StrongLink>
          <StrongLink to="/registre">Tous les membres</StrongLink>
        </div>
        <div className="row member__actions">
          <DeleteButton
            action={page}
            intention="remove"
            id={id}
            name={name}
            question="Êtes-vous sûr de vouloir supprimer cette fiche&nbsp;?"
            detail={`${name}. Pour un départ, notez-le plutôt plus haut\u00a0: la fiche reste au registre.`}
          />
        </div>
      </section>
    </Screen>
  );
}

type DetailsProps = Pick<MemberView, "details" | "email"> & { page: string; name: string };

const MemberDetails = ({ details, email, page, name }: DetailsProps) => (
  <dl className="member__details">
    {details.map(({ label, text, href, isMissing, isUnsure, isMinor, isEmail }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd className="member__note">
          {isMissing ? (
            <span className="badge badge--failure">
              <Triangle />
              {text}
            </span>
          ) : (
            <DetailText text={text} href={href} />
          )}
          {isUnsure && " "}
          {isUnsure && (
            <span className="badge badge--failure">
              <Triangle />à vérifier
            </span>
          )}
          {isEmail && email && <RefusedEmail email={email} page={page} name={name} />}
          {isMinor && <b className="minor">Moins de 18&nbsp;ans</b>}
        </dd>
      </Fragment>
    ))}
  </dl>
);

type EmailProps = { email: NonNullable<MemberView["email"]>; page: string; name: string };

/** Keeps its height after « Réessayer », so that a second tap does not hit a control below. */
const RefusedEmail = ({ email: { refusedOn }, page, name }: EmailProps) => (
  <div className="member__refused row">
    <span className="keeps-space" inert={!refusedOn}>
      <span className="badge badge--failure">
        <Triangle />
        ne marche plus
      </span>
    </span>
    <span role="status">{refusedOn ? `refusée le ${refusedOn}` : "sera essayée encore"}</span>
    <div className="keeps-space" inert={!refusedOn}>
      <ActionButton className="link-button" action={page} intention="retry-email">
        Réessayer<span className="sr-only"> l’e-mail de {name}</span>
      </ActionButton>
    </div>
  </div>
);

function DetailText({ text, href }: Pick<MemberView["details"][number], "text" | "href">) {
  const words = <WrappingText text={text} />;
  return href ? <a href={href}>{words}</a> : words;
}

type LinkProps = { link: string; publicUrl: string; name: string; page: string };

const PersonalLink = ({ link, publicUrl, name, page }: LinkProps) => (
  <section id="lien" aria-labelledby="lien-personnel">
    <h2 id="lien-personnel">Lien personnel</h2>
    <p>
      Qui a ce lien voit cette fiche et ses cotisations, peut proposer des corrections, et ajouter un e-mail s’il n’y en
      a pas.
    </p>
    <CopyableUrl address={publicUrl + link} title="Votre fiche à la Jeunesse de Savièse" />
    <ConfirmButton
      dialogId="renouveler-le-lien"
      verb="Renouveler le lien"
      icon={null}
      name={withPreposition(name)}
      question="Renouveler ce lien&nbsp;?"
      fields={{ intention: "renew", link }}
      action={page}
    >
      <p>Le lien d’avant ne marche plus, ni dans un contact enregistré, ni le code sur les factures déjà imprimées.</p>
      <p>
        Vérifiez aussi l’e-mail de la fiche&nbsp;: le nouveau lien peut y être envoyé. Un e-mail que l’ancien lien a
        ajouté redevient une proposition, si personne ne l’a vérifié.
      </p>
    </ConfirmButton>
  </section>
);

type LeavingProps = { member: MemberView; page: string; result: FormResult };

function Leaving({ member: { day, version, left, openSum }, page, result: { errors, typed } }: LeavingProps) {
  const latest = useToday(day);
  const isSubmitted = typed?.intention === "leave";
  const values = isSubmitted ? typed : {};
  return (
    <section aria-labelledby="depart">
      <h2 id="depart">Départ</h2>
      {left && (
        <>
          <p>
            Parti·e le {left.on}
            {left.reason && "\u00a0: "}
            <bdi>{left.reason}</bdi>.
          </p>
          <CheckedForm className="form form--duo" action={page} errors={errors}>
            <input type="hidden" name="version" value={version} />
            <Field
              name="returnedOn"
              label={LABELS.returnedOn}
              type="date"
              max={latest}
              defaultValue={typed?.returnedOn ?? day}
            />
            <div className="full row">
              <SubmitButton className="btn btn--small" intention="back" label="Noter le retour" />
            </div>
          </CheckedForm>
        </>
      )}
      <details className="member__fold" open={isSubmitted}>
        <summary className="strong-link">{left ? "Corriger le départ" : "Noter un départ"}</summary>
        <CheckedForm className="form form--duo" action={page} errors={errors}>
          <input type="hidden" name="version" value={version} />
          <Field
            name="leftOn"
            label={LABELS.leftOn}
            type="date"
            max={latest}
            defaultValue={values.leftOn ?? left?.typed ?? day}
          />
          <Field
            name="leftReason"
            label={LABELS.leftReason}
            autoComplete="off"
            hint="Facultatif."
            defaultValue={values.leftReason ?? left?.reason}
          />
          {openSum && !left && (
            <SelectField
              name="debts"
              label={`${openSum} encore ouverts`}
              defaultValue={values.debts ?? ""}
              choices={{ "": "À choisir", keep: "Restent dus", waive: "Ne sont plus demandés" }}
            />
          )}
          <div className="full row">
            <SubmitButton className="btn btn--small" intention="leave" label="Noter le départ" />
          </div>
        </CheckedForm>
      </details>
    </section>
  );
}
