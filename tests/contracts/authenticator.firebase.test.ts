import { onTestFinished } from "vitest";
import { openAuth } from "#adapters/firebase/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/authenticator.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { describeHosted, ENV_EMULATEURS, projetNeuf } from "#tests/emulators/hosted.ts";
import { authenticatorContract } from "./authenticator.contract.ts";

describeHosted("the hosted family", () => {
  authenticatorContract("accounts at Firebase", async () => {
    const { projectId, apiKey } = projetNeuf();
    return async () => {
      const db = openFirestore({ projectId });
      onTestFinished(() => db.terminate());
      return createFirebaseAuthenticator({
        auth: openAuth({ projectId }),
        db,
        signInUrl: `http://${ENV_EMULATEURS.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`,
        apiKey,
        admins: [],
        signaler: () => {},
      });
    };
  });
});
