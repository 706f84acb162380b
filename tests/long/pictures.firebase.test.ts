/** The contract tests of pictures, on Firestore and Cloud Storage. */
import { beforeAll } from "vitest";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { focusContract } from "#tests/stores/pictures/focus.contract.ts";
import { hostedBucket } from "#tests/stores/pictures/hosted-bucket.ts";
import { picturesMadeContract } from "#tests/stores/pictures/making.contract.ts";
import { visiblePicturesContract } from "#tests/stores/pictures/visible.contract.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";

describeHosted("the pictures of a Firebase project", () => {
  beforeAll(warmUp);
  const make = async () => hostedBucket().start();
  picturesMadeContract("pictures in Cloud Storage", make);
  focusContract("pictures in Cloud Storage", make);
  visiblePicturesContract("pictures in Cloud Storage", async () => hostedBucket().start);
});
