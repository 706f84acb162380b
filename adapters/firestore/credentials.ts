import { Storage } from "@google-cloud/storage";

/** How Google's library says, without asking anybody, that it has none. */
const MISSING = /^(?:Could not load the default credentials|Unable to read the credential file)/;

/**
 * Looks for the server's own credentials. Asked before anything else: without them Google's libraries end the process.
 * @returns a line that says what is missing, for who starts the site; null when they are there, which does not say that
 * they are accepted, and for emulators, which ask for none
 */
export async function credentialsProblem(projectId: string): Promise<string | null> {
  const storage = new Storage({ projectId });
  if (storage.customEndpoint) return null;
  try {
    await storage.authClient.getClient();
    return null;
  } catch (fault) {
    const [said] = MISSING.exec((fault as Error).message) ?? [];
    return said
      ? `GOOGLE_APPLICATION_CREDENTIALS: ${said}. It has to name the key file of the server's account (docs/deploy.md, way (c)).`
      : null;
  }
}
