import { Storage } from "@google-cloud/storage";

/** Messages of Google's library when it finds no credentials, without a request. */
const MISSING = /^(?:Could not load the default credentials|Unable to read the credential file)/;

/** What is missing, or null. Call it first: without credentials Google's libraries end the process. */
export async function credentialsProblem(projectId: string): Promise<string | null> {
  const storage = new Storage({ projectId });
  if (storage.customEndpoint) return null;
  try {
    await storage.authClient.getClient();
    return null;
  } catch (error) {
    const [said] = MISSING.exec((error as Error).message) ?? [];
    return said
      ? `GOOGLE_APPLICATION_CREDENTIALS: ${said}. It has to name the key file of the server's account (docs/deploy.md, way (c)).`
      : null;
  }
}
