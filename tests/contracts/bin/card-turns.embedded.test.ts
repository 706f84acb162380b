import { desk } from "#tests/usecases/desk.ts";
import { cardTurnsContract } from "./card-turns.contract.ts";

cardTurnsContract("two people on the same card in the data folder", async () => desk(), 200);
