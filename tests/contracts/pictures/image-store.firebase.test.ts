import { describeHosted } from "#tests/emulators/hosted.ts";
import { fetchAddress, hostedBucket } from "./hosted-bucket.ts";
import { imageStoreContract } from "./image-store.contract.ts";

describeHosted("pictures in Cloud Storage", () => {
  imageStoreContract("as every store of pictures", async () => {
    const images = hostedBucket().start();
    return { images, idle: images.idle, fetch: (url) => fetchAddress(images, url) };
  });
});
