import { describeHosted } from "#tests/emulators/hosted.ts";
import { focusContract } from "./focus.contract.ts";
import { hostedBucket } from "./hosted-bucket.ts";
import { imageStoreContract } from "./image-store.contract.ts";
import { fetchAddress } from "./images-folder.ts";
import { keptPicturesContract } from "./kept-pictures.contract.ts";

describeHosted("pictures in Cloud Storage", () => {
  const make = async () => {
    const images = hostedBucket().start();
    return { images, idle: images.idle, fetch: (url: string) => fetchAddress(images, url) };
  };
  imageStoreContract("as every store of pictures", make);
  focusContract("in every store of pictures", make);
  keptPicturesContract("as they lie in every store of pictures", make);
});
