import { expect, it } from "vitest";
import type { Documents } from "#ports/documents.ts";
import { createSiteSecret } from "#stores/site-secret.ts";

/** @param make creates an empty store; each call of the returned function opens another instance */
export function siteSecretContract(make: () => Promise<() => Promise<Documents>>): void {
  it("the site secret is created once, also by instances that start at the same time, and is the same for each instance", async () => {
    const open = await make();
    const instances = await Promise.all([open(), open(), open()]);
    const secrets = await Promise.all(instances.map((documents) => createSiteSecret(documents)()));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await createSiteSecret(await open())()).toBe(secrets[0]);
  });

  it("a damaged site secret is refused in one line and not replaced", async () => {
    const documents = await (await make())();
    await documents.transaction(async (transaction) => transaction.create("state", "secret", { value: "court" }));
    await expect(createSiteSecret(documents)()).rejects.toThrow(/^The site's secret is damaged: [^\n]+$/);
    expect((await documents.get("state", "secret"))?.content).toEqual({ value: "court" });
  });
}
