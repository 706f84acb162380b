import { data, Link } from "react-router";
import { accountContext, type Services, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import art from "#app/ui/drawings/crete-membre.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { withActedRows } from "#app/ui/list/acted-rows.ts";
import { checkUploadRateLimit, PICTURE_REFUSAL_STATUS } from "#app/ui/pictures/pictures.server.ts";
import {
  type CommitteeMemberFields,
  committeeMemberFullName,
  committeeMemberSchema,
  shownRole,
} from "#domain/committee-member.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import { namesOfRegisterChoice, registerNameChoices } from "#domain/register/register-choice.ts";
import type { StoredCommitteeMember } from "#stores/committee.ts";
import {
  cardReplacedBy,
  findReplacedCommitteeMember,
  type ReplacementRefusal,
  replaceCommitteeMember,
} from "#usecases/cards/replace-member.ts";
import type { Route } from "./+types/member-replace.ts";
import { CommitteeMemberForm } from "./committee-member-form.tsx";

export const handle: Handle = { help: "la-page-du-comité", takesFile: true };

export const meta = privateMeta("Remplacer au comité", "Mettre une autre personne au même poste du comité.");

/**
 * `card`: id of the card to replace. If someone else has already replaced the card in the URL, the id of its successor.
 */
type Opened = {
  readonly old: CommitteeMemberFields | null;
  readonly version: string;
  readonly card: string;
  readonly names: readonly string[];
  /** Contains the notice if someone else has replaced or deleted the card in the URL. */
  readonly result: FormResult;
};

export async function loader({ params, context }: Route.LoaderArgs): Promise<Opened> {
  const id = params.memberId;
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext)) return { old: null, version: "", card: id, names: [], result: {} };
  const services = context.get(servicesContext);
  const names = registerNameChoices(await services.register.list());
  const member = await services.committee.get(id);
  if (member) return { old: fieldsOf(member), version: member.version, card: id, names, result: {} };
  const replaced = await findReplacedCommitteeMember(services, id);
  if (!replaced) throw data(null, { status: 404 });
  const { deleted, successor } = replaced;
  const old = { old: fieldsOf(deleted.fields), names };
  return successor
    ? { ...old, version: successor.version, card: successor.id, result: conflictWith(successor) }
    : { ...old, version: "", card: id, result: { gone: true } };
}

const fieldsOf = ({ firstName, lastName, role, displayedRole }: CommitteeMemberFields): CommitteeMemberFields => ({
  firstName,
  lastName,
  role,
  displayedRole,
});

/** The next form replaces the card as it is now. */
const conflictWith = (current: StoredCommitteeMember): FormResult => ({
  conflict: {
    version: current.version,
    current: [committeeMemberFullName(current), shownRole(current)],
    by: current.updatedBy?.name ?? null,
  },
});

const FORM = {
  where: "member replace",
  fields: [...fieldNames(committeeMemberSchema()), "version", "card", "register", "intention"],
  fileField: "photo",
  ofCommittee: true,
  choice: { field: "intention", among: ["", "copy"] },
} as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: sent, file, services, by }) => {
    const { context, params } = args;
    const typed = withNames(sent);
    if (sent.intention === "copy") return formResult({ typed });
    const limitError = file && checkUploadRateLimit(context);
    if (limitError) return formResult({ errors: { photo: limitError }, typed }, 429);
    const { card: id = params.memberId, version = "" } = typed;
    const outcome = await replaceCommitteeMember(services, { id, version, typed, file }, by);
    return outcome.ok ? showSuccessor(context, services, outcome.value) : refusalResult(outcome.reason, typed);
  });

/** Without JavaScript, copy the names that the user has chosen from the register. */
function withNames({ intention, ...typed }: TypedValues): TypedValues {
  const { Prenom = "", Nom = "", register = "" } = typed;
  const isChosen = intention === "copy" || (Prenom.trim() === "" && Nom.trim() === "");
  return isChosen && register.trim() !== "" ? { ...typed, ...namesOfRegisterChoice(register), register: "" } : typed;
}

function refusalResult(reason: ReplacementRefusal, typed: TypedValues) {
  if (reason.is === "gone") return formResult({ gone: true, typed }, 409);
  if (reason.is === "refused") {
    const { errors, image } = reason;
    return formResult({ errors, typed }, image ? PICTURE_REFUSAL_STATUS[image] : 400);
  }
  const { current } = reason;
  return formResult({ ...conflictWith(current), typed: { ...typed, card: current.id } }, 409);
}

/** URL of the committee's page at the new card, which offers to undo the replacement. */
async function showSuccessor(context: Route.ActionArgs["context"], services: Services, id: string) {
  const member = await services.committee.get(id);
  const replaced = member && cardReplacedBy(member, await services.bin.list());
  const page = withActedRows("/comite", [id]);
  if (!replaced) return redirectToCard(context, page, id, "membre-replaced");
  const undo = { successor: id, key: replaced.key };
  return redirectToCard(context, page, id, "membre-replaced", {
    name: committeeMemberFullName(member),
    what: `remplace ${replaced.name || "une carte sans nom"}`,
    undo,
  });
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function CommitteeMemberReplacePage({ loaderData, actionData }: Route.ComponentProps) {
  const { old, names, card, version } = loaderData;
  const result: FormResult = actionData ?? loaderData.result;
  const { typed = {} } = result;
  const role = old?.role ?? typed.Poste ?? "";
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Remplacer au comité" />
      <CommitteeMemberForm
        initial={{ Poste: role }}
        photo={null}
        result={result}
        version={typed.version || version}
        replacement={{
          names,
          words: (
            <>
              <input type="hidden" name="card" value={typed.card ?? card} />
              {old && <Words old={old} />}
            </>
          ),
        }}
      />
    </main>
  );
}

const Words = ({ old }: { old: CommitteeMemberFields }) => (
  <>
    <p className="display-text full">
      À la place de <bdi>{committeeMemberFullName(old) || "Sans nom"}</bdi>
      {shownRole(old) && (
        <>
          , <bdi>{shownRole(old)}</bdi>
        </>
      )}
    </p>
    <p className="full">
      Le poste reste {old.role.trim() === "" ? "le même" : <bdi>«&nbsp;{old.role}&nbsp;»</bdi>}. L’ancienne carte va à
      la corbeille, avec sa photo. Les comptes ne changent pas&nbsp;: voyez{" "}
      <Link to="/comptes">qui peut se connecter</Link>.
    </p>
  </>
);
