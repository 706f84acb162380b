import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { type ReactNode, useState } from "react";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

type Props = {
  /** `join`: the first key of an account that accepts a link. */
  purpose: "sign-in" | "confirm" | "add" | "join";
  /** Token of the one-time link. */
  token?: string;
  className: string;
  /** Whether the server renders the button, so that it does not push the page down later. */
  onServer?: boolean;
  disabled?: boolean;
  /** Why the server refused the last response. */
  refused: string | undefined;
  /** Receives the key's response as JSON, to be submitted. */
  onResponse: (response: string) => void;
  children: ReactNode;
};

const EXISTS = "Cet appareil a déjà une clé pour votre compte.";
const FAILED = "L’appareil ou le réseau n’a pas suivi. Réessayez, ou prenez votre mot de passe.";

/** @returns the key's response as JSON */
async function runCeremony(purpose: Props["purpose"], token: string): Promise<string> {
  const answer = await fetch("/cle", { method: "POST", body: new URLSearchParams({ purpose, token }) });
  if (!answer.ok) throw new Error(`/cle: ${answer.status}`);
  const optionsJSON = await answer.json();
  const isNew = purpose === "add" || purpose === "join";
  return JSON.stringify(await (isNew ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })));
}

/** @returns null for an action that the user cancelled, or let time out */
function sentenceOf(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return name === "InvalidStateError" ? EXISTS : FAILED;
}

/** Browsers offer no passkeys on the address of a machine without a name. */
const isSupported = () => browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Asks the device for a passkey. Absent without script, and where the browser has no passkeys. */
export function PasskeyButton({ purpose, token = "", onServer = false, onResponse, ...props }: Props) {
  const hydrated = useHydrated();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!(hydrated ? isSupported() : onServer)) return null;

  async function start() {
    setRunning(true);
    setProblem(null);
    await runCeremony(purpose, token)
      .then(onResponse)
      .catch((error: unknown) => setProblem(sentenceOf(error)));
    setRunning(false);
  }

  const text = problem ?? props.refused;
  return (
    <div className="passkey">
      <button className={props.className} type="button" disabled={isRunning || props.disabled} onClick={start}>
        {props.children}
      </button>
      {text && !isRunning && !props.disabled && <FailureNotice title="La clé n’a pas ouvert." text={text} />}
    </div>
  );
}
