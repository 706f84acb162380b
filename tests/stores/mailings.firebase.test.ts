import { onTestFinished } from "vitest";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { openStores } from "#tests/server/process.ts";
import { testProject } from "#tests/transfer/providers.ts";
import { failOnReport } from "#tests/usecases/desk.ts";
import { sendingContract } from "#tests/usecases/mailings/sending.contract.ts";

describeHosted("mailings on Firestore", () => {
  sendingContract(async () => {
    const { env } = testProject();
    return async () => {
      const { services, close } = await openStores(env, failOnReport);
      onTestFinished(close);
      return services;
    };
  });
});
