import { Link, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import ridge from "#app/ui/drawings/crete.svg";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleVisitorForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitWithNotices } from "#app/ui/form/send-part.tsx";
import { valueOrFallback } from "#app/ui/with-fallback.server.ts";
import { fieldNames } from "#domain/fields.ts";
import { lostLinkSchema } from "#domain/register/lost-link.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import { askForMemberLink } from "#usecases/register/lost-link.ts";
import type { Route } from "./+types/lost-link.ts";

export const handle: Handle = { cached: [], listed: [] };

const SCHEMA = lostLinkSchema();

export const meta = pageMeta({
  title: "Ma fiche",
  description: "Le lien vers sa fiche de membre de la Jeunesse de Savièse, à redemander quand il est perdu.",
  path: "/ma-fiche",
});

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await valueOrFallback(context, readPublicSettings(context), null, "settings of the lost link");
  return { address: settings?.memberAddress ?? "tu" };
}

export const action = (args: Route.ActionArgs) =>
  handleVisitorForm(args, {
    where: "lost-link",
    fields: fieldNames(SCHEMA),
    send: (typed) => askForMemberLink(args.context.get(servicesContext), typed),
  });

/** Sending the form does not change the loader's data. */
export const shouldRevalidate = () => false;

export { clientAction } from "#app/ui/form/client-action.ts";

const WORDS = {
  tu: {
    lead: "Ta cotisation, tes données et ce qui t’attend, sur une page qui n’est qu’à toi.",
    coming: "Si ce numéro ou cette adresse est au registre, ton lien arrive.",
    spam: "regarde aussi dans les indésirables.",
    changed: "Ton numéro a changé, ou rien n’arrive\u00a0?",
    write: "Écris-nous",
  },
  vous: {
    lead: "Votre cotisation, vos données et ce qui vous attend, sur une page qui n’est qu’à vous.",
    coming: "Si ce numéro ou cette adresse est au registre, votre lien arrive.",
    spam: "regardez aussi dans les indésirables.",
    changed: "Votre numéro a changé, ou rien n’arrive\u00a0?",
    write: "Écrivez-nous",
  },
} as const;

const FAILURE = { title: "Ce n’est pas parti.", text: "Rien n’est perdu\u00a0: réessayez." };

export default function LostLinkPage({ loaderData: { address }, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  const busy = useNavigation().state === "submitting";
  const words = WORDS[address];
  return (
    <main id="contenu">
      <Banner low style="vigne" art={ridge} title="Ma fiche">
        {words.lead}
      </Banner>
      <div className="page-frame sheet">
        {result.thanked ? (
          <section className="inset ink-vigne" aria-label="Réponse">
            {/* Focused, because the button that was pressed has disappeared. */}
            <p tabIndex={-1} ref={(note) => note?.focus()}>
              <b>{words.coming}</b>
            </p>
            <NextSteps address={address} />
          </section>
        ) : (
          <>
            <CheckedForm className="form" errors={result.errors} schema={SCHEMA}>
              <Field
                name="contact"
                label="Numéro de mobile ou e-mail"
                hint="Tel que le comité le connaît. Pour un membre mineur, le numéro d’un parent va aussi."
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={result.typed?.contact}
              />
              <SubmitWithNotices result={result} busy={busy} failure={FAILURE}>
                Recevoir le lien
              </SubmitWithNotices>
            </CheckedForm>
            <aside className="inset ink-vigne" aria-labelledby="suite">
              <h2 id="suite">Et ensuite&nbsp;?</h2>
              <NextSteps address={address} />
            </aside>
          </>
        )}
      </div>
    </main>
  );
}

const NextSteps = ({ address }: { address: FormOfAddress }) => (
  <>
    <p>
      Par e-mail, c’est une affaire de minutes&nbsp;: {WORDS[address].spam} Sans e-mail au registre, le comité envoie le
      lien par SMS.
    </p>
    <p>
      {WORDS[address].changed} <Link to="/contact">{WORDS[address].write}</Link>.
    </p>
  </>
);
