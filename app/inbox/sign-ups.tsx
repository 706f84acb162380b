import { servicesContext } from "#app/contexts.ts";
import art from "#app/inbox/drawings/crete-inscriptions.svg";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { retentionNote } from "#app/ui/list/inbox-list.ts";
import { CONSENT_FORM_TEXTS } from "#domain/consent-form.ts";
import { membersOfSignUps } from "#usecases/register/consent.ts";
import type { Route } from "./+types/sign-ups.ts";
import { type InboxResult, inboxAction } from "./inbox-action.server.ts";
import { readInboxList, type SignUpView, viewSignUp } from "./inbox-list.server.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { SignUpRow } from "./sign-up-row.tsx";

export const handle: Handle = { help: "retrouver-les-inscriptions", screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta = privateMeta(
  "Inscriptions",
  "Les inscriptions reçues, leur état, les autorisations parentales et l’export.",
);

export async function loader(args: Route.LoaderArgs) {
  const { frame, entries, acted, day, mailLeaves } = await readInboxList(args, "inscription");
  const members = await membersOfSignUps(args.context.get(servicesContext), entries);
  return {
    frame,
    signUps: entries.map((entry) => viewSignUp(entry, { members, acted, day, mailLeaves })),
    targeted: args.url.searchParams.get("id"),
  };
}

export const action = (args: Route.ActionArgs) => inboxAction(args, "inscription");

export { clientAction } from "#app/ui/form/client-action.ts";

/** Shown only on paper (print.css). */
const PrintedSignUps = ({ signUps }: { signUps: readonly SignUpView[] }) => (
  <table className="printed">
    <thead>
      <tr>
        {["Nom", "Âge", "Téléphone", "Adresse", CONSENT_FORM_TEXTS.title, "Vu"].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {signUps.map(({ id, name, age, phone, address, consent, birthDateToVerify }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            {age}
            {birthDateToVerify && ", à vérifier"}
          </td>
          <td>{phone.replaceAll(" ", "\u00a0")}</td>
          <td>{address}</td>
          <td>{consent.words ?? "–"}</td>
          <td>
            <i />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export default function SignUpsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, targeted } = loaderData;
  const result: FormResult<InboxResult> = actionData ?? {};
  const signUps = useSteadyRows(loaderData.signUps);
  const { url, isSending } = useActedRows(frame.url);
  return (
    <InboxScreen
      type="inscription"
      frame={frame}
      style="rose"
      art={art}
      title="Inscriptions"
      search={{ label: "Chercher un nom, un numéro, une rue", example: "Nom, numéro, rue" }}
      result={result}
      currentUrl={url}
      ids={idsToTick(signUps)}
      empty={signUps.length === 0}
    >
      <ul role="list" className="list list--cards list--sign-ups">
        <li className="list__head" aria-hidden="true">
          <span>Nom</span>
          <span>Coordonnées</span>
          <span>Reçue le</span>
          <span>État</span>
          <span>{CONSENT_FORM_TEXTS.title}</span>
          <span />
        </li>
        {signUps.map((signUp) => (
          <SignUpRow
            key={signUp.id}
            signUp={signUp}
            view={frame.view}
            currentUrl={url}
            isSending={isSending(signUp.id)}
            retention={retentionNote(frame)}
            targeted={signUp.id === targeted}
          />
        ))}
      </ul>
      <PrintedSignUps signUps={signUps} />
    </InboxScreen>
  );
}

/** « Toute la page » ticks the new sign-ups, or all sign-ups if none is new. */
function idsToTick(signUps: readonly SignUpView[]): string[] {
  const open = signUps.filter(({ outcome }) => outcome === null);
  const fresh = open.filter(({ handledAt }) => handledAt === null);
  return (fresh.length > 0 ? fresh : open).map(({ id }) => id);
}
