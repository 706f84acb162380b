import { callProvider } from "./identity-call.ts";

/** Answers about the key or the project; everything else passes. */
const DEFINITIVE = [400, 401, 403, 404];

/**
 * Asks the identity provider whether it knows the project's key, by a call that changes nothing and names nobody.
 * @param url of the provider, before `/v1/`
 * @param apiKey the project's web key
 * @returns a line that says why nobody could sign in, for who starts the site; null when the key is right, or when
 * nobody answers just now
 */
export async function keyProblem({ url, apiKey }: { url: string; apiKey: string }): Promise<string | null> {
  const answer = await callProvider(`${url}/v1/projects?key=${encodeURIComponent(apiKey)}`).catch(() => null);
  const message = answer && DEFINITIVE.includes(answer.status) ? answer.message.split("\n")[0] : "";
  if (!message) return null;
  return `FIREBASE_API_KEY: the identity provider answered ${answer?.status}: ${message} The Firebase console shows the Web API key under Project settings, General (docs/deploy.md, way (c)).`;
}
