import type { Auth } from "firebase-admin/auth";
import { expect } from "vitest";
import { createIdentityPlatform, openFirebaseAuth } from "#adapters/identity-platform/identities.ts";
import { EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";

const PROVIDER = `http://${EMULATOR_ENV.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`;
export const ADMIN = "anne@exemple.ch";

/** An empty project in Google's emulator of accounts. Options default to those of a site. */
export function identityProject() {
  const { projectId, apiKey } = newProject();
  const firebase = openFirebaseAuth({ projectId });
  const reported: unknown[] = [];
  type Options = { auth?: Auth; signInUrl?: string; admins?: readonly string[] };
  const identities = ({ auth = firebase, signInUrl = PROVIDER, admins = [ADMIN] }: Options = {}) =>
    createIdentityPlatform({ auth, signInUrl, apiKey, admins, report: (error) => reported.push(error) });
  /** The provider's public sign-up, which is open to strangers. @returns the id */
  async function signUp(email: string, password: string): Promise<string> {
    const response = await fetch(`${PROVIDER}/v1/accounts:signUp?key=${apiKey}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    const { localId } = (await response.json()) as { localId: string };
    expect(response.status).toBe(200);
    return localId;
  }
  return { projectId, firebase, reported, identities, signUp };
}

/** The provider with one call that throws. @param made whether the call takes effect before it throws */
export const without = (auth: Auth, call: keyof Auth, made = false): Auth =>
  new Proxy(auth, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const method: unknown = typeof value === "function" ? value.bind(target) : value;
      if (name !== call || typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (made) await method(...args);
        throw new Error("out of order");
      };
    },
  });
