import { describe, expect, it } from "vitest";
import { createSiteSecret } from "#stores/site-secret.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { siteSecretContract } from "./site-secret.contract.ts";

describe("the site's secret", () => {
  siteSecretContract(sqliteDocuments);

  it("is asked for again after a failure", async () => {
    const documents = await (await sqliteDocuments())();
    let isDown = true;
    const get: typeof documents.get = async (...place) => {
      if (isDown) throw new Error("panne");
      return documents.get(...place);
    };
    const secret = createSiteSecret({ ...documents, get });
    await expect(secret()).rejects.toThrow("panne");
    isDown = false;
    expect(await secret()).toBe(await createSiteSecret(documents)());
  });
});
