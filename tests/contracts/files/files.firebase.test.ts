import { expect, it } from "vitest";
import { openBucket } from "#adapters/cloud-storage/files.ts";
import { describeHosted, newProject } from "#tests/emulators/hosted.ts";
import { hostedBucket } from "#tests/stores/pictures/hosted-bucket.ts";
import { describeFiles } from "./files.contract.ts";

describeFiles(
  "files in Cloud Storage",
  async () => {
    const project = newProject();
    return async () => openBucket(project);
  },
  describeHosted,
);

describeHosted("files in Cloud Storage, for the older site", () => {
  it("are all listed, also if there are several pages", { timeout: 120_000 }, async () => {
    const files = openBucket(newProject());
    const names = Array.from({ length: 1001 }, (_, n) => `membres/Membre${n}/photo.jpg`);
    for (let i = 0; i < names.length; i += 25)
      await Promise.all(names.slice(i, i + 25).map((name) => files.put(name, Buffer.from("x"), "image/jpeg")));
    expect((await files.list("membres/")).map(({ name }) => name)).toEqual(names.toSorted());
  });

  it("have a download URL, and files of the older site are read", async () => {
    const place = hostedBucket();
    const files = openBucket({ projectId: "demo-files", bucket: place.bucket });
    await files.put("evenements/Fête0825/Affiche (1).jpg", Buffer.from("new"), "image/jpeg");
    const [object] = await place.content();
    const token = object?.metadata?.firebaseStorageDownloadTokens ?? "";
    expect(await (await place.byToken("evenements/Fête0825/Affiche (1).jpg", token)).text()).toBe("new");
    await place.upload("evenements/Bal0725/bal.jpg", Buffer.from("old"));
    expect(Buffer.from((await files.get("evenements/Bal0725/bal.jpg")) ?? []).toString()).toBe("old");
  });
});
