import { desk } from "#tests/usecases/desk.ts";
import { groupPhotoContract } from "./group-photo.contract.ts";

groupPhotoContract("the sweep of pictures and a group photo in the data folder", async () => desk());
