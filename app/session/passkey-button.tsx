import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useFetcher, useRouteLoaderData } from "react-router";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { passkeyHost } from "#domain/accounts/passkey.ts";
import {
  type CeremonyFields,
  type CeremonyPurpose,
  offerPasskeyInAutofill,
  runPasskeyCeremony,
} from "./passkey-ceremony.ts";
import { signalUnknownPasskey } from "./passkey-signals.tsx";
import type { SignInResult } from "./sign-in-result.ts";

type Props = {
  /** `sign-in`: the browser also offers passkeys in the e-mail field of the page. */
  purpose: CeremonyPurpose;
  /** For `join`: token of the invitation link. */
  token?: string;
  className: string;
  /** Path that receives the field `PASSKEY_FIELD`. Default: the page's own path. */
  action?: string;
  /** Posted with the request for options and with the response. A function is called at the tap; null: do nothing. */
  fields?: CeremonyFields | (() => CeremonyFields | null);
  /** Key with which the page can read the fetcher's result. */
  fetcherKey?: string;
  /** Receives the response of the passkey as JSON. Default: the button posts the response. */
  onResponse?: (response: string) => void;
  /** For `onResponse`: the server's error message. */
  refused?: string | undefined;
  /** Text below the button, which introduces the password form. */
  or?: string;
  children: ReactNode;
};

export const PASSKEY_FIELD = "passkey";

const EXISTS = "Cet appareil a déjà une clé pour votre compte.";
const FAILED = "L’appareil ou le réseau n’a pas suivi. Réessayez, ou prenez votre mot de passe.";

/** @returns the relying party ID of the site's passkeys; null if browsers allow no passkeys on this host */
export const usePasskeyHost = () => passkeyHost((useRouteLoaderData("root") as { publicUrl: string }).publicUrl);

/** @returns null if the user cancelled or waited too long */
function sentenceOf(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return name === "InvalidStateError" ? EXISTS : FAILED;
}

function sentenceIn(result: SignInResult | undefined): string | undefined {
  if (result?.wait) return `Trop d’essais\u00a0: réessayez ${result.wait}.`;
  return result?.errors?.[PASSKEY_FIELD] ?? (result?.failed && FAILED);
}

/** Not shown without script. Not shown if the site or the browser supports no passkeys. */
export function PasskeyButton({ purpose, token = "", className, onResponse, children, ...props }: Props) {
  const fetcher = useFetcher<SignInResult>(props.fetcherKey ? { key: props.fetcherKey } : {});
  const hydrated = useHydrated();
  /** Null before the first tap. */
  const [isRunning, setRunning] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const host = usePasskeyHost();
  const busy = isRunning || fetcher.state !== "idle";

  const result = fetcher.data;
  useEffect(() => {
    if (host && result?.unknownKey) signalUnknownPasskey(host, result.unknownKey);
  }, [host, result]);

  const readFields = () => (typeof props.fields === "function" ? props.fields() : (props.fields ?? {}));
  const postChosen = useEffectEvent((response: string) => post(response, readFields() ?? {}));
  const isOffered = purpose === "sign-in" && hydrated && host !== null && !busy && !result?.signedIn;
  useEffect(() => (isOffered ? offerPasskeyInAutofill((response) => postChosen(response)) : undefined), [isOffered]);

  if (!host || (hydrated && !browserSupportsWebAuthn())) return null;

  async function start() {
    const fields = readFields();
    if (!fields) return;
    setRunning(true);
    setProblem(null);
    await runPasskeyCeremony(purpose, { ...fields, token })
      .then(onResponse ?? ((response) => post(response, fields)))
      .catch((error: unknown) => setProblem(sentenceOf(error)));
    setRunning(false);
  }

  function post(response: string, fields: CeremonyFields) {
    setProblem(null);
    return fetcher.submit(
      { ...fields, [PASSKEY_FIELD]: response },
      { method: "post", ...(props.action && { action: props.action }) },
    );
  }
  const text = problem ?? (isRunning === null ? undefined : props.refused) ?? sentenceIn(result);
  return (
    <div className="passkey">
      <button className={className} type="button" disabled={busy} onClick={start}>
        {children}
      </button>
      {text && !busy && <FailureNotice title="La clé n’a pas ouvert." text={text} />}
      {props.or && <p>{props.or}</p>}
    </div>
  );
}
