import { callProvider } from "./identity-call.ts";

/** Errors of the key or the project; all others are transient. */
const DEFINITIVE = [400, 401, 403, 404];

/** Checks the web key with a harmless call. Returns the error in one line; null when valid, or during an outage. */
export async function keyProblem({ url, apiKey }: { url: string; apiKey: string }): Promise<string | null> {
  const answer = await callProvider(`${url}/v1/projects?key=${encodeURIComponent(apiKey)}`).catch(() => null);
  const message = answer && DEFINITIVE.includes(answer.status) ? answer.message.split("\n")[0] : "";
  if (!message) return null;
  return `FIREBASE_API_KEY: the identity provider answered ${answer?.status}: ${message} The Firebase console shows the Web API key under Project settings, General (docs/deploy.md, way (c)).`;
}
