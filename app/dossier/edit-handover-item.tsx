import { useMemo, useRef } from "react";
import { data } from "react-router";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CardFormNotices } from "#app/ui/cards/card-form.tsx";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { dossierUrl } from "#app/ui/event-url.ts";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { HANDOVER_ITEMS_ID, WHAT_PARAM } from "#app/ui/handover-url.ts";
import { rowId, withActedRows } from "#app/ui/list/acted-rows.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import {
  EMPTY_HANDOVER_ITEM,
  fieldsLikePassword,
  HANDOVER_ITEM_LABELS,
  HANDOVER_ITEM_LIMITS,
  HANDOVER_ITEM_SENTENCES,
  handoverItemDifferences,
  handoverItemSchema,
} from "#domain/handover/handover-item.ts";
import { listProposedNames } from "#usecases/dossiers/proposed-names.ts";
import {
  addHandoverItem,
  changeHandoverItem,
  type HandoverItemUpdateOutcome,
} from "#usecases/handover/change-items.ts";
import type { Route } from "./+types/edit-handover-item.ts";

export const handle: Handle = { help: "cest-où-qui-sait" };

const titleOf = (itemId: string | undefined): string => (itemId ? "Modifier une ligne" : "Ajouter une ligne");

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params.itemId), "C’est où, qui sait\u00a0? Une ligne pour le prochain comité.")(args);

const NOTHING_STORED = { initial: {}, version: "", names: [], likePassword: [] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the item may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return NOTHING_STORED;
  const services = context.get(servicesContext);
  const names = await listProposedNames(services);
  if (params.itemId === undefined) {
    const what = (url.searchParams.get(WHAT_PARAM) ?? "").slice(0, HANDOVER_ITEM_LIMITS.what);
    return { initial: { ...EMPTY_HANDOVER_ITEM, what }, version: "", names, likePassword: [] };
  }
  const item = await services.handoverItems.get(params.itemId);
  if (!item) throw data(null, { status: 404 });
  const { what, where, who, version } = item;
  return {
    initial: { what, where, who } satisfies TypedValues,
    version,
    names,
    likePassword: fieldsLikePassword(item),
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "handover item", fields: [...fieldNames(handoverItemSchema()), "version"], ofCommittee: true },
    async ({ typed, services, by }) => {
      const { itemId: id } = args.params;
      const list = dossierUrl(ASSOCIATION);
      if (id === undefined) {
        const added = await addHandoverItem(services, typed, by);
        if (!added.ok) return formResult({ errors: added.reason, typed }, 400);
        const target = `${list}#${rowId(added.value)}`;
        return redirectWithToast(args.context, target, "handover-item-added", { name: typed.what });
      }
      const change = await changeHandoverItem(services, { id, version: typed.version ?? "", typed }, by);
      if (change.is !== "updated") return refusalResult(change, typed);
      const target = `${withActedRows(list, [id])}#${rowId(id)}`;
      return redirectWithToast(args.context, target, "handover-item-updated", { name: typed.what });
    },
  );

/** After a conflict, names the stored values that differ from the typed values. */
function refusalResult(change: Exclude<HandoverItemUpdateOutcome, { is: "updated" }>, typed: TypedValues) {
  if (change.is === "form") return formResult({ errors: change.errors, typed }, 400);
  if (change.is !== "outdated") return formResult({ gone: true, typed }, 409);
  const { now } = change;
  const current = handoverItemDifferences(now, change.typed);
  return formResult({ conflict: { version: now.version, current, by: now.updatedBy?.name ?? null }, typed }, 409);
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditHandoverItemPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title={titleOf(params.itemId)} />
      <div className="page-frame sheet">
        <ItemForm {...loaderData} result={actionData ?? {}} isNew={params.itemId === undefined} />
      </div>
    </main>
  );
}

type FormProps = {
  initial: TypedValues;
  version: string;
  names: readonly string[];
  likePassword: readonly string[];
  result: FormResult;
  isNew: boolean;
};

const NAMES_LIST = "prenoms";

function ItemForm({ initial, version, names, likePassword, result, isNew }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => handoverItemSchema(), []);
  const pending = useIsSending();
  const values = result.typed ?? initial;
  const hintFor = (field: string, hint: string) =>
    likePassword.includes(field) ? `${HANDOVER_ITEM_SENTENCES.password} ${hint}` : hint;
  return (
    <>
      <CheckedForm className="form" schema={schema} errors={result.errors} formRef={form}>
        <p className="display-text full">C’est où, qui sait&nbsp;?</p>
        <Field
          fullWidth
          name="what"
          label={HANDOVER_ITEM_LABELS.what}
          autoComplete="off"
          hint={hintFor("what", "Par exemple «\u00a0Contrat TWINT\u00a0».")}
          defaultValue={values.what}
        />
        <Field
          fullWidth
          name="where"
          label={HANDOVER_ITEM_LABELS.where}
          autoComplete="off"
          hint={hintFor("where", "Pas le mot de passe lui-même\u00a0: où il est gardé.")}
          defaultValue={values.where}
        />
        <Field
          fullWidth
          name="who"
          label={HANDOVER_ITEM_LABELS.who}
          autoComplete="off"
          list={NAMES_LIST}
          hint={hintFor("who", "Un ou plusieurs prénoms.")}
          defaultValue={values.who}
        />
        <datalist id={NAMES_LIST}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <input type="hidden" name="version" value={result.conflict?.version ?? result.typed?.version ?? version} />
        {!pending && <CardFormNotices {...result} what="cette ligne" />}
        <div className="full row">
          <SubmitButton className="btn btn--brique btn--large" disabled={pending} label="Enregistrer" />
          <StrongLink to={`${dossierUrl(ASSOCIATION)}#${HANDOVER_ITEMS_ID}`}>Annuler</StrongLink>
          {!isNew && <StrongLink to="historique">Historique</StrongLink>}
        </div>
      </CheckedForm>
      <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={() => form.current?.requestSubmit()} />
    </>
  );
}
