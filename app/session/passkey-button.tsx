import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { type ReactNode, useState } from "react";
import { useFetcher, useRouteLoaderData } from "react-router";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { passkeyHost } from "#domain/accounts/passkey.ts";

type Props = {
  /** `join`: creates the first passkey of a person who accepts an invitation. */
  purpose: "sign-in" | "confirm" | "add" | "join";
  /** Token of the invitation link, for `join`. */
  token?: string;
  className: string;
  /** Path to post the passkey's response to, in the field `PASSKEY_FIELD`; by default the page's own path. */
  action?: string;
  /** Fields to post in addition to `PASSKEY_FIELD`. */
  fields?: Readonly<Record<string, string>>;
  /** Key of the fetcher that posts the response; needed when the page reads the fetcher's data. */
  fetcherKey?: string;
  /** Receives the passkey's response as JSON; if given, the button does not post it. */
  onResponse?: (response: string) => void;
  /** Error message of the server, which has refused the passkey's response that `onResponse` received. */
  refused?: string | undefined;
  /** Text below the button; it introduces the password form that follows. */
  or?: string;
  children: ReactNode;
};

/** Name of the form field that contains a passkey's response, as JSON. */
export const PASSKEY_FIELD = "passkey";

const EXISTS = "Cet appareil a déjà une clé pour votre compte.";
const FAILED = "L’appareil ou le réseau n’a pas suivi. Réessayez, ou prenez votre mot de passe.";

/** @returns the host that the site's passkeys belong to; null if browsers allow no passkeys on this host */
export const usePasskeyHost = () => passkeyHost((useRouteLoaderData("root") as { publicUrl: string }).publicUrl);

/** Makes the device use or create a passkey. @returns its response as JSON */
async function runCeremony(purpose: Props["purpose"], token: string): Promise<string> {
  const answer = await fetch("/cle", { method: "POST", body: new URLSearchParams({ purpose, token }) });
  if (!answer.ok) throw new Error(`/cle: ${answer.status}`);
  const optionsJSON = await answer.json();
  const isNew = purpose === "add" || purpose === "join";
  return JSON.stringify(await (isNew ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })));
}

/** @returns an error message for a failed ceremony; null if the user cancelled it or let it time out */
function sentenceOf(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return name === "InvalidStateError" ? EXISTS : FAILED;
}

/** @returns the error message in the server's answer; undefined before the answer, or without an error */
function sentenceIn(answer: FormAnswer | undefined): string | undefined {
  if (answer?.wait) return `Trop d’essais\u00a0: réessayez ${answer.wait}.`;
  return answer?.errors?.[PASSKEY_FIELD] ?? (answer?.failed && FAILED);
}

/** Asks the device for a passkey. Not shown without script, or if the site or the browser supports no passkeys. */
export function PasskeyButton({ purpose, token = "", className, onResponse, children, ...props }: Props) {
  const fetcher = useFetcher<FormAnswer>(props.fetcherKey ? { key: props.fetcherKey } : {});
  const hydrated = useHydrated();
  /** Whether the device is asking for the passkey; null before the first tap. */
  const [isRunning, setRunning] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!usePasskeyHost() || (hydrated && !browserSupportsWebAuthn())) return null;

  async function start() {
    setRunning(true);
    setProblem(null);
    await runCeremony(purpose, token)
      .then(onResponse ?? post)
      .catch((error: unknown) => setProblem(sentenceOf(error)));
    setRunning(false);
  }

  const post = (response: string) =>
    fetcher.submit(
      { ...props.fields, [PASSKEY_FIELD]: response },
      { method: "post", ...(props.action && { action: props.action }) },
    );
  const busy = isRunning || fetcher.state !== "idle";
  const text = problem ?? (isRunning === null ? undefined : props.refused) ?? sentenceIn(fetcher.data);
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
