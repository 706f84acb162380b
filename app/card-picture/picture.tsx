import { type RefObject, useRef } from "react";
import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import { CARD_KINDS, type CardKind } from "#app/ui/cards/card-kinds.ts";
import eventArt from "#app/ui/drawings/bandeau-evenement.svg";
import memberArt from "#app/ui/drawings/crete-membre.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { readCurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { committeeMemberFullName } from "#domain/committee-member.ts";
import type { Route } from "./+types/picture.ts";
import { pictureAction } from "./picture-action.server.ts";
import { PictureForm, type PictureResult } from "./picture-form.tsx";

export const handle: Handle = { help: "changer-une-image", takesFile: true };

const META = {
  evenement: ["Changer l’affiche d’un événement", "Choisir une autre affiche, ou ce qui doit en rester visible."],
  membre: [
    "Changer la photo d’un membre",
    "Choisir une autre photo d’un membre du comité, ou ce qui doit en rester visible.",
  ],
} as const;

const BANNERS = {
  evenement: { lowOnPhone: true, style: "azur", art: eventArt },
  membre: { low: true, style: "vigne", art: memberArt },
} as const;

export const meta: Route.MetaFunction = (args) => {
  const [title, description] = META[cardOf(args.params).kind];
  return privateMeta(title, description)(args);
};

function cardOf(params: { eventId?: string; memberId?: string }): { kind: CardKind; id: string; form: string } {
  const { eventId, memberId = "" } = params;
  return eventId === undefined
    ? { kind: "membre", id: memberId, form: `/comite/modify/${encodeURIComponent(memberId)}` }
    : { kind: "evenement", id: eventId, form: `/evenement/modify/${encodeURIComponent(eventId)}` };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { kind, id, form } = cardOf(params);
  // The session may have ended while the user was typing. The form then shows the typed values, and no stored data.
  if (!context.get(accountContext)) return { kind, form, name: "", version: "", image: null };
  const { events, committee } = context.get(servicesContext);
  const card = await (kind === "evenement" ? events : committee).get(id);
  if (!card) throw data(null, { status: 404 });
  const image = await readCurrentPicture(context, { collection: CARD_KINDS[kind].collection, id }, card.picture);
  const name = ("name" in card ? card.name : committeeMemberFullName(card)) || "Sans nom";
  return { kind, form, name, version: card.version, image };
}

export const action = (args: Route.ActionArgs) => pictureAction(args, cardOf(args.params));

export { clientAction } from "#app/ui/form/client-action.ts";

/**
 * A sign-in must not reload the version of the card: a newer version would hide a conflict. After a conflict, the page
 * shows the current picture.
 */
export const shouldRevalidate = ({ formAction, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/login" && (defaultShouldRevalidate || actionStatus === 409);

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, form, name, image } = loaderData;
  const result: PictureResult = actionData ?? {};
  const { change, add, undo } = CARD_KINDS[kind];
  const version = result.conflict?.version ?? loaderData.version;
  const formRef = useRef<HTMLFormElement>(null);
  const buttonRef = useRef<HTMLFormElement>(null);
  const { intention = "save", picture = "" } = result.typed ?? {};
  const resubmit = () => (intention === "save" ? formRef : buttonRef).current?.requestSubmit();
  return (
    <main id="contenu">
      <Banner {...BANNERS[kind]} title={image ? change : add} />
      <div className="page-frame picture-page">
        <p className="picture-page__name">
          <bdi>{name}</bdi>
        </p>
        <PictureFailures result={result} />
        {intention === "undo" && (
          <ActionForm version={version} picture={picture} formRef={buttonRef} intention="undo" verb={undo} />
        )}
        <PictureForm kind={kind} form={form} version={version} image={image} result={result} formRef={formRef} />
        {kind === "membre" && image && intention !== "undo" && (
          <ActionForm version={version} formRef={buttonRef} intention="remove" verb="Retirer la photo" />
        )}
        <SessionEndedNotice ended={result.sessionEnded ? result : null} resubmit={resubmit} />
      </div>
    </main>
  );
}

type ActionFormProps = {
  formRef: RefObject<HTMLFormElement | null>;
  intention: "remove" | "undo";
  version: string;
  /** Storage key of the picture to restore. Missing for `remove`. */
  picture?: string;
  verb: string;
};

function ActionForm({ formRef, intention, version, picture = "", verb }: ActionFormProps) {
  const busy = useNavigation().state !== "idle";
  const isRemoval = intention === "remove";
  return (
    <Form ref={formRef} method="post">
      <input type="hidden" name="intention" value={intention} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="picture" value={picture} />
      <button
        className={isRemoval ? "btn btn--small btn--neige danger-link" : "btn btn--small btn--neige"}
        type="submit"
        disabled={busy}
      >
        {isRemoval && <Bin />}
        {verb}
      </button>
    </Form>
  );
}

const PictureFailures = ({ result: { failed, gone, conflict, own } }: { result: PictureResult }) => (
  <>
    {failed && (
      <ErrorNotice
        title="Rien n’a été enregistré."
        text="Le site n’a pas pu garder votre image. Réessayez dans un instant."
      />
    )}
    {gone && (
      <FailureNotice
        title="Cette fiche n’existe plus."
        text="Quelqu’un d’autre vient de la supprimer. Rien n’a été enregistré."
      />
    )}
    {conflict && (
      <FailureNotice
        title={
          own
            ? "Vous venez d’enregistrer cette fiche."
            : `${conflict.by ?? "Quelqu’un d’autre"} vient de modifier cette fiche.`
        }
        text="Cet envoi-ci n’a rien changé. Regardez l’image qu’elle montre maintenant&nbsp;; pour la remplacer, envoyez encore une fois."
      />
    )}
  </>
);
